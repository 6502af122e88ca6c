// The few schema pieces that every room's schemas.ts is built from.

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { MOST_CENTS } from '../cents.ts';

const UUID_V4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
const UUID_V7 = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

/** UUID v4 in lower case, the identifier of the documents. */
export const Uuid = Type.String({ pattern: UUID_V4, description: 'UUID v4' });

/** UUID v7 in lower case (project owner presentations). */
export const UuidV7 = Type.String({ pattern: UUID_V7, description: 'UUID v7' });

/** Whole cents of euro, at least 1. */
export const PositiveCents = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'cents' });

/** Whole cents of euro, at least 0. */
export const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'cents' });

/** {@link PositiveCents} as a request asks for them. */
export const AskedPositiveCents = Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: 'cents' });

/** {@link Cents} as a request asks for them. */
export const AskedCents = Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: 'cents' });

// What both Temporal and PostgreSQL take: years of four digits, seconds, nine decimals at most, an offset.
const INSTANT = '^(?:19|2[01])\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)$';

/** ISO 8601 instant with its offset, between 1900 and 2199. */
export const Timestamp = Type.String({ format: 'date-time', pattern: INSTANT, description: 'ISO 8601' });

/** `YYYY-MM-DD`. */
export const PlainDate = Type.String({ format: 'date' });

/** Email address as people type it; compared without case. */
export const Email = Type.String({ format: 'email', maxLength: 254 });

/** One of a few words, as an enum in OpenAPI and a union in TypeScript. */
export function Words<const T extends string>(words: readonly T[], options: { description?: string } = {}) {
  return Type.Unsafe<T>(Type.String({ enum: [...words], ...options }));
}

/** A value or null. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * Object union told apart by one field: a fault is reported against the variant that the field chose, not against all.
 * Every variant declares `discriminator` as a one-word literal (Type.Literal) or {@link Words}.
 */
export function Variants<T extends TObject[]>(discriminator: string, variants: readonly [...T]) {
  return Type.Unsafe<Static<T[number]>>({
    type: 'object',
    discriminator: { propertyName: discriminator },
    required: [discriminator],
    oneOf: variants,
  });
}

/** Cursor page of our own lists: `{ items, nextCursor }`, nextCursor null on the last page. */
export function Page<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) });
}

/** Query of a cursor page. */
export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
