// Bodies and answers of the tax identity.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { LineOf, Model, Nullable, Page, PageQuery, Timestamp, UuidOf, Words } from '../../../core/http/schemas.ts';
import { CUSTOMER_TYPES } from '../customers/index.ts';
import { COMMUNE_CODE, MISSING_PARTS } from './rules.ts';

const Sex = Words(['female', 'male'], { title: 'Sex' });
const Code = Type.String({ pattern: COMMUNE_CODE, description: 'INSEE code', examples: ['44109'] });

/** Whole: what is left out is empty, but for `sex` and `residenceCommune`, which follow from profile and address where they can. */
export const NewTaxIdentity = Model(
  'NewTaxIdentity',
  {
    sex: Type.Optional(Sex),
    birthName: Type.Optional(LineOf(256)),
    usualName: Type.Optional(Nullable(LineOf(256))),
    birthCommune: Type.Optional(
      Type.Object(
        { code: Code, name: Type.Optional(LineOf(140)) },
        { description: 'of those born in France; the name only of a commune that has ceased' },
      ),
    ),
    residenceCommune: Type.Optional(
      Type.Object({ code: Code }, { description: 'only where it does not follow from postcode and city' }),
    ),
  },
  { description: 'of a company the commune of its seat alone' },
);

const NamedCommune = Model('NamedCommune', { code: Code, name: Type.String() });
const Missing = Type.Array(Words(MISSING_PARTS, { title: 'MissingTaxPart' }), { description: 'what the yearly tax file lacks' });

export const TaxIdentity = Model('TaxIdentity', {
  sex: Nullable(Sex),
  birthName: Nullable(Type.String()),
  usualName: Nullable(Type.String()),
  birthCommune: Nullable(NamedCommune),
  residenceCommune: Nullable(NamedCommune),
  file: Type.Object(
    {
      birthDepartment: Nullable(Type.String({ description: '99 abroad' })),
      birthCommune: Nullable(Type.String({ description: 'three characters after the department; abroad those of the country' })),
      birthPlace: Nullable(Type.String()),
      residence: Nullable(Type.String({ description: 'code of the commune, or 99 and three digits of the country' })),
    },
    { description: 'the same as the yearly file of the tax office writes it' },
  ),
  missing: Missing,
  declaredAt: Nullable(Timestamp),
});
export type TaxIdentity = Static<typeof TaxIdentity>;

export const CommunesQuery = Type.Object({
  search: Type.String({ minLength: 2, maxLength: 140, pattern: '\\S.*\\S', description: 'a postcode, or how the name begins' }),
});

/** At most twenty. */
export const FoundCommunes = Type.Array(
  Model('FoundCommune', {
    code: Code,
    name: Type.String(),
    postcodes: Type.Array(Type.String()),
    isCurrent: Type.Boolean({ description: 'false: only for places of birth' }),
  }),
);

const IncompleteTaxIdentity = Model('IncompleteTaxIdentity', {
  customerId: UuidOf<CustomerId>(),
  name: Type.String(),
  email: Type.String(),
  customerType: Nullable(Words(CUSTOMER_TYPES, { title: 'CustomerType' })),
  missing: Missing,
  askedAt: Nullable(Timestamp),
});

export const IncompleteTaxIdentitiesPage = Model('IncompleteTaxIdentitiesPage', {
  ...Page(IncompleteTaxIdentity).properties,
  count: Type.Integer({ description: 'all of them, whatever is asked for' }),
  countByPart: Type.Array(Type.Object({ part: Words(MISSING_PARTS, { title: 'MissingTaxPart' }), count: Type.Integer() }), {
    description: 'how many lack each part',
  }),
});
export type IncompleteTaxIdentitiesPage = Static<typeof IncompleteTaxIdentitiesPage>;

export const IncompleteTaxIdentitiesQuery = Type.Object({
  ...PageQuery.properties,
  missing: Type.Optional(Words(MISSING_PARTS, { title: 'MissingTaxPart' })),
});
