// Cursor pagination of our own lists: newest first, by (moment, id); the cursor is the key of the last item that was shown.

import { AppError, VALIDATION_FAILED } from '../errors.ts';

/** Key by which a list is sorted, descending; `id` (a UUID) decides between equal moments. */
export type CursorKey = { at: Temporal.Instant; id: string };

const KEY = /^(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque text of a key. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(`${key.at.toString()}|${key.id}`).toString('base64url');
}

/** Key behind the query parameter `cursor`; undefined on the first page. Error: `validation-failed` for a cursor that we never gave. */
export function decodeCursor(cursor: string | undefined): CursorKey | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = KEY.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  try {
    if (at !== undefined && id !== undefined) return { at: Temporal.Instant.from(at), id };
  } catch {
    // Not a moment: refused below like any other text.
  }
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/cursor', reason: 'is not a cursor of this list' }] });
}

/** Cuts `limit + 1` fetched rows to a page: one row more than asked for means that there is a next page. */
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
