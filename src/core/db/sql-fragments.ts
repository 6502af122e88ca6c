// Parts of SQL statements that several rooms use: patterns, periods, lists as JSON.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { boundsOf, daysOf, type Period } from '../period.ts';

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

/** Condition on a `timestamptz` column, in a form that can use an index on it; the period as `PeriodQuery` has it. Error: that of {@link boundsOf}. */
export function inPeriod(column: string, period: Period): RawBuilder<SqlBool> {
  const at = sql.ref(column);
  const { start, end } = boundsOf(period);
  return sql`
    ${at} >= coalesce(${start}::timestamptz, '-infinity')
    and ${at} < coalesce(${end}::timestamptz, 'infinity')`;
}

/** The same on a `date` column, with the days of `DaysQuery`. Error: that of {@link daysOf}. */
export function inDays(column: string, days: Period): RawBuilder<SqlBool> {
  const day = sql.ref(column);
  const { first, last } = daysOf(days);
  return sql`
    ${day} >= coalesce(${first}::date, '-infinity')
    and ${day} <= coalesce(${last}::date, 'infinity')`;
}

/** Condition on an encrypted column: it has a value, and another key than the present one encrypted it. */
export function hasOtherKey(column: string, { keyId }: { keyId: Buffer }): RawBuilder<SqlBool> {
  return sql`substr(${sql.ref(column)}, 1, ${keyId.length}::integer) not in (${keyId}::bytea, '')`;
}

/** A query whose rows have these columns, named as in SQL; the enclosing statement puts it in parentheses. */
export type Subquery<Row> = RawBuilder<Row>;
