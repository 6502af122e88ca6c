// Building blocks of the rooms' schemas.

import {
  type Static,
  type TNumberOptions,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  Type,
} from 'typebox';
import { type Cents as Amount, MAX_CENTS } from '../cents.ts';
import { UUID_V4, UUID_V7 } from '../uuid.ts';

/** UUID v4, the identifier of the documents: capitals are read, and are small letters to every route (validation.ts). */
export const Uuid = Type.String({ pattern: UUID_V4, description: 'UUID v4', examples: ['9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35'] });

/** {@link Uuid} of a table whose ids have a type of their own (db/tables.ts). */
export function UuidOf<Id extends string>() {
  return Type.Unsafe<Id>(Uuid);
}

/** UUID v7, in the same way, for the few identifiers that the documents order by time. */
export const UuidV7 = Type.String({
  pattern: UUID_V7,
  description: 'UUID v7',
  examples: ['019ab2c4-7d10-7a3e-9c51-0f3e6d2b8a47'],
});

/** Whole cents of euro: {@link Amount} in TypeScript, an integer in JSON. */
export function WholeCents(options: TNumberOptions = {}) {
  return Type.Unsafe<Amount>(Type.Integer(options));
}

/** {@link WholeCents}, at least 1. */
export const PositiveCents = WholeCents({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'cents',
  examples: [10_000],
});

/** {@link WholeCents}, at least 0. */
export const Cents = WholeCents({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'cents', examples: [10_000] });

/** {@link PositiveCents} in a request, limited to {@link MAX_CENTS}. */
export const AskedPositiveCents = WholeCents({ minimum: 1, maximum: MAX_CENTS, description: 'cents' });

/** {@link Cents} in a request, limited to {@link MAX_CENTS}. */
export const AskedCents = WholeCents({ minimum: 0, maximum: MAX_CENTS, description: 'cents' });

// What both Temporal and PostgreSQL accept: four-digit years, seconds, at most nine decimals, an offset.
const DAY = '(?:19|2[01])\\d\\d-\\d\\d-\\d\\d';
const TIME = 'T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)';

/** ISO 8601 instant with its offset, between 1900 and 2199. */
export const Timestamp = Type.String({
  format: 'date-time',
  pattern: `^${DAY}${TIME}$`,
  description: 'ISO 8601',
  examples: ['2026-03-02T09:30:00Z'],
});

/** `YYYY-MM-DD`. */
export const PlainDate = Type.String({ format: 'date', examples: ['2026-03-02'] });

/** Email address; compared case-insensitively. */
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['camille.martin@example.com'] });

/**
 * One character of a line: no control character, line or paragraph separator, half of a surrogate pair or non-character, and none of the
 * marks that turn the text after them around, so that it reads as another one.
 */
export const OF_A_LINE = '[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}\\u202a-\\u202e\\u2066-\\u2069]';
/** A visible character. */
const VISIBLE = '[^\\s\\p{Default_Ignorable_Code_Point}]';

/**
 * A name or another line that is printed, listed and posted as one line: it cannot forge a second one, nor make a file unreadable.
 * Of at most `maxLength` characters; with nothing to see only where `isOptional`.
 */
export function LineOf(maxLength: number, { isOptional = false }: { isOptional?: boolean } = {}) {
  if (isOptional) return Type.String({ maxLength, pattern: `^${OF_A_LINE}*$` });
  return Type.String({ minLength: 1, maxLength, pattern: `^(?=.*${VISIBLE})${OF_A_LINE}*$`, description: 'one line of text' });
}

/** A file of a multipart body, for the API description. */
export const FilePart = Type.String({ format: 'binary' });

/** One of several literals: an enum of that title in the API description and in generated clients, a union in TypeScript. */
export function Words<const T extends string>(words: readonly T[], options: { title: string; description?: string }) {
  return Type.Unsafe<T>(Type.String({ enum: [...words], ...options }));
}

/** An object with the name `title` in the API description and in generated clients. */
export function Model<T extends TProperties>(title: string, properties: T, options: TObjectOptions = {}) {
  return Type.Object(properties, { title, ...options });
}

/** A multipart body of one file, for the API description. */
export const FileForm = Model('FileForm', { file: FilePart });

/** A value or null. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * Discriminated union: faults are reported against the variant that the discriminator selects. Every variant declares `discriminator`
 * as a literal (Type.Literal) or as {@link Words}. In the API description the union is named `title`, and each variant `title` followed by
 * its literal.
 */
export function Variants<T extends TObject[]>(title: string, discriminator: string, variants: readonly [...T]) {
  const named = variants.map((variant) => {
    const words = wordsOf(variant.properties[discriminator]);
    return { words, schema: { ...variant, title: `${title}${words.map(inCapitals).join('')}` } };
  });
  return Type.Unsafe<Static<T[number]>>({
    title,
    type: 'object',
    discriminator: {
      propertyName: discriminator,
      mapping: Object.fromEntries(
        named.flatMap(({ words, schema }) => words.map((word) => [word, `#/components/schemas/${schema.title}`])),
      ),
    },
    required: [discriminator],
    oneOf: named.map(({ schema }) => schema),
  });
}

function wordsOf(schema: TSchema | undefined): string[] {
  // Border: a discriminator is declared by Type.Literal or Words, whose JSON Schema has `const` or `enum`.
  const { const: only, enum: several } = Object(schema) as { const?: string; enum?: string[] };
  if (several === undefined && only === undefined) throw new Error('a variant does not declare its discriminator');
  return several ?? [String(only)];
}

function inCapitals(word: string): string {
  return word.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A page of a list: `{ items, nextCursor }`; nextCursor is null on the last page. Named after its items in the API description. */
export function Page<T extends TSchema>(item: T) {
  const { title } = Object(item);
  const options = typeof title === 'string' ? { title: `PageOf${title}` } : {};
  return Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) }, options);
}

/** Query of a paginated list. */
export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

/** What a choice asks of a list that is answered whole: those that contain a text, and only so many. */
export const ChoiceQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name, or the whole id; an extension' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'the first ones; all without it; an extension' })),
});
export type ChoiceQuery = Static<typeof ChoiceQuery>;

/** A day in Paris, or an instant (validation.ts has the format). */
const DayOrTime = { ...Timestamp, format: 'date-or-time', pattern: `^${DAY}(?:${TIME})?$`, examples: ['2026-03-02'] };

/** Query of a list that can be filtered by a period of the instant by which it is sorted. */
export const PeriodQuery = Type.Object({
  from: Type.Optional(Type.String({ ...DayOrTime, description: 'a day in Paris, or an ISO 8601 instant; included' })),
  to: Type.Optional(Type.String({ ...DayOrTime, description: 'a day in Paris, included, or an ISO 8601 instant, not included' })),
});

/** The same of a list of what has a day and no time. */
export const DaysQuery = Type.Object({
  from: Type.Optional(Type.String({ ...PlainDate, pattern: `^${DAY}$`, description: 'the first day' })),
  to: Type.Optional(Type.String({ ...PlainDate, pattern: `^${DAY}$`, description: 'the last day' })),
});
