// A stretch of time that a list is narrowed to: its beginning is in it, its end is not (A-customers-6).

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** ISO 8601 with an offset, checked by `PeriodQuery`; an end that is absent is open. */
export type Period = { from?: string | undefined; to?: string | undefined };

/** Condition on a `timestamptz` column; an index on it still serves. */
export function inPeriod(column: string, { from, to }: Period): RawBuilder<SqlBool> {
  const at = sql.ref(column);
  return sql`${at} >= coalesce(${from ?? null}::timestamptz, '-infinity') and ${at} < coalesce(${to ?? null}::timestamptz, 'infinity')`;
}
