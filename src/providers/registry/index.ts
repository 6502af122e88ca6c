// The company registry (services.md#the-company-registry): suggestions by name, and the record of one company by its number.

import { type Static, Type } from 'typebox';
import { createJsonReader, type JsonReaderOptions, type JsonResult, shapeOf } from '../../core/http/external-json.ts';

/** Any field but the number may be absent or null, as companies may choose not to disclose it. */
const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Company = Type.Object({
  siren: Type.String({ pattern: '^\\d{9}$' }),
  nom_entreprise: Maybe(Type.String()),
  date_creation: Maybe(Type.String()),
  domaine_activite: Maybe(Type.String()),
  forme_juridique: Maybe(Type.String()),
  capital: Maybe(Type.Number()),
  entreprise_cessee: Maybe(Type.Boolean()),
  siege: Maybe(
    Type.Object({
      adresse_ligne_1: Maybe(Type.String()),
      code_pays: Maybe(Type.String()),
      code_postal: Maybe(Type.String()),
      ville: Maybe(Type.String()),
    }),
  ),
  greffe: Maybe(Type.String()),
});

/** A company in the registry; it also has the registry's other fields. */
export type Company = Static<typeof Company>;

/** Name of the list of companies in the reply for each entity type. */
const LIST_OF: Readonly<Record<string, keyof Static<typeof Lists>>> = {
  nom_entreprise: 'resultats_nom_entreprise',
  denomination: 'resultats_denomination',
  nom_complet: 'resultats_nom_complet',
  siren: 'resultats_siren',
  siret: 'resultats_siret',
};
/** Separate from persons: a company and its representative differ in name. */
const REPRESENTATIVE = 'representant';

const List = Type.Optional(Type.Array(Company));
const Lists = Type.Object({
  resultats_nom_entreprise: List,
  resultats_denomination: List,
  resultats_nom_complet: List,
  resultats_representant: List,
  resultats_siren: List,
  resultats_siret: List,
});
const SUGGESTIONS = shapeOf(Lists);
const COMPANY = shapeOf(Company);
const UNKNOWN_NUMBER = 404;
/** The registry's default length of a list. */
const DEFAULT_LENGTH = 10;

/** Companies without duplicates, at most `length` (default 10); and those found through their representative, where asked for. */
export type Suggestions = { companies: Company[]; throughRepresentatives?: Company[] };

export type Registry = {
  /** What matches `q` by these entity types, in their order; by the registry's own default if none is given. */
  suggest(query: { q: string; length: number | undefined; types: readonly string[] }): Promise<JsonResult<Suggestions>>;
  /** The company with a number of nine digits, also with partial data (206); null when the number is unknown. */
  findCompany(siren: string): Promise<JsonResult<Company | null>>;
  close(): Promise<void>;
};

export type RegistryOptions = Omit<JsonReaderOptions, 'headers' | 'baseUrl'> & {
  suggestionsBaseUrl: string;
  baseUrl: string;
  apiKey: string;
};

/** The registry over HTTP. One per process. */
export function createRegistry(options: RegistryOptions): Registry {
  const { apiKey, baseUrl, suggestionsBaseUrl, ...rest } = options;
  // Suggestions work without a key, but with a daily limit.
  const headers = { 'api-key': apiKey };
  const suggestions = createJsonReader({ ...rest, baseUrl: suggestionsBaseUrl, headers });
  const companies = createJsonReader({ ...rest, baseUrl, headers });
  return {
    async suggest({ q, length, types }) {
      const query = { q, longueur: length?.toString(), cibles: types.length === 0 ? undefined : [...new Set(types)].join(',') };
      const reading = await suggestions.read({ operation: 'registry suggestions', path: '/v2', query, shape: SUGGESTIONS });
      return reading.ok ? foundThrough(types, reading.value, length ?? DEFAULT_LENGTH) : reading;
    },
    async findCompany(siren) {
      const reading = await companies.read({
        operation: 'registry entreprise',
        path: '/v2/entreprise',
        query: { siren },
        shape: COMPANY,
        expectedStatus: UNKNOWN_NUMBER,
      });
      return !reading.ok && reading.status === UNKNOWN_NUMBER ? { ok: true, value: null } : reading;
    },
    close: async () => void (await Promise.all([suggestions.close(), companies.close()])),
  };
}

/** Merges the lists of companies; one found by two types keeps its first position. A type may be without a list; a reply without any is no reply. */
function foundThrough(types: readonly string[], lists: Static<typeof Lists>, length: number): JsonResult<Suggestions> {
  if (Object.keys(lists).every((name) => !(name in Lists.properties)))
    return { ok: false, status: null, reason: 'no list of what was found' };
  const found = new Map<string, Company>();
  for (const type of types.length === 0 ? Object.keys(LIST_OF) : types) {
    const name = LIST_OF[type];
    for (const company of (name && lists[name]) ?? []) if (!found.has(company.siren)) found.set(company.siren, company);
  }
  const companies = [...found.values()].slice(0, length);
  if (!types.includes(REPRESENTATIVE)) return { ok: true, value: { companies } };
  return { ok: true, value: { companies, throughRepresentatives: (lists.resultats_representant ?? []).slice(0, length) } };
}
