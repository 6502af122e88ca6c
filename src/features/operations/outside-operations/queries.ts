// SQL of the operations of external services that fail.

import { sql } from 'kysely';
import type { Tx } from '../../../core/db/transaction.ts';

/** The operation failed: since now, unless it failed before. */
export async function markFailing(tx: Tx, operation: string, at: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('outside_operation')
    .values({ operation, failing_since: at })
    .onConflict((conflict) =>
      conflict.column('operation').doUpdateSet({ failing_since: at }).where('outside_operation.failing_since', 'is', null),
    )
    .execute();
}

/** The operation works; true when the team had been told that it did not. */
export async function markWorking(tx: Tx, operation: string): Promise<boolean> {
  const row = await tx
    .updateTable('outside_operation')
    .set({ failing_since: null, alerted_at: null })
    .where('operation', '=', operation)
    .where('failing_since', 'is not', null)
    .returning(
      sql<boolean>`(
        select old.alerted_at is not null
        from outside_operation old
        where old.operation = outside_operation.operation
      )`.as('wasAlerted'),
    )
    .executeTakeFirst();
  return row?.wasAlerted === true;
}

/** The service does not offer the operation any more; true the first time. */
export async function markRetired(tx: Tx, operation: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .insertInto('outside_operation')
    .values({ operation, retired_at: at })
    .onConflict((conflict) =>
      conflict.column('operation').doUpdateSet({ retired_at: at }).where('outside_operation.retired_at', 'is', null),
    )
    .returning('operation')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the operations that have failed since before `since` as told, each once, and returns them. */
export async function takeUntold(tx: Tx, since: Temporal.Instant, at: Temporal.Instant) {
  return tx
    .updateTable('outside_operation')
    .set({ alerted_at: at })
    .where('failing_since', '<=', since)
    .where('alerted_at', 'is', null)
    .returning(['operation', 'failing_since as failingSince'])
    .execute();
}
