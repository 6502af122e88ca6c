// Lists that a document gives as plain arrays: an answer holds the newest part, and its Link header leads to the next (http.md#lists).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type CursorKey, encodeCursor } from './cursor.ts';

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
