// Bodies and answers of the customers' routes; the investor view is also what the profile and document routes answer.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { Model, Nullable, PlainDate, Timestamp, Uuid, UuidOf, Words } from '../../../core/http/schemas.ts';
import { COMPANY_KINDS, CUSTOMER_TYPES, KYC_STATUSES, NAME_MARKS, ONBOARDING_VERSIONS, TRANSACTION_RIGHTS } from './rules.ts';

const FormState = Words(['completed', 'toComplete'], { title: 'FormState' });

const CustomerProfile = Model('CustomerProfile', {
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  citizenship: Nullable(Type.String()),
  city: Nullable(Type.String()),
  cityOfBirth: Nullable(Type.String()),
  country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-3' })),
  countryOfBirth: Nullable(Type.String({ description: 'ISO 3166-1 alpha-3' })),
  dateOfBirth: Nullable(PlainDate),
  phone: Nullable(Type.String()),
  postcode: Nullable(Type.String()),
  sex: Nullable(Words(['female', 'male'], { title: 'Sex' })),
  street: Nullable(Type.String()),
});

export const IdentityDocument = Model('IdentityDocument', {
  type: Words(['identityCard', 'passportEU', 'residencePermit', 'drivingLicence'], { title: 'IdentityDocumentType' }),
  status: Words(['to_be_uploaded', 'uploaded', 'accepted', 'refused'], { title: 'IdentityDocumentStatus' }),
  name: Type.String(),
  providerId: Nullable(Type.Integer({ description: 'null until the provider has the document' })),
  refusalReason: Type.Optional(
    Words(['refused', 'unreadable', 'expired', 'wrong-type', 'wrong-name', 'duplicate'], {
      title: 'DocumentRefusalReason',
      description: 'why the provider refused it, where it said so',
    }),
  ),
});
export type IdentityDocument = Static<typeof IdentityDocument>;

const CustomerCompany = Model('CustomerCompany', {
  registrationNumber: Type.String({ description: 'SIREN' }),
  name: Type.String(),
  street: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-3' }),
  registrationDate: Nullable(PlainDate),
  kind: Words(COMPANY_KINDS, { title: 'CompanyKind' }),
});

/** The fields that a verified investor may ask to have corrected, with the requested values. */
export const CorrectedFields = Model('CorrectedFields', {
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  street: Type.Optional(Type.String()),
  postcode: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-3' })),
});

const PendingCorrection = Model(
  'PendingCorrection',
  { id: Uuid, changes: CorrectedFields, requestedAt: Timestamp },
  { description: 'requested, and not yet accepted or refused by the provider' },
);

/** The enriched investor view: onboarding.md#the-investor-view names it without showing its fields. */
export const InvestorView = Model('InvestorView', {
  id: UuidOf<CustomerId>(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String(),
  mfaEnabled: Type.Boolean(),
  canSeeRoyalty: Type.Boolean(),
  customerType: Nullable(Words(CUSTOMER_TYPES, { title: 'CustomerType' })),
  onboardingVersion: Words(ONBOARDING_VERSIONS, { title: 'OnboardingVersion' }),
  kycStatus: Words(KYC_STATUSES, { title: 'KycStatus' }),
  forms: Model('OnboardingForms', { information: FormState, documents: FormState }),
  transactionRights: Words(TRANSACTION_RIGHTS, { title: 'TransactionRights' }),
  frozen: Type.Boolean(),
  referralCode: Type.String(),
  profile: Nullable(CustomerProfile),
  nameMark: Nullable(
    Words(NAME_MARKS, { title: 'NameMark', description: 'why the provider may refuse the name, which the team asks it to take' }),
  ),
  pendingCorrection: Nullable(PendingCorrection),
  company: Nullable(CustomerCompany),
  identityDocuments: Type.Array(IdentityDocument),
  createdAt: Timestamp,
});
export type InvestorView = Static<typeof InvestorView>;

/** Path parameters of other rooms' routes that show something of an investor to administrators. */
export const OfCustomerParams = Type.Object({ customerId: UuidOf<CustomerId>() });
