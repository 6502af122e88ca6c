// Query and answer of the company search; field names are the registry's (A-company-search-2).

import { type Static, type TSchema, Type } from 'typebox';
import { Model, Nullable } from '../../../core/http/schemas.ts';

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
