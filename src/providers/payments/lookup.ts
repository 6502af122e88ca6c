// A search that finds nothing is an answer, not a failure.

import type { ProviderResult } from './port.ts';

/** Turns the provider's "not found" into null; every other failure stays one. */
export function nullWhenUnknown<T>(result: ProviderResult<T | null>): ProviderResult<T | null> {
  return !result.ok && result.kind === 'not-found' ? { ok: true, value: null } : result;
}
