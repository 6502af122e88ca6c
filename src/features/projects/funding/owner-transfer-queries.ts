// SQL of the transfers to the project owner.

import { sql } from 'kysely';
import type { Administrator } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';

const OWNER_TRANSFER = [
  'owner_transfer.id',
  'owner_transfer.property_id as propertyId',
  'owner_transfer.spv_id as spvId',
  'owner_transfer.action',
  'owner_transfer.status',
  'owner_transfer.amount_cents as amountCents',
  'owner_transfer.provider_bank_account_id as bankAccountId',
  'owner_transfer.withdraw_bypassed as withdrawBypassed',
  'owner_transfer.bypassing_administrator_id as bypassingAdministratorId',
  'owner_transfer.bypassing_administrator_email as bypassingAdministratorEmail',
  'owner_transfer.payment_id as paymentId',
  'owner_transfer.wallet_transaction_id as transactionId',
  'owner_transfer.created_at as createdAt',
  'owner_transfer.settled_at as settledAt',
] as const;

/** One transfer to the owner; amounts in cents. */
export type OwnerTransferRow = NonNullable<Awaited<ReturnType<typeof findOwnerTransfer>>>;

/** The transfer with this id. */
export async function findOwnerTransfer(db: Database | Tx, id: string) {
  return db.selectFrom('owner_transfer').select(OWNER_TRANSFER).where('id', '=', id).executeTakeFirst();
}

/** Filters of the list. */
export type OwnerTransferFilters = Partial<Pick<OwnerTransferRow, 'status' | 'action'>> & Period;

/** Transfers of a property, newest first, starting after the cursor. */
export async function listOwnerTransferRows(
  db: Database,
  propertyId: PropertyId,
  { after, limit, filters }: { after: CursorKey | undefined; limit: number; filters: OwnerTransferFilters },
): Promise<OwnerTransferRow[]> {
  let query = db
    .selectFrom('owner_transfer')
    .select(OWNER_TRANSFER)
    .where('property_id', '=', propertyId)
    .where(inPeriod('created_at', filters));
  if (filters.status !== undefined) query = query.where('status', '=', filters.status);
  if (filters.action !== undefined) query = query.where('action', '=', filters.action);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The newest transfer of a property that stands: neither refused nor taken back. Exact only under the property's lock. */
export async function findNewestTransfer(tx: Tx, propertyId: PropertyId): Promise<OwnerTransferRow | undefined> {
  return tx
    .selectFrom('owner_transfer')
    .select(OWNER_TRANSFER)
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['waiting', 'transferred'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A withdrawal of the property that the provider has not answered, or whose call is still running: nobody knows its outcome. */
export async function isWithdrawalUnknown(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .selectFrom('owner_transfer')
    .innerJoin('payment', 'payment.id', 'owner_transfer.payment_id')
    .select('owner_transfer.id')
    .where('owner_transfer.property_id', '=', propertyId)
    .where('owner_transfer.status', '=', 'waiting')
    .where('payment.provider_payment_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cents that were transferred to the owner or are waiting. Exact only under the property's lock. */
export async function sumOwnerTransfers(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const row = await db
    .selectFrom('owner_transfer')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['waiting', 'transferred'])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** The same withdrawal, requested by this administrator after `since` and still waiting. Exact only under the property's lock. */
export async function findRecentTransfer(
  db: Database | Tx,
  wanted: {
    propertyId: PropertyId;
    administratorId: string;
    amountCents: Cents;
    bankAccountId: number;
    since: Temporal.Instant;
  },
): Promise<OwnerTransferRow | undefined> {
  return db
    .selectFrom('owner_transfer')
    .select(OWNER_TRANSFER)
    .where('property_id', '=', wanted.propertyId)
    .where('status', '=', 'waiting')
    .where('administrator_id', '=', wanted.administratorId)
    .where('amount_cents', '=', wanted.amountCents)
    .where('provider_bank_account_id', '=', wanted.bankAccountId)
    .where('created_at', '>', wanted.since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * A withdrawal of this amount, requested by anybody, which the provider has not answered, so that its outcome is unknown; of any bank
 * account where none is given. A withdrawal whose first call is still running does not count.
 */
export async function findUnansweredTransfer(
  db: Database | Tx,
  wanted: { propertyId: PropertyId; amountCents: Cents; bankAccountId?: number },
): Promise<OwnerTransferRow | undefined> {
  const query = db
    .selectFrom('owner_transfer')
    .innerJoin('payment', 'payment.id', 'owner_transfer.payment_id')
    .select(OWNER_TRANSFER)
    .where('owner_transfer.property_id', '=', wanted.propertyId)
    .where('owner_transfer.status', '=', 'waiting')
    .where('owner_transfer.amount_cents', '=', wanted.amountCents)
    .where('payment.status', '=', 'sent')
    .where('payment.provider_payment_id', 'is', null)
    .where(sql<boolean>`(payment.attempts > 1 or coalesce(payment.lease_until < clock_timestamp(), true))`)
    .orderBy('owner_transfer.created_at')
    .limit(1);
  const { bankAccountId } = wanted;
  return (
    bankAccountId === undefined ? query : query.where('owner_transfer.provider_bank_account_id', '=', bankAccountId)
  ).executeTakeFirst();
}

/** A new transfer: waiting for the provider, or already made outside it (`no-withdraw`). */
export type NewOwnerTransfer = {
  id: string;
  propertyId: PropertyId;
  spvId: SpvId;
  amountCents: Cents;
  administrator: Administrator;
  transactionId: string;
  at: Temporal.Instant;
} & ({ action: 'withdraw'; bankAccountId: number; paymentId: string } | { action: 'no-withdraw' });

/** Inserts it; a `no-withdraw` transfer gets the flags of funding.md#transfers-to-the-project-owner and is settled at once. */
export async function insertOwnerTransfer(tx: Tx, transfer: NewOwnerTransfer): Promise<void> {
  const isOutside = transfer.action === 'no-withdraw';
  const { administrator } = transfer;
  await tx
    .insertInto('owner_transfer')
    .values({
      id: transfer.id,
      property_id: transfer.propertyId,
      spv_id: transfer.spvId,
      action: transfer.action,
      status: isOutside ? 'transferred' : 'waiting',
      amount_cents: transfer.amountCents,
      provider_bank_account_id: isOutside ? null : transfer.bankAccountId,
      withdraw_bypassed: isOutside,
      bypassing_administrator_id: isOutside ? administrator.administratorId : null,
      bypassing_administrator_email: isOutside ? administrator.email : null,
      administrator_id: administrator.administratorId,
      payment_id: isOutside ? null : transfer.paymentId,
      wallet_transaction_id: transfer.transactionId,
      created_at: transfer.at,
      settled_at: isOutside ? transfer.at : null,
    })
    .execute();
}

/** waiting -> transferred or failed. Throws when it was settled before. */
export async function markOwnerTransfer(
  tx: Tx,
  id: string,
  end: { to: 'transferred' | 'failed'; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('owner_transfer')
    .set({ status: end.to, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`owner transfer ${id} does not wait`));
}

/** transferred -> taken-back, of a transfer that was recorded as made outside. Throws for any other. */
export async function markTakenBack(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('owner_transfer')
    .set({ status: 'taken-back' })
    .where('id', '=', id)
    .where('status', '=', 'transferred')
    .where('action', '=', 'no-withdraw')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`owner transfer ${id} cannot be taken back`));
}
