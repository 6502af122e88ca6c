// When a profile is complete and the investor of legal age, and who may still hand in documents. Pure.

import { AppError, type FieldFault, FORBIDDEN } from '../../../core/errors.ts';
import type { Customer, CustomerProfile, KycStatus, ProfileChanges } from '../customers/index.ts';
import { alpha2Of, providerFaults } from './profile-rules.ts';

export const IDENTITY_DOCUMENT_TYPES = ['identityCard', 'passportEU', 'residencePermit', 'drivingLicence'] as const;
export type IdentityDocumentType = (typeof IDENTITY_DOCUMENT_TYPES)[number];

/** A-onboarding-1: everything but `sex`, which may be unknown to the provider. */
const REQUIRED = [
  'customerType',
  'firstName',
  'lastName',
  'citizenship',
  'city',
  'cityOfBirth',
  'country',
  'countryOfBirth',
  'dateOfBirth',
  'phone',
  'postcode',
  'street',
] as const satisfies readonly (keyof ProfileChanges)[];

const LEGAL_AGE_YEARS = 18;
/** Nobody is older; a birth year such as 0190 is a typing error. */
const MAX_YEARS = 130;

/**
 * Faults of the profile that saving `changes` over `saved` would give, including what the provider would refuse. `today` is the
 * Paris date. The caller validates the phone number.
 */
export function profileFaults(
  saved: ProfileChanges | CustomerProfile | undefined,
  changes: ProfileChanges,
  today: Temporal.PlainDate,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const complete: Partial<CustomerProfile> & { customerType?: unknown } = { ...saved, ...changes };
  for (const field of REQUIRED) {
    if (complete[field] === undefined || complete[field] === null) faults.push({ path: `body/${field}`, reason: 'is required' });
  }
  for (const field of ['country', 'countryOfBirth'] as const) {
    const code = changes[field];
    if (code !== undefined && alpha2Of(code) === undefined)
      faults.push({ path: `body/${field}`, reason: 'is not an ISO 3166-1 alpha-3 code' });
  }
  const { dateOfBirth } = changes;
  if (dateOfBirth && !isOfLegalAge(dateOfBirth, today))
    faults.push({ path: 'body/dateOfBirth', reason: 'must be the birth date of a person of legal age' });
  return [...faults, ...providerFaults(complete)];
}

/** At least eighteen years old; somebody born on 29 February turns eighteen on 1 March (A-onboarding-2). */
export function isOfLegalAge(dateOfBirth: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const { years } = dateOfBirth.until(today, { largestUnit: 'years' });
  return years >= LEGAL_AGE_YEARS && years <= MAX_YEARS;
}

/** True while the investor may still change what the verifier will check. */
export function isKycOpen(kycStatus: KycStatus): boolean {
  return kycStatus !== 'verified' && kycStatus !== 'waitingForVerifier';
}

/**
 * True while KYC is open, and for a v2 investor without a profile, whom the provider may verify before it is saved
 * (A-onboarding-14).
 */
export function maySaveProfile(customer: Pick<Customer, 'informationCompletedAt' | 'kycStatus' | 'onboardingVersion'>): boolean {
  return isKycOpen(customer.kycStatus) || (customer.onboardingVersion === 'v2' && customer.informationCompletedAt === null);
}

/** What makes a person unique at the online onboarding: it has no call that changes them. */
const IDENTITY_FIELDS = ['firstName', 'lastName', 'dateOfBirth', 'countryOfBirth'] as const;

/**
 * The fields of `changes` that the provider's account has fixed (A-onboarding-17): whether it is that of a person or an entity, and for an
 * investor of v2 who has saved a profile, who they are.
 */
export function changesOfFixed(
  customer: Pick<Customer, 'providerKind' | 'customerType' | 'onboardingVersion' | 'informationCompletedAt'> & CustomerProfile,
  changes: ProfileChanges,
): string[] {
  if (customer.providerKind === null) return [];
  const type = customer.providerKind === 'legal' ? 'business' : 'individual';
  const isOtherType = changes.customerType !== undefined && changes.customerType !== type;
  const isIdentityFixed = customer.onboardingVersion === 'v2' && customer.informationCompletedAt !== null;
  const changed = isIdentityFixed
    ? IDENTITY_FIELDS.filter((field) => changes[field] !== undefined && String(changes[field]) !== String(customer[field]))
    : [];
  return [...(isOtherType ? ['customerType'] : []), ...changed];
}

/** The generic 403 of onboarding.md#identity-documents: no profile, or KYC verified or waiting for the verifier. */
export function assertMayHandIn(customer: Pick<Customer, 'informationCompletedAt' | 'kycStatus'> | undefined): void {
  if (!customer || customer.informationCompletedAt === null || !isKycOpen(customer.kycStatus)) throw new AppError(FORBIDDEN);
}
