// SQL of penalties, which the defaults platform tells.

import type { Tx } from '../../core/db/transaction.ts';

/** Replaces the penalty of an echeance; cents. */
export async function writePenalty(
  tx: Tx,
  echeanceId: string,
  penalty: { total: number; forInvestors: number; forBricks: number; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      penalty_total_cents: penalty.total,
      penalty_for_investors_cents: penalty.forInvestors,
      penalty_for_bricks_cents: penalty.forBricks,
      updated_at: penalty.at,
    })
    .where('id', '=', echeanceId)
    .execute();
}
