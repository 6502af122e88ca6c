// GET /registry/search: companies by name, or one company by its registration number.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { REGISTRY_SEARCH_FAILED } from './errors.ts';
import { sirenIn, toSuggestion, wordsOf } from './rules.ts';
import type { Companies } from './schemas.ts';

type Deps = Pick<AppDeps, 'config' | 'cache' | 'registry'>;

/**
 * Nine digits are looked up and give one suggestion, or none for a number nobody has; anything else gives what the registry
 * finds through the asked types, as it tells it. A good answer is used again for REGISTRY_CACHE_SECONDS. Error: `registry-search-failed` with the document's message.
 */
export async function searchCompanies(
  deps: Deps,
  query: { q: string; longueur?: number; types?: readonly string[] },
): Promise<Companies> {
  const siren = sirenIn(query.q);
  return siren === undefined ? searchByName(deps, query) : findBySiren(deps, siren);
}

async function findBySiren(deps: Deps, siren: string): Promise<Companies> {
  return remembered(deps, `registry:siren:${siren}`, async () => {
    const company = replyOf(await deps.registry.findCompany(siren));
    return { resultats_siren: company === null ? [] : [toSuggestion(company)] };
  });
}

async function searchByName(deps: Deps, query: { q: string; longueur?: number; types?: readonly string[] }): Promise<Companies> {
  const search = { q: query.q.trim(), length: query.longueur, types: wordsOf(query.types ?? []) };
  const key = `registry:name:${JSON.stringify([search.q, search.length ?? null, search.types])}`;
  return remembered(deps, key, async () => ({ resultats_nom_entreprise: replyOf(await deps.registry.suggest(search)) }));
}

function remembered(deps: Deps, key: string, load: () => Promise<Companies>): Promise<Companies> {
  return deps.cache.getRecent(key, deps.config.REGISTRY_CACHE_SECONDS, load);
}

/** What the registry said; why it said nothing stands in the log alone. */
function replyOf<T>(reading: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (reading.ok) return reading.value;
  throw new AppError(REGISTRY_SEARCH_FAILED, { detail: 'registry search failed', cause: new Error(reading.reason) });
}
