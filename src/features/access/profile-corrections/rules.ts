// Which fields can be corrected, and what the status of the account at the provider means for a correction. Pure.

import type { Account } from '../../../providers/payments/index.ts';
import type { CustomerProfile, ProfileChanges } from '../customers/index.ts';

/** Name, phone and address. Birth and citizenship are proven by the identity document and changed by the support team. */
export const CORRECTABLE = ['firstName', 'lastName', 'phone', 'street', 'postcode', 'city', 'country'] as const;
export type CorrectableField = (typeof CORRECTABLE)[number];
export type Corrections = Pick<ProfileChanges, CorrectableField>;

/** The fields of the profile, in the order of a form. */
export const PROFILE_FIELDS = [
  'customerType',
  'sex',
  'firstName',
  'lastName',
  'dateOfBirth',
  'cityOfBirth',
  'countryOfBirth',
  'citizenship',
  'phone',
  'street',
  'postcode',
  'city',
  'country',
] as const satisfies readonly (keyof ProfileChanges)[];

/** How a field changes: saved at once, or corrected once the provider has accepted it. */
export const EDIT_WAYS = ['save', 'correction'] as const;
export const NO_EDIT_REASONS = ['provider-has-it', 'identity-proves-it', 'being-verified', 'correction-pending'] as const;
/** `by` is null where it cannot change now, and `reason` says why. */
export type FieldEdit = {
  field: (typeof PROFILE_FIELDS)[number];
  by: (typeof EDIT_WAYS)[number] | null;
  reason: (typeof NO_EDIT_REASONS)[number] | null;
};

export const CORRECTION_STATUSES = ['pending', 'accepted', 'refused'] as const;
export const REFUSAL_REASONS = ['provider-refused', 'identity-not-confirmed', 'account-frozen'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The values that differ from the saved profile. */
export function differencesFrom(saved: CustomerProfile, asked: Corrections): Corrections {
  const different = CORRECTABLE.filter((field) => asked[field] !== undefined && asked[field] !== saved[field]);
  return Object.fromEntries(different.map((field) => [field, asked[field]]));
}

/** Names of the changed fields, in the order of the list above. */
export function fieldsOf(changes: Corrections): CorrectableField[] {
  return CORRECTABLE.filter((field) => changes[field] !== undefined);
}

/**
 * `accepted` when the account is verified with the new values. `refused` when the provider wants to verify it again: KYC is open
 * then, and the investor completes profile and documents as usual. Any other status is `pending`.
 */
export function verdictOf(status: Account['kycStatus']): 'accepted' | 'refused' | 'pending' {
  switch (status) {
    case 'verified':
      return 'accepted';
    case 'registered':
    case 'missing-document':
    case 'document-refused':
    case 'document-expired':
    case 'closed':
      return 'refused';
    case 'under-review':
    case 'blocked':
    case 'platform':
    case 'other':
      return 'pending';
  }
}
