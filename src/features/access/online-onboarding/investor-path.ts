// POST and GET /customers/onboarding: how an investor enters, and how far they are.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import type { OnboardingApplicant, OnboardingPerson } from '../../../providers/payments/index.ts';
import {
  type CustomerWithUser,
  findCustomerWithUser,
  lockCustomer,
  makeV2,
  NAME_REFUSED,
  nameMarkOf,
} from '../customers/index.ts';
import { providerFaults, REGISTER_PROFILE_REQUIRED } from '../onboarding/index.ts';
import { ONBOARDING_REFUSED_BY_PROVIDER, ONBOARDING_V2_IS_NOT_ENABLED, REGISTER_COMPANY_REQUIRED } from './errors.ts';
import { type FollowDeps, followInvestor } from './follow.ts';
import { type EndUser, openPath } from './open-path.ts';
import { toAdministrationPath, toInvestorPath } from './path-view.ts';
import { findPath, openPathRow } from './queries.ts';
import { OPEN_STATES } from './rules.ts';
import type { AdministrationOnboarding, Onboarding } from './schemas.ts';

type Deps = FollowDeps & Pick<AppDeps, 'config'>;

/**
 * 1. check version, profile and company; 2. under the lock: v2 from now on, one path; 3. the account, once, and the link. Errors:
 * `onboarding.v2-is-not-enabled`, `register.profile.required`, `register.company.required`, those of {@link openPath}.
 */
export async function startInvestor(deps: Deps, input: { customerId: CustomerId; endUser: EndUser }): Promise<Onboarding> {
  const { customerId, endUser } = input;
  const customer = await customerWith(deps, customerId);
  if (customer.onboardingVersion === 'v1' && !mayMove(deps, customer)) throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
  const known = await findPath(deps.db, { customerId });
  const applicant = known?.providerAccountId ? undefined : applicantOf(deps, customer);
  const path = await inTransaction(deps.db, async (tx) => {
    const locked = await lockCustomer(tx, customerId);
    // An upload that was under way may have opened a wallet since.
    if (!locked || (locked.onboardingVersion === 'v1' && !mayMove(deps, locked)))
      throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
    if (locked.onboardingVersion === 'v1') await makeV2(tx, customerId);
    const kind = locked.customerType === 'business' ? 'company' : 'individual';
    return openPathRow(tx, { customerId }, { walletId: customerId, kind, at: deps.clock.now() });
  });
  const opened = await openPath(deps, path.id, {
    applicantOf: async () => applicant ?? applicantOf(deps, await customerWith(deps, customerId)),
    // Where the provider's page leads back to.
    redirectUrl: pageUrl(deps.config.FRONT_URL, 'identity'),
    endUser,
  }).catch((error: unknown) => {
    if (!hasCode(error, ONBOARDING_REFUSED_BY_PROVIDER) || nameMarkOf(customer) === null) throw error;
    throw new AppError(ONBOARDING_REFUSED_BY_PROVIDER, { detail: NAME_REFUSED, cause: error });
  });
  const now = await customerWith(deps, customerId);
  return toInvestorPath(now, opened, { missing: missingOf(now), mayMove: false });
}

/** The path as it is; the provider is asked while it may have moved, and a silent one leaves what is known. */
export async function readInvestorPath(deps: Deps, { customerId }: { customerId: CustomerId }): Promise<Onboarding> {
  const known = await findPath(deps.db, { customerId });
  if (known?.providerAccountId && OPEN_STATES.includes(known.state))
    await followInvestor(deps, customerId).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      deps.log.warn({ err: error, customerId }, 'onboarding not read at the provider');
    });
  const { view } = await viewOf(deps, customerId);
  return view;
}

/** The same for administrators, who ask the provider by a request of its own. Error: `not-found`. */
export async function showInvestorPath(
  deps: Pick<Deps, 'db' | 'config'>,
  customerId: CustomerId,
): Promise<AdministrationOnboarding> {
  const { view, path, customer } = await viewOf(deps, customerId);
  return toAdministrationPath(view, path, customer.providerReadAt);
}

async function viewOf(deps: Pick<Deps, 'db' | 'config'>, customerId: CustomerId) {
  const [customer, path] = await Promise.all([customerWith(deps, customerId), findPath(deps.db, { customerId })]);
  const view = toInvestorPath(customer, path, { missing: missingOf(customer), mayMove: mayMove(deps, customer) });
  return { view, path, customer };
}

/** An investor of v1 who has no account at the provider begins like a new one. */
function mayMove(
  { config }: Pick<Deps, 'config'>,
  {
    onboardingVersion,
    providerKind,
    providerStatus,
  }: Pick<CustomerWithUser, 'onboardingVersion' | 'providerKind' | 'providerStatus'>,
): boolean {
  const isNew = providerKind === null && providerStatus === null;
  return onboardingVersion === 'v1' && isNew && config.ONBOARDING_OF_NEW_CUSTOMERS === 'v2';
}

function missingOf(customer: CustomerWithUser): 'save-profile' | 'hand-in-company' | null {
  if (customer.informationCompletedAt === null || providerFaults(customer).length > 0) return 'save-profile';
  return customer.customerType === 'business' && customer.company === null ? 'hand-in-company' : null;
}

/** Errors: `register.profile.required`, `register.company.required`. */
function applicantOf({ config }: Pick<Deps, 'config'>, customer: CustomerWithUser): OnboardingApplicant {
  const missing = missingOf(customer);
  if (missing === 'hand-in-company') throw new AppError(REGISTER_COMPANY_REQUIRED);
  const person = missing === null ? personOf(customer) : undefined;
  if (!person) throw new AppError(REGISTER_PROFILE_REQUIRED);
  const heading = {
    walletId: customer.id,
    activity: config.ONBOARDING_ACTIVITY,
    profile: config.ONBOARDING_INVESTOR_PROFILE,
  };
  const { company } = customer;
  if (company === null || customer.customerType === 'individual') return { ...heading, kind: 'individual', person };
  const { name, registrationNumber, registrationDate, country } = company;
  const entity = {
    name,
    registrationNumber,
    country,
    ...(registrationDate === null ? {} : { registrationDate: Temporal.PlainDate.from(registrationDate) }),
  };
  return { ...heading, kind: company.kind, entity, representative: person };
}

/** Undefined while the profile is incomplete. */
function personOf(customer: CustomerWithUser): OnboardingPerson | undefined {
  const {
    email,
    firstName,
    lastName,
    citizenship,
    city,
    cityOfBirth,
    country,
    countryOfBirth,
    dateOfBirth,
    postcode,
    street,
    phone,
  } = customer;
  if (firstName === null || lastName === null || citizenship === null || country === null) return undefined;
  if (countryOfBirth === null || dateOfBirth === null) return undefined;
  return {
    email,
    firstName,
    lastName,
    birth: { date: dateOfBirth, country: countryOfBirth, city: cityOfBirth ?? undefined },
    nationality: citizenship,
    phone: phone ?? undefined,
    address: { country, street: street ?? undefined, postcode: postcode ?? undefined, city: city ?? undefined },
  };
}

async function customerWith(deps: Pick<Deps, 'db'>, customerId: CustomerId): Promise<CustomerWithUser> {
  const customer = await findCustomerWithUser(deps.db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  return customer;
}
