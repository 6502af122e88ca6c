// SQL of the final settlement: the project's account, the transfer of its penalties, and what its owner gets back.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type Purse, purseOf } from '../../../money/ledger/index.ts';
import type { Purses } from './rules.ts';

/** A project as {@link findProject} gives it; `penaltiesCents` are transferred or on their way. */
export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** The project with its SPV and what was settled of it. */
export async function findProject(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoin('final_settlement as settlement', 'settlement.property_id', 'property.id')
    .select([
      'property.id',
      'property.financial_status as financialStatus',
      'property.solde_de_tout_compte_done_at as doneAt',
      'property.spv_id as spvId',
      'spv.provider_external_id as accountId',
      'settlement.penalties_payment_id as penaltiesPaymentId',
      'settlement.penalties_cents as penaltiesCents',
      'settlement.penalties_from_surplus_cents as penaltiesFromSurplusCents',
      'settlement.penalties_transferred_at as penaltiesTransferredAt',
    ])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}

/** Balance of each purse of the project, cents; 0 for a purse that was never used. */
export async function readPurses(db: Database | Tx, propertyId: PropertyId): Promise<Purses> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['name', 'balance_cents'])
    .where('owner_id', '=', propertyId)
    .execute();
  const balances = new Map(rows.map((row) => [row.name, row.balance_cents]));
  const balanceOf = (purse: Purse) => balances.get(purseOf(propertyId, purse)) ?? 0;
  return {
    COLLECT: balanceOf('COLLECT'),
    MAIN: balanceOf('MAIN'),
    ESCROW: balanceOf('ESCROW'),
    UNASSIGNED: balanceOf('UNASSIGNED'),
    FEES: balanceOf('FEES'),
    COUPON: balanceOf('COUPON'),
    CAPITAL: balanceOf('CAPITAL'),
    SURPLUS: balanceOf('SURPLUS'),
    HELD: balanceOf('HELD'),
  };
}

/** Open payments of the project's own money; payouts to holders are {@link countOpenPayouts}. */
export async function countOpenPayments(db: Database | Tx, propertyId: PropertyId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct placed.id) as count
    from payment placed
    join wallet_transaction shown on shown.payment_id = placed.id
    where placed.status in ('created', 'sent')
      and shown.property_id = ${propertyId}::uuid
      and shown.spv_id is not null`.execute(db);
  return countIn(rows);
}

/** Payouts of the project, of any kind, that are not paid to their holder. */
export async function countOpenPayouts(db: Database | Tx, propertyId: PropertyId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from payout_run run
    join payout_line line on line.run_id = run.id
    where run.property_id = ${propertyId}::uuid
      and line.status in ('waiting', 'failed', 'blocked')`.execute(db);
  return countIn(rows);
}

function countIn(rows: readonly { count: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('a count without a row');
  return row.count;
}

/** Capital that was never lent and was distributed to the holders, cents. */
export async function sumUnlentDistributed(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const row = await db
    .selectFrom('payout_run')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('total_cents'), select.lit(0)).as('sum'))
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'unlent-capital')
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Capital that was distributed to the holders, including capital that was never lent, cents. */
export async function sumCapitalDistributed(tx: Tx, propertyId: PropertyId): Promise<Cents> {
  const row = await tx
    .selectFrom('payout_run')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('total_cents'), select.lit(0)).as('sum'))
    .where('property_id', '=', propertyId)
    .where('kind', 'in', ['capital', 'unlent-capital'])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Writes the transfer of the penalties that is ordered now, and how much of it is held from SURPLUS; cents. */
export async function writePenaltiesOrder(
  tx: Tx,
  propertyId: PropertyId,
  order: { paymentId: string; amountCents: Cents; fromSurplusCents: Cents; at: Temporal.Instant },
): Promise<void> {
  const written = {
    penalties_payment_id: order.paymentId,
    penalties_cents: order.amountCents,
    penalties_from_surplus_cents: order.fromSurplusCents,
  };
  await tx
    .insertInto('final_settlement')
    .values({ property_id: propertyId, created_at: order.at, ...written })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(written))
    .execute();
}

/** Writes the outcome of the transfer; after a refusal it may be ordered again. Throws when the order is not the open one. */
export async function endPenaltiesOrder(
  tx: Tx,
  { propertyId, paymentId }: { propertyId: PropertyId; paymentId: string },
  transferredAt: Temporal.Instant | null,
): Promise<void> {
  const refused = { penalties_payment_id: null, penalties_cents: 0, penalties_from_surplus_cents: 0 } as const;
  await tx
    .updateTable('final_settlement')
    .set(transferredAt === null ? refused : { penalties_transferred_at: transferredAt })
    .where('property_id', '=', propertyId)
    .where('penalties_payment_id', '=', paymentId)
    .where('penalties_transferred_at', 'is', null)
    .returning('property_id')
    .executeTakeFirstOrThrow(() => new Error(`no penalties are transferred by payment ${paymentId}`));
}

const COLUMNS = [
  'id',
  'property_id as propertyId',
  'action',
  'status',
  'amount_cents as amountCents',
  'provider_bank_account_id as bankAccountId',
  'comment',
  'payment_id as paymentId',
  'created_at as createdAt',
  'settled_at as settledAt',
] as const;

/** An owner settlement as stored; cents. */
export type OwnerSettlementRow = Awaited<ReturnType<typeof lockOwnerSettlement>>;

/** The owner settlement with this id, locked. Throws when there is none. */
export async function lockOwnerSettlement(tx: Tx, id: string) {
  return tx
    .selectFrom('owner_settlement')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error(`there is no owner settlement ${id}`));
}

/** The open one of the project: at most one at a time. */
export async function findOpenOwnerSettlement(
  db: Database | Tx,
  propertyId: PropertyId,
): Promise<OwnerSettlementRow | undefined> {
  return db
    .selectFrom('owner_settlement')
    .select(COLUMNS)
    .where('property_id', '=', propertyId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
}

/** Attempts of the project, newest first. */
export async function listOwnerSettlements(
  db: Database | Tx,
  propertyId: PropertyId,
  limit: number,
): Promise<OwnerSettlementRow[]> {
  return db
    .selectFrom('owner_settlement')
    .select(COLUMNS)
    .where('property_id', '=', propertyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Writes what the owner gets back, by purse; cents. A second open one of a project violates `owner_settlement_one_open`. */
export async function insertOwnerSettlement(
  tx: Tx,
  settlement: {
    id: string;
    propertyId: PropertyId;
    cents: { MAIN: Cents; SURPLUS: Cents; ESCROW: Cents };
    at: Temporal.Instant;
  } & (
    | { action: 'withdraw'; bankAccountId: number; paymentId: string }
    | { action: 'handed-over'; comment: string; offProviderCents: Cents }
  ),
): Promise<void> {
  const { id, propertyId, cents, at } = settlement;
  const ofAction =
    settlement.action === 'withdraw'
      ? ({ status: 'waiting', provider_bank_account_id: settlement.bankAccountId, payment_id: settlement.paymentId } as const)
      : ({
          status: 'paid',
          comment: settlement.comment,
          settled_at: at,
          off_provider_cents: settlement.offProviderCents,
        } as const);
  await tx
    .insertInto('owner_settlement')
    .values({
      id,
      property_id: propertyId,
      action: settlement.action,
      ...ofAction,
      amount_cents: centsOf(cents.MAIN + cents.SURPLUS + cents.ESCROW),
      main_cents: cents.MAIN,
      surplus_cents: cents.SURPLUS,
      escrow_cents: cents.ESCROW,
      created_at: at,
    })
    .execute();
}

/** From waiting to its outcome. Throws when it was not waiting. */
export async function endOwnerSettlement(
  tx: Tx,
  id: string,
  end: { to: 'paid' | 'failed'; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('owner_settlement')
    .set({ status: end.to, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`owner settlement ${id} is not waiting`));
}
