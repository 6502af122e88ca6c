// SQL of owner settlements: what the owner of a project gets back at its final settlement.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

const COLUMNS = [
  'id',
  'property_id as propertyId',
  'action',
  'status',
  'amount_cents as amountCents',
  'provider_bank_account_id as bankAccountId',
  'comment',
  'payment_order_id as orderId',
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
    | { action: 'withdraw'; bankAccountId: number; orderId: string }
    | { action: 'handed-over'; comment: string; offProviderCents: Cents }
  ),
): Promise<void> {
  const { id, propertyId, cents, at } = settlement;
  const ofAction =
    settlement.action === 'withdraw'
      ? ({ status: 'waiting', provider_bank_account_id: settlement.bankAccountId, payment_order_id: settlement.orderId } as const)
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
