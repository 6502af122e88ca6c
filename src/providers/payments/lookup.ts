// Evaluates searches for movements: all that match a key, and the decisive one of them.

import type { Movement } from './movements.ts';
import type { ProviderResult } from './port.ts';

/** Rows of a search reply, oldest first; rows of the same second by their ascending ids. */
export function oldestFirst<Row extends { id: number; date: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.date - b.date || a.id - b.id);
}

/** Turns the provider's "not found" into an empty list; other failures are kept. */
export function noneWhenUnknown<T>(result: ProviderResult<T[]>): ProviderResult<T[]> {
  return !result.ok && result.kind === 'not-found' ? { ok: true, value: [] } : result;
}

/**
 * The decisive movement of all found, which are ordered oldest first; the provider does not guarantee that a reference is unique. The
 * first succeeded one, else the first pending one, else the newest.
 */
export function decisive<T extends Movement>(found: ProviderResult<T[]>): ProviderResult<T | null> {
  if (!found.ok) return found;
  const first = (status: Movement['status']) => found.value.find((movement) => movement.status === status);
  return { ok: true, value: first('succeeded') ?? first('pending') ?? found.value.at(-1) ?? null };
}
