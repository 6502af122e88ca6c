// The onboarding of an investor: begun or continued by themself, shown to them and to administrators.

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
import { type FollowDeps, followHolder, followNow } from './follow.ts';
import { type EndUser, findRegistrationDate, openPath } from './open-path.ts';
import { findPath, openPathRow, type Path } from './queries.ts';
import { mayMove, OPEN_STATES, stepsOf, toAdministrationPath, toInvestorPath, USUAL_ANALYSIS_HOURS } from './rules.ts';
import type { AdministrationOnboarding, Onboarding } from './schemas.ts';

// POST /customers/onboarding: an investor enters, or goes on.

type Deps = FollowDeps & Pick<AppDeps, 'config' | 'registry'>;

/**
 * 1. check version, profile and company, and of an investor of v1 that the provider has no wallet: what was begun may have been answered
 * with silence; 2. under the lock: v2 from now on, one path; 3. the account, once, and the link. Errors:
 * `onboarding.v2-is-not-enabled`, `register.profile.required`, `register.company.required`, those of {@link openPath}.
 */
export async function startOnboarding(deps: Deps, input: { customerId: CustomerId; endUser: EndUser }): Promise<Onboarding> {
  const { customerId, endUser } = input;
  const { ONBOARDING_OF_NEW_CUSTOMERS: newVersion, FRONT_URL } = deps.config;
  const shown = await showInvestor(deps, customerId);
  if (shown.customer.onboardingVersion === 'v1' && !mayMove(shown.customer, newVersion))
    throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
  if (!shown.path?.providerAccountId) applicantOf(deps, shown);
  if (shown.customer.onboardingVersion === 'v1') await followNow(deps, { customerId });
  const path = await inTransaction(deps.db, async (tx) => {
    const locked = await lockCustomer(tx, customerId);
    // As the provider answered, or an upload that was under way has opened one since.
    if (!locked || (locked.onboardingVersion === 'v1' && !mayMove(locked, newVersion)))
      throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
    if (locked.onboardingVersion === 'v1') await makeV2(tx, customerId);
    const kind = locked.customerType === 'business' ? 'company' : 'individual';
    return openPathRow(tx, { customerId }, { walletId: customerId, kind, at: deps.clock.now() });
  });
  await openPath(deps, path.id, {
    // Read again: the profile may have been saved since.
    applicantOf: async () => withDate(deps, applicantOf(deps, await showInvestor(deps, customerId))),
    // Where the provider's page leads back to.
    redirectUrl: pageUrl(FRONT_URL, 'identity'),
    endUser,
  }).catch((error: unknown) => {
    if (!hasCode(error, ONBOARDING_REFUSED_BY_PROVIDER) || nameMarkOf(shown.customer) === null) throw error;
    throw new AppError(ONBOARDING_REFUSED_BY_PROVIDER, { detail: NAME_REFUSED, cause: error });
  });
  return (await showInvestor(deps, customerId)).view;
}

/** Errors: `register.profile.required`, `register.company.required`. */
function applicantOf({ config }: Pick<Deps, 'config'>, { customer, missing }: ShownInvestor): OnboardingApplicant {
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
  const { name, registrationNumber, registrationDate, country, kind } = company;
  const date = registrationDate === null ? undefined : Temporal.PlainDate.from(registrationDate);
  const entity = { name, registrationNumber, country, registrationDate: date };
  return { ...heading, kind, entity, representative: person };
}

/** The provider wants the day on which a company was registered: one that was handed in before it was asked for is looked up. */
async function withDate(deps: Pick<Deps, 'registry'>, applicant: OnboardingApplicant): Promise<OnboardingApplicant> {
  if (applicant.kind === 'individual' || applicant.entity.registrationDate !== undefined) return applicant;
  const registrationDate = await findRegistrationDate(deps, applicant.entity.registrationNumber ?? '');
  return { ...applicant, entity: { ...applicant.entity, registrationDate } };
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

// GET /customers/onboarding: how far an investor is, and what to do next.

/** The path as it is; the provider is asked while it may have moved, and a silent one leaves what is known. */
export async function readOnboarding(
  deps: FollowDeps & Pick<AppDeps, 'config'>,
  { customerId }: { customerId: CustomerId },
): Promise<Onboarding> {
  const known = await findPath(deps.db, { customerId });
  if (known?.providerAccountId && OPEN_STATES.includes(known.state))
    await followHolder(deps, { customerId }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      deps.log.warn({ err: error, customerId }, 'onboarding not read at the provider');
    });
  return (await showInvestor(deps, customerId)).view;
}

// GET /administration/customers/:customerId/onboarding: the stored path of an investor; another request asks the provider.

/** Error: `not-found`. */
export async function readCustomerOnboarding(
  deps: Pick<AppDeps, 'db' | 'config'>,
  customerId: CustomerId,
): Promise<AdministrationOnboarding> {
  const { shown, path, customer } = await showInvestor(deps, customerId);
  return toAdministrationPath(shown, path, customer.providerReadAt);
}

// An investor with their path, as it is stored.

export type ShownInvestor = {
  view: Onboarding;
  /** The part of the view that administrators see too. */
  shown: ReturnType<typeof toInvestorPath>;
  path: Path | undefined;
  customer: CustomerWithUser;
  /** What has to be saved before anything can be asked of the provider. */
  missing: 'save-profile' | 'hand-in-company' | null;
};

/** Error: `not-found`. */
async function showInvestor(deps: Pick<AppDeps, 'db' | 'config'>, customerId: CustomerId): Promise<ShownInvestor> {
  const [customer, path] = await Promise.all([findCustomerWithUser(deps.db, customerId), findPath(deps.db, { customerId })]);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  const missing = missingOf(customer);
  const isFree = mayMove(customer, deps.config.ONBOARDING_OF_NEW_CUSTOMERS);
  const shown = toInvestorPath(customer, path, { missing, isFree });
  const steps = stepsOf(shown, {
    emailVerified: customer.emailVerified,
    isBusiness: customer.customerType === 'business',
    handsInHere: shown.version === 'v1' && !isFree,
  });
  const usualHours = shown.next === 'wait' ? USUAL_ANALYSIS_HOURS : null;
  return { shown, view: { ...shown, steps, usualHours }, path, customer, missing };
}

function missingOf(customer: CustomerWithUser): ShownInvestor['missing'] {
  if (customer.informationCompletedAt === null || providerFaults(customer).length > 0) return 'save-profile';
  return customer.customerType === 'business' && customer.company === null ? 'hand-in-company' : null;
}
