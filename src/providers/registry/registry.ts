// The company registry (PROVIDER §7): suggestions by name, and the record of one company by its number.

import { type Static, Type } from 'typebox';
import { createJsonReader, type JsonReaderOptions, type Reading } from '../../core/http/json-reader.ts';
import { shapeOf } from '../../core/http/shape.ts';

/** The registry leaves out or empties whatever a company does not disclose: everything but the number. */
const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Company = Type.Object({
  siren: Type.String({ pattern: '^\\d{9}$' }),
  nom_entreprise: Maybe(Type.String()),
  date_creation: Maybe(Type.String()),
  domaine_activite: Maybe(Type.String()),
  forme_juridique: Maybe(Type.String()),
  capital: Maybe(Type.Number()),
  siege: Maybe(Type.Object({ code_pays: Maybe(Type.String()), code_postal: Maybe(Type.String()), ville: Maybe(Type.String()) })),
  greffe: Maybe(Type.String()),
});

/** A company as the registry tells it; carries the registry's other fields too. */
export type Company = Static<typeof Company>;

const SUGGESTIONS = shapeOf(Type.Object({ resultats_nom_entreprise: Type.Array(Company) }));
const COMPANY = shapeOf(Company);
const UNKNOWN_NUMBER = 404;

export type Registry = {
  /** Companies whose name resembles `q`, as the registry lists them. `targets`: further lists it is asked to search. */
  suggest(query: { q: string; length: number | undefined; targets: readonly string[] }): Promise<Reading<Company[]>>;
  /** The company of a number of nine digits, also one that is known in part (206); null when nobody has the number. */
  findCompany(siren: string): Promise<Reading<Company | null>>;
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
  // Suggestions need no key, but one lifts their daily limit.
  const headers = { 'api-key': apiKey };
  const suggestions = createJsonReader({ ...rest, baseUrl: suggestionsBaseUrl, headers });
  const companies = createJsonReader({ ...rest, baseUrl, headers });
  return {
    async suggest({ q, length, targets }) {
      // Without its own target the reply would lack the list of names.
      const cibles = targets.length === 0 ? undefined : [...new Set(['nom_entreprise', ...targets])].join(',');
      const query = { q, longueur: length?.toString(), cibles };
      const reading = await suggestions.read({ operation: 'registry suggestions', path: '/v2', query, shape: SUGGESTIONS });
      return reading.ok ? { ok: true, value: reading.value.resultats_nom_entreprise } : reading;
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
