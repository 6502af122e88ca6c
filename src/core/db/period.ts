// Filter of a list by a period: its start is included, its end is not (A-customers-6).

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Bounds in ISO 8601 with an offset, validated by `PeriodQuery`; an absent bound is open. */
export type Period = { from?: string | undefined; to?: string | undefined };

/** Condition on a `timestamptz` column, in a form that can use an index on it. */
export function inPeriod(column: string, { from, to }: Period): RawBuilder<SqlBool> {
  const at = sql.ref(column);
  return sql`
    ${at} >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and ${at} < coalesce(${to ?? null}::timestamptz, 'infinity')`;
}
