// Maps the provider's status codes, which differ by kind of movement: the same number can mean the opposite (provider.md#code-lists).

import type {
  BankAccountStatus,
  DocumentRefusal,
  DocumentStatus,
  DocumentType,
  KycStatus,
  MandateStatus,
  PaymentMethod,
  PaymentStatus,
} from './port.ts';

const KYC_STATUSES: Record<number, KycStatus> = {
  [-1]: 'platform',
  2: 'missing-document',
  3: 'document-refused',
  5: 'registered',
  6: 'verified',
  7: 'verified',
  8: 'document-expired',
  10: 'blocked',
  12: 'closed',
  13: 'under-review',
  15: 'verified',
};

/** Account status; 14 (one-time), 16 (technical) and numbers not on the list are `other`. */
export function kycStatusOf(status: number): KycStatus {
  return KYC_STATUSES[status] ?? 'other';
}

/*
 * An unlisted number is pending: the movement is looked up again, as treating it as failed would release money that may have moved.
 */

/** Money-in: 0 is success and 4 is pending. */
export function moneyInStatusOf(status: number): PaymentStatus {
  if (status === 0) return 'succeeded';
  if (status === 3 || status === 6) return 'failed';
  if (status === 7) return 'canceled';
  return 'pending';
}

/** Money-out: 0 is pending and 4 is a failure; 7 is canceled, by analogy with money-in. */
export function moneyOutStatusOf(status: number): PaymentStatus {
  if (status === 3) return 'succeeded';
  if (status === 4) return 'failed';
  if (status === 7) return 'canceled';
  return 'pending';
}

/**
 * Transfer between wallets: 0 is pending, also just before success; 3 is success. Other numbers are not documented: 4 and 7 are read
 * like those of money-out, whose 0 and 3 mean the same.
 */
export function transferStatusOf(status: number): PaymentStatus {
  return moneyOutStatusOf(status);
}

const REFUSALS: Record<number, DocumentRefusal> = {
  3: 'refused',
  4: 'unreadable',
  5: 'expired',
  6: 'wrong-type',
  7: 'wrong-name',
  8: 'duplicate',
};

/** Document status with the reason of a refusal (null otherwise). */
export function documentStatusOf(status: number): { status: DocumentStatus; reason: DocumentRefusal | null } {
  if (status === 2) return { status: 'accepted', reason: null };
  const reason = REFUSALS[status];
  return reason ? { status: 'refused', reason } : { status: 'uploaded', reason: null };
}

const DOCUMENT_TYPES = {
  identityCard: 0,
  proofOfAddress: 1,
  proofOfIban: 2,
  passportEU: 3,
  passportOther: 4,
  residencePermit: 5,
  other: 6,
  companyRegistration: 7,
  drivingLicence: 11,
  articlesOfAssociation: 12,
  selfie: 13,
  directDebitMandate: 21,
} as const satisfies Record<DocumentType, number>;

const DOCUMENT_TYPE_NAMES = new Map<number, DocumentType>(
  // Border: Object.entries widens the keys of the record to string.
  (Object.entries(DOCUMENT_TYPES) as [DocumentType, number][]).map(([name, code]) => [code, name]),
);

/** Number that the provider knows the type by. */
export function documentTypeCode(type: DocumentType): number {
  return DOCUMENT_TYPES[type];
}

/** Our name of the provider's type number; 14 to 20 and unknown numbers are `other`. */
export function documentTypeOf(code: number): DocumentType {
  return DOCUMENT_TYPE_NAMES.get(code) ?? 'other';
}

const BANK_ACCOUNT_STATUSES: Record<number, BankAccountStatus> = {
  2: 'internal',
  3: 'unused',
  4: 'waiting',
  5: 'activated',
  6: 'refused',
  7: 'refused',
  8: 'deactivated',
  9: 'refused',
};

/** IBAN status; only 5 can receive pay-outs. */
export function bankAccountStatusOf(status: number): BankAccountStatus {
  return BANK_ACCOUNT_STATUSES[status] ?? 'other';
}

const MANDATE_STATUSES: Record<number, MandateStatus> = { 0: 'pending', 5: 'usable', 6: 'usable', 8: 'disabled', 9: 'refused' };

/** Mandate status; 5 (no debit yet) and 6 are usable. */
export function mandateStatusOf(status: number): MandateStatus {
  return MANDATE_STATUSES[status] ?? 'other';
}

const METHODS: Record<number, PaymentMethod> = {
  0: 'card',
  1: 'incoming-wire',
  3: 'outgoing-wire',
  4: 'transfer',
  13: 'ideal',
  14: 'direct-debit',
  15: 'cheque',
};

/** Payment method of a movement. */
export function methodOf(method: number | null | undefined): PaymentMethod {
  return (method == null ? undefined : METHODS[method]) ?? 'other';
}
