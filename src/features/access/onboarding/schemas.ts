// Bodies and answers of the onboarding and of the company search; field names of companies are the registry's.

import { type Static, type TSchema, Type } from 'typebox';
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
import { NewTaxIdentity } from '../tax-identity/index.ts';
import { IDENTITY_DOCUMENT_TYPES } from './rules.ts';

/** Not blank, one line, with at least two characters that are not blank. */
const name = Type.String({ minLength: 2, maxLength: 256, pattern: `^(?=\\s*\\S.*\\S)${OF_A_LINE}*$` });
const country = Type.String({ minLength: 3, maxLength: 3, description: 'ISO 3166-1 alpha-3' });

/**
 * Profile payload of onboarding.md#profile. The first save needs all but `sex`; later ones only what changes.
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
  taxIdentity: Type.Optional(NewTaxIdentity),
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

const MAX_RESULTS = 100;

export const CompanyQuery = Type.Object({
  q: Type.String({ pattern: '\\S', maxLength: 200, description: 'company name, or registration number of nine digits' }),
  longueur: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_RESULTS, description: 'maximum number of results, 10 by default' }),
  ),
  types: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 20,
      description:
        'entity types through which a company may be found (nom_entreprise, denomination, nom_complet, representant, siren, siret), repeated or separated by commas; none: as the registry does by default',
    }),
  ),
});

/** A field that a company does not disclose is null or absent. */
const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** The registry's other fields are passed through. */
const CompanySuggestion = Model(
  'CompanySuggestion',
  {
    siren: Type.String({ description: 'nine digits' }),
    nom_entreprise: maybe(Type.String()),
    date_creation: maybe(Type.String({ description: 'YYYY-MM-DD' })),
    domaine_activite: maybe(Type.String()),
    forme_juridique: maybe(Type.String()),
    capital: maybe(Type.Number()),
    siege: maybe(
      Type.Object(
        { code_pays: maybe(Type.String()), code_postal: maybe(Type.String()), ville: maybe(Type.String()) },
        { additionalProperties: true },
      ),
    ),
    greffe: maybe(Type.String()),
  },
  { additionalProperties: true },
);

/** By name or by registration number: one of the first two arrays; companies found through a person, where asked for, stand apart. */
export const Companies = Model('CompanySearchResult', {
  resultats_nom_entreprise: Type.Optional(Type.Array(CompanySuggestion)),
  resultats_siren: Type.Optional(Type.Array(CompanySuggestion)),
  resultats_representant: Type.Optional(
    Type.Array(CompanySuggestion, { description: 'companies found through who represents them, where `types` asks for it' }),
  ),
});
export type Companies = Static<typeof Companies>;
