// Lists in parts, newest first by (instant, id) or by a number: pages with a cursor, and plain arrays whose Link header leads on
// (http.md#lists).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, VALIDATION_FAILED } from '../errors.ts';

/** Sort key of a list, descending; `id` (a UUID) breaks ties of equal instants. */
export type CursorKey = { at: Temporal.Instant; id: string };

const KEY = /^(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque cursor of a key. */
export function encodeCursor(key: CursorKey | NumberKey): string {
  const first = 'at' in key ? key.at.toString() : String(key.value);
  return Buffer.from(`${first}|${key.id}`).toString('base64url');
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
  return refuseCursor();
}

/** Throws `validation-failed`. */
export function refuseCursor(): never {
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/cursor', reason: 'is not a cursor of this list' }] });
}

/** Sort key of a list by a number; `id` (a UUID) breaks ties. */
export type NumberKey = { value: number; id: string };

const NUMBER_KEY = /^(-?\d+(?:\.\d+)?)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Like {@link decodeCursor}, of a list by a number. */
export function decodeNumberCursor(cursor: string | undefined): NumberKey | undefined {
  if (cursor === undefined) return undefined;
  const [, value, id] = NUMBER_KEY.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return value === undefined || id === undefined ? refuseCursor() : { value: Number(value), id };
}

/** Makes a page of up to `limit + 1` fetched rows: the extra row only shows that there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => CursorKey | NumberKey,
  view: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}

/** Items of an answer, unless fewer are asked for. */
const MAX_PART = 1_000;

/** Query of such a list; a route adds its filters. */
export const PartQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: MAX_PART, default: MAX_PART }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

/**
 * Of up to `limit + 1` fetched rows those that are answered. The extra row only shows that there are more: then the answer gets
 * `Link: <...>; rel="next"`, the same list with the same filters after its last row.
 */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => CursorKey,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Row[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(request.url, 'http://list.invalid');
    next.searchParams.set('cursor', encodeCursor(keyOf(last)));
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return shown;
}
