// POST /customers/onboarding: an investor enters, or goes on.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import type { OnboardingApplicant, OnboardingPerson } from '../../../providers/payments/index.ts';
import { type CustomerWithUser, lockCustomer, makeV2, NAME_REFUSED, nameMarkOf } from '../customers/index.ts';
import { REGISTER_PROFILE_REQUIRED } from '../onboarding/index.ts';
import { ONBOARDING_REFUSED_BY_PROVIDER, ONBOARDING_V2_IS_NOT_ENABLED, REGISTER_COMPANY_REQUIRED } from './errors.ts';
import { type FollowDeps, followNow } from './follow-holder.ts';
import { type EndUser, openPath } from './open-path.ts';
import { openPathRow } from './queries.ts';
import { findRegistrationDate } from './read-registration-date.ts';
import { mayMove } from './rules.ts';
import type { Onboarding } from './schemas.ts';
import { type ShownInvestor, showInvestor } from './show-investor.ts';

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
