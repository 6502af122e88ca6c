// SQL of withheld tax: its transfers to the platform's tax account, and its remittances to the tax office.

import { sql } from 'kysely';
import { type Cents, sumOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** SPVs whose wallet still holds tax of paid coupons. */
export async function listSpvsWithTaxes(db: Database): Promise<{ spvId: SpvId; accountId: string }[]> {
  const { rows } = await sql<{ spvId: SpvId; accountId: string }>`
    select distinct spv.id as "spvId", spv.provider_external_id as "accountId"
    from payout_line line
    join payout_run run on run.id = line.run_id
    join property on property.id = run.property_id
    join spv on spv.id = property.spv_id
    where line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0
      and line.tax_payment_id is null
      and spv.provider_external_id is not null`.execute(db);
  return rows;
}

/** Tax of the SPV's paid lines that no transfer has taken yet, cents; the lines are locked until the end of the transaction. */
export async function lockTaxesToMove(tx: Tx, spvId: SpvId): Promise<{ ids: string[]; taxCents: Cents }> {
  const { rows } = await sql<{ id: string; taxCents: Cents }>`
    select line.id, line.tax_cents as "taxCents"
    from payout_line line
    join payout_run run on run.id = line.run_id
    join property on property.id = run.property_id
    where property.spv_id = ${spvId}::uuid
      and line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0
      and line.tax_payment_id is null
    order by line.id
    for update of line`.execute(tx);
  return { ids: rows.map(({ id }) => id), taxCents: sumOf(rows.map((row) => row.taxCents)) };
}

/** Writes which transfer takes the tax of these lines. */
export async function writeTaxOrder(tx: Tx, ids: readonly string[], paymentId: string): Promise<void> {
  await tx
    .updateTable('payout_line')
    .set({ tax_payment_id: paymentId })
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .execute();
}

/** After the refusal of the transfer: the next run orders another one. */
export async function forgetTaxOrder(tx: Tx, paymentId: string): Promise<void> {
  await tx.updateTable('payout_line').set({ tax_payment_id: null }).where('tax_payment_id', '=', paymentId).execute();
}

const REMITTANCE_COLUMNS = [
  'id',
  'period',
  'action',
  'status',
  'amount_cents as amountCents',
  'provider_bank_account_id as bankAccountId',
  'comment',
  'payment_id as paymentId',
  'created_at as createdAt',
  'settled_at as settledAt',
] as const;

/** A remittance as stored. */
export type RemittanceRow = Awaited<ReturnType<typeof lockRemittance>>;

/** The remittance with this id, locked. Throws when there is none. */
export async function lockRemittance(tx: Tx, id: string) {
  return tx
    .selectFrom('tax_remittance')
    .select(REMITTANCE_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error(`there is no tax remittance ${id}`));
}

/** The remittance of the month that is waiting or done. */
export async function findRemittance(db: Database | Tx, period: string): Promise<RemittanceRow | undefined> {
  return db
    .selectFrom('tax_remittance')
    .select(REMITTANCE_COLUMNS)
    .where('period', '=', period)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
}

/**
 * Tax of paid lines that no remittance has taken, locked: that of the month, and that of earlier months which were withheld after
 * their remittance. `isMoved`: all of it has reached the tax account at the provider.
 */
export async function lockTaxesToRemit(
  tx: Tx,
  month: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<{ ids: string[]; taxCents: Cents; isMoved: boolean }> {
  const { rows } = await sql<{ id: string; taxCents: Cents; isMoved: boolean }>`
    select line.id, line.tax_cents as "taxCents", coalesce(moved.status = 'succeeded', false) as "isMoved"
    from payout_line line
    left join payment moved on moved.id = line.tax_payment_id
    where line.tax_cents > 0
      and line.tax_remittance_id is null
      and line.status in ('paid', 'paidOutside')
      and line.settled_at < ${month.until}::timestamptz
      and (line.settled_at >= ${month.from}::timestamptz or exists (
        select
        from tax_remittance earlier
        where earlier.period = to_char(line.settled_at at time zone 'Europe/Paris', 'YYYY-MM')
          and earlier.status <> 'failed'
      ))
    order by line.id
    for update of line`.execute(tx);
  return {
    ids: rows.map(({ id }) => id),
    taxCents: sumOf(rows.map((row) => row.taxCents)),
    isMoved: rows.every(({ isMoved }) => isMoved),
  };
}

/** Tax of paid lines that has not reached the tax account at the provider yet, cents. */
export async function sumUnmovedTaxes(tx: Tx): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(line.tax_cents), 0)::bigint as cents
    from payout_line line
    left join payment moved on moved.id = line.tax_payment_id
    where line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0
      and line.tax_remittance_id is null
      and coalesce(moved.status, 'created') <> 'succeeded'`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return sum.cents;
}

/** Writes a remittance and the lines whose tax it takes; cents. A second one of the month, unless one failed, violates a constraint. */
export async function insertRemittance(
  tx: Tx,
  remittance: {
    id: string;
    period: string;
    amountCents: Cents;
    at: Temporal.Instant;
    taxIds: readonly string[];
  } & ({ action: 'withdraw'; bankAccountId: number; paymentId: string } | { action: 'outside'; comment: string }),
): Promise<void> {
  const { id, period, action, amountCents, at } = remittance;
  const isOutside = remittance.action === 'outside';
  await tx
    .insertInto('tax_remittance')
    .values({
      id,
      period,
      action,
      status: isOutside ? 'remitted' : 'waiting',
      amount_cents: amountCents,
      provider_bank_account_id: isOutside ? null : remittance.bankAccountId,
      comment: isOutside ? remittance.comment : '',
      payment_id: isOutside ? null : remittance.paymentId,
      created_at: at,
      settled_at: isOutside ? at : null,
    })
    .execute();
  await tx
    .updateTable('payout_line')
    .set({ tax_remittance_id: id })
    .where('id', '=', (any) => any.fn.any(any.val([...remittance.taxIds])))
    .execute();
}

/** From waiting to its outcome. Throws when it was not waiting. */
export async function endRemittance(tx: Tx, id: string, end: { to: 'remitted' | 'failed'; at: Temporal.Instant }): Promise<void> {
  await tx
    .updateTable('tax_remittance')
    .set({ status: end.to, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`tax remittance ${id} is not waiting`));
}

/** After the refusal of a remittance: another one may take its taxes. */
export async function releaseTaxes(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payout_line').set({ tax_remittance_id: null }).where('tax_remittance_id', '=', id).execute();
}
