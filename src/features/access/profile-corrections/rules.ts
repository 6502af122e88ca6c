// What can be corrected, what of a request is new, and what the provider's word on the account means for it. Pure.

import type { CustomerProfile, ProfileChanges } from '../customers/index.ts';

/** Name, phone and address. Birth and citizenship are what the identity document proves: the support team changes them. */
export const CORRECTABLE = ['firstName', 'lastName', 'phone', 'street', 'postcode', 'city', 'country'] as const;
export type CorrectableField = (typeof CORRECTABLE)[number];
export type Corrections = Pick<ProfileChanges, CorrectableField>;

export const CORRECTION_STATUSES = ['pending', 'accepted', 'refused'] as const;
export const REFUSAL_REASONS = ['provider-refused', 'identity-not-confirmed', 'account-frozen'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What differs from the saved profile. */
export function newOf(saved: CustomerProfile, asked: Corrections): Corrections {
  return Object.fromEntries(Object.entries(asked).filter(([field, value]) => saved[field as CorrectableField] !== value));
}

/** Names of the fields, in the order of the list. */
export function fieldsOf(changes: Corrections): CorrectableField[] {
  return CORRECTABLE.filter((field) => changes[field] !== undefined);
}

/** Statuses of an account at the provider that has the new values, as its port names them. */
type AccountStatus =
  | 'verified'
  | 'registered'
  | 'missing-document'
  | 'document-refused'
  | 'document-expired'
  | 'under-review'
  | 'blocked'
  | 'closed'
  | 'platform'
  | 'other';

/**
 * The account that stays verified, or is again, has its new values accepted. One that must be verified anew has them refused: KYC
 * is open, and the investor goes the ordinary way of profile and documents. Everything else waits (A-profile-corrections-3).
 */
export function verdictOf(status: AccountStatus): 'accepted' | 'refused' | 'pending' {
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
