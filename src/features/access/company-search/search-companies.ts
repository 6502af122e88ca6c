// GET /registry/search: companies by name, or one company by its registration number.

import type { AppDeps } from '../../../deps.ts';
import { registryAnswer, sirenIn, toSuggestion, wordsOf } from './rules.ts';
import type { Companies } from './schemas.ts';

type Deps = Pick<AppDeps, 'cache' | 'registry'>;

/** Long enough for somebody who corrects what they typed; companies change more slowly (A-company-search-5). */
const CACHE_SECONDS = 60;

/**
 * Nine digits are looked up and give one suggestion, or none for an unknown number. Any other text is a search by name, answered
 * as the registry answers it. Successful answers are cached for {@link CACHE_SECONDS}. Error: `registry-search-failed` with the
 * message that the documents fix (A-company-search-5).
 */
export async function searchCompanies(
  deps: Deps,
  query: { q: string; longueur?: number; types?: readonly string[] },
): Promise<Companies> {
  const siren = sirenIn(query.q);
  return siren === undefined ? searchByName(deps, query) : findBySiren(deps, siren);
}

async function findBySiren(deps: Deps, siren: string): Promise<Companies> {
  return cached(deps, `registry:siren:${siren}`, async () => {
    const company = registryAnswer(await deps.registry.findCompany(siren));
    return { resultats_siren: company === null ? [] : [toSuggestion(company)] };
  });
}

async function searchByName(deps: Deps, query: { q: string; longueur?: number; types?: readonly string[] }): Promise<Companies> {
  const search = { q: query.q.trim(), length: query.longueur, types: wordsOf(query.types ?? []) };
  const key = `registry:name:${JSON.stringify([search.q, search.length ?? null, search.types])}`;
  return cached(deps, key, async () => {
    const { companies, throughRepresentatives } = registryAnswer(await deps.registry.suggest(search));
    return {
      resultats_nom_entreprise: companies,
      ...(throughRepresentatives && { resultats_representant: throughRepresentatives }),
    };
  });
}

function cached(deps: Deps, key: string, load: () => Promise<Companies>): Promise<Companies> {
  return deps.cache.getRecent(key, CACHE_SECONDS, load);
}
