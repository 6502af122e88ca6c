// Whether a search text is a name or a number, what is shown of a company found by its number, and a
// failed registry. Pure.

import { AppError } from '../../../core/errors.ts';
import { REGISTRY_SEARCH_FAILED } from './errors.ts';

type Maybe<T> = T | null | undefined;

/** The fields of a company's record that a suggestion shows. */
export type CompanyRecord = {
  siren: string;
  nom_entreprise?: Maybe<string>;
  date_creation?: Maybe<string>;
  domaine_activite?: Maybe<string>;
  forme_juridique?: Maybe<string>;
  capital?: Maybe<number>;
  siege?: Maybe<{ code_pays?: Maybe<string>; code_postal?: Maybe<string>; ville?: Maybe<string> }>;
  greffe?: Maybe<string>;
};

/** The registration number in a search text, with or without spaces; undefined when the text is a name. */
export function sirenIn(text: string): string | undefined {
  const digits = text.replace(/\s/g, '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}

/** The values of a list parameter, sent repeated or separated by commas, without duplicates (services.md#company-search). */
export function wordsOf(parameters: readonly string[]): string[] {
  const words = parameters.flatMap((parameter) => parameter.split(',')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/**
 * The company suggestion of services.md#company-search: null for what the registry does not know, except `greffe`, which is left
 * out.
 */
export function toSuggestion(company: CompanyRecord) {
  const { siege, greffe } = company;
  return {
    siren: company.siren,
    nom_entreprise: company.nom_entreprise ?? null,
    date_creation: company.date_creation ?? null,
    domaine_activite: company.domaine_activite ?? null,
    forme_juridique: company.forme_juridique ?? null,
    capital: company.capital ?? null,
    siege: {
      code_pays: siege?.code_pays ?? null,
      code_postal: siege?.code_postal ?? null,
      ville: siege?.ville ?? null,
    },
    ...(greffe ? { greffe } : {}),
  };
}

/** The registry's answer. Error: `registry-search-failed`; the reason is only logged. */
export function registryAnswer<T>(reading: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (reading.ok) return reading.value;
  throw new AppError(REGISTRY_SEARCH_FAILED, { detail: 'registry search failed', cause: new Error(reading.reason) });
}
