// Bodies and answers of the onboarding.

import { type Static, Type } from 'typebox';
import {
  FilePart,
  LineOf,
  Model,
  Nullable,
  OF_A_LINE,
  Page,
  PageQuery,
  PeriodQuery,
  PlainDate,
  Timestamp,
  Uuid,
  Words,
} from '../../../core/http/schemas.ts';
import { CUSTOMER_TYPES, IdentityDocument, OfCustomerParams } from '../customers/index.ts';
import { IDENTITY_DOCUMENT_TYPES } from './rules.ts';

/** Not blank, one line, with at least two characters that are not blank. */
const name = Type.String({ minLength: 2, maxLength: 256, pattern: `^(?=\\s*\\S.*\\S)${OF_A_LINE}*$` });
const country = Type.String({ minLength: 3, maxLength: 3, description: 'ISO 3166-1 alpha-3' });

/**
 * Profile payload of onboarding.md#profile. The first save needs all but `sex`; later ones only what changes (A-onboarding-1).
 */
export const ProfileChanges = Model('ProfileChanges', {
  customerType: Type.Optional(Words(CUSTOMER_TYPES, { title: 'CustomerType' })),
  firstName: Type.Optional(name),
  lastName: Type.Optional(name),
  citizenship: Type.Optional(
    Type.String({ ...LineOf(19), description: 'one to five ISO 3166-1 alpha-3 codes, separated by commas' }),
  ),
  city: Type.Optional(LineOf(140)),
  cityOfBirth: Type.Optional(LineOf(140)),
  country: Type.Optional(country),
  countryOfBirth: Type.Optional(country),
  dateOfBirth: Type.Optional(PlainDate),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'international, or national of `country`' })),
  postcode: Type.Optional(LineOf(10)),
  sex: Type.Optional(Words(['female', 'male'], { title: 'Sex' })),
  street: Type.Optional(LineOf(256)),
});

/** Multipart body; read by `readIdentityUpload`. */
export const IdentityDocumentForm = Type.Object({
  file: FilePart,
  type: Words(IDENTITY_DOCUMENT_TYPES, { title: 'IdentityDocumentType' }),
});

/**
 * The name comes from the registry, and so does the address unless another one is sent; what it does not disclose must be sent.
 */
export const NewCompany = Model('NewCompany', {
  registrationNumber: Type.String({
    maxLength: 40,
    pattern: '^(?:\\s*\\d){9}\\s*$',
    description: 'SIREN, nine digits, spaces tolerated',
  }),
  name: Type.Optional(LineOf(256)),
  street: Type.Optional(LineOf(256)),
  postcode: Type.Optional(LineOf(10)),
  city: Type.Optional(LineOf(140)),
  country: Type.Optional(country),
});

const STATUSES = ['to_be_uploaded', 'uploaded', 'accepted', 'refused'] as const;

export const IdentityDocuments = Type.Array(IdentityDocument);

const AdministrationDocument = Model('AdministrationDocument', {
  ...IdentityDocument.properties,
  id: Uuid,
  contentType: Type.String(),
  refusalReason: Nullable(Type.String({ description: 'why the provider refused it' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AdministrationDocument = Static<typeof AdministrationDocument>;

/** `items` have a file here; `onlyAtProvider` have none, and are null while the provider does not answer. */
export const AdministrationDocumentsPage = Model('AdministrationDocumentsPage', {
  ...Page(AdministrationDocument).properties,
  onlyAtProvider: Nullable(IdentityDocuments),
});
export type AdministrationDocumentsPage = Static<typeof AdministrationDocumentsPage>;

export const AdministrationDocumentsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  type: Type.Optional(Words(IDENTITY_DOCUMENT_TYPES, { title: 'IdentityDocumentType' })),
  status: Type.Optional(Words(STATUSES, { title: 'IdentityDocumentStatus' })),
});

export const DocumentFileParams = Type.Object({ ...OfCustomerParams.properties, documentId: Uuid });
