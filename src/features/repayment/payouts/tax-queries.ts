// SQL of the withheld tax on its way to the platform's tax account.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** SPVs with paid coupons whose tax still lies on their wallet. */
export async function listSpvsWithTaxes(db: Database): Promise<{ spvId: string; accountId: string }[]> {
  const { rows } = await sql<{ spvId: string; accountId: string }>`
    select distinct spv.id as "spvId", spv.provider_external_id as "accountId"
    from payout_line line join payout_run run on run.id = line.run_id join property on property.id = run.property_id join spv on spv.id = property.spv_id
    where line.status in ('paid', 'paidOutside') and line.tax_cents > 0 and line.tax_order_id is null and spv.provider_external_id is not null`.execute(
    db,
  );
  return rows;
}

/** Cents of tax of the SPV's paid lines that no transfer has taken yet; their lines are locked until the end of the transaction. */
export async function lockTaxesToMove(tx: Tx, spvId: string): Promise<{ ids: string[]; taxCents: number }> {
  const { rows } = await sql<{ id: string; taxCents: number }>`
    select line.id, line.tax_cents as "taxCents"
    from payout_line line join payout_run run on run.id = line.run_id join property on property.id = run.property_id
    where property.spv_id = ${spvId}::uuid and line.status in ('paid', 'paidOutside') and line.tax_cents > 0 and line.tax_order_id is null
    order by line.id for update of line`.execute(tx);
  return { ids: rows.map(({ id }) => id), taxCents: rows.reduce((sum, row) => sum + row.taxCents, 0) };
}

/** Names the transfer that takes the tax of these lines. */
export async function writeTaxOrder(tx: Tx, ids: readonly string[], orderId: string): Promise<void> {
  await tx
    .updateTable('payout_line')
    .set({ tax_order_id: orderId })
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .execute();
}

/** The transfer was refused: the next run orders another. */
export async function forgetTaxOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('payout_line').set({ tax_order_id: null }).where('tax_order_id', '=', orderId).execute();
}
