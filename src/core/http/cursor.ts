// Cursor pagination: newest first by (instant, id); the cursor encodes the key of the last item of the page (A-core-19).

import { AppError, VALIDATION_FAILED } from '../errors.ts';

/** Sort key of a list, descending; `id` (a UUID) breaks ties of equal instants. */
export type CursorKey = { at: Temporal.Instant; id: string };

const KEY = /^(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque cursor of a key. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(`${key.at.toString()}|${key.id}`).toString('base64url');
}

/** Key of the query parameter `cursor`; undefined on the first page. Error: `validation-failed` for an invalid cursor. */
export function decodeCursor(cursor: string | undefined): CursorKey | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = KEY.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  try {
    if (at !== undefined && id !== undefined) return { at: Temporal.Instant.from(at), id };
  } catch {
    // Not an instant: refused below like any other invalid text.
  }
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/cursor', reason: 'is not a cursor of this list' }] });
}

/** Makes a page of up to `limit + 1` fetched rows: the extra row only shows that there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => CursorKey,
  view: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
