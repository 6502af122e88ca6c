// Parts of SQL statements that several rooms use: patterns, periods, lists as JSON.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** Of texts in lower case that contain this one, whatever signs it has; to be compared with `lower(...)`. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A row after JSON: instants and dates are text, which the caller converts back. */
export type JsonRow<Row> = { [Column in keyof Row]: JsonValue<Row[Column]> };
type JsonValue<Value> = Value extends Temporal.Instant | Temporal.PlainDate ? string : Value;

/** The rows of `query` in its order, an empty list when there are none. Integers must be within the safe range of a JSON number. */
export function jsonList<Row>(query: Expression<Row>): RawBuilder<JsonRow<Row>[]> {
  return sql`(select coalesce(json_agg(item), '[]') from ${query} as item)`;
}

/** Bounds in ISO 8601 with an offset, validated by `PeriodQuery`; an absent bound is open. */
export type Period = { from?: string | undefined; to?: string | undefined };

/** Condition on a `timestamptz` column, in a form that can use an index on it. */
export function inPeriod(column: string, { from, to }: Period): RawBuilder<SqlBool> {
  const at = sql.ref(column);
  return sql`
    ${at} >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and ${at} < coalesce(${to ?? null}::timestamptz, 'infinity')`;
}

/** Condition on an encrypted column: it has a value, and another key than the present one encrypted it. */
export function hasOtherKey(column: string, { keyId }: { keyId: Buffer }): RawBuilder<SqlBool> {
  return sql`substr(${sql.ref(column)}, 1, ${keyId.length}::integer) not in (${keyId}::bytea, '')`;
}

/** A query whose rows have these columns, named as in SQL; the enclosing statement puts it in parentheses. */
export type Subquery<Row> = RawBuilder<Row>;
