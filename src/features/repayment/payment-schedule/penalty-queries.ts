// SQL of penalties, for the defaults webhook.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** Replaces the penalty of an echeance; cents. `feesTakenCents`: the part of its fee that the penalty does not take back. */
export async function writePenalty(
  tx: Tx,
  echeanceId: EcheanceId,
  penalty: { total: Cents; forInvestors: Cents; forBricks: Cents; feesTakenCents: Cents; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      penalty_total_cents: penalty.total,
      penalty_for_investors_cents: penalty.forInvestors,
      penalty_for_bricks_cents: penalty.forBricks,
      management_fees_taken_cents: penalty.feesTakenCents,
      updated_at: penalty.at,
    })
    .where('id', '=', echeanceId)
    .execute();
}
