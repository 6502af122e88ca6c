// Rows of a subquery as one JSON value: several lists come with one row, in one statement, and so from one version of the data.

import { type Expression, type RawBuilder, sql } from 'kysely';

/** A row as JSON carries it: moments and days are text, whoever reads it turns them back. */
export type JsonRow<Row> = { [Column in keyof Row]: JsonValue<Row[Column]> };
type JsonValue<Value> = Value extends Temporal.Instant | Temporal.PlainDate ? string : Value;

/** The rows of `query` in its order, empty when there are none. Its integers must be safe ones. */
export function jsonList<Row>(query: Expression<Row>): RawBuilder<JsonRow<Row>[]> {
  return sql`(select coalesce(json_agg(item), '[]') from ${query} as item)`;
}
