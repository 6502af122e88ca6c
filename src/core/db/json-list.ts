// Rows of a subquery as one JSON value: one statement can return several lists, all from the same snapshot.

import { type Expression, type RawBuilder, sql } from 'kysely';

/** A row after JSON: instants and dates are text, which the caller converts back. */
export type JsonRow<Row> = { [Column in keyof Row]: JsonValue<Row[Column]> };
type JsonValue<Value> = Value extends Temporal.Instant | Temporal.PlainDate ? string : Value;

/** The rows of `query` in its order, an empty list when there are none. Integers must be within the safe range of a JSON number. */
export function jsonList<Row>(query: Expression<Row>): RawBuilder<JsonRow<Row>[]> {
  return sql`(select coalesce(json_agg(item), '[]') from ${query} as item)`;
}
