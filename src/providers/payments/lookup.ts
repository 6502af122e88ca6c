// Searches for movements: all that stand under a key, and the one of them that decides.

import type { Movement } from './movements.ts';
import type { ProviderResult } from './port.ts';

/** Rows of a search reply, oldest first; rows of one second by their ids, which the provider counts up. */
export function oldestFirst<Row extends { id: number; date: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.date - b.date || a.id - b.id);
}

/** A search that finds nothing is an answer: the provider's "not found" is no movement. Every other failure stays one. */
export function noneWhenUnknown<T>(result: ProviderResult<T[]>): ProviderResult<T[]> {
  return !result.ok && result.kind === 'not-found' ? { ok: true, value: [] } : result;
}

/**
 * The movement that a search is about, of all found, oldest first: the provider does not promise that a reference is unique.
 * The first that moved money wins over the first that still may, and that over the newest that did not.
 */
export function decisive<T extends Movement>(found: ProviderResult<T[]>): ProviderResult<T | null> {
  if (!found.ok) return found;
  const first = (status: Movement['status']) => found.value.find((movement) => movement.status === status);
  return { ok: true, value: first('succeeded') ?? first('pending') ?? found.value.at(-1) ?? null };
}
