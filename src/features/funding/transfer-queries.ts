// SQL of what leaves an SPV after its funding: fees of the platform and money of the owner; names say what is locked.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { FeeTransfer } from './schemas.ts';

/** Which fee of the platform. */
export type Fee = 'funding' | 'fiducie';

/** A property as its transfers see it, with its SPV; amounts in cents. */
export type TransferProperty = NonNullable<Awaited<ReturnType<typeof findTransferProperty>>>;

export async function findTransferProperty(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .where('property.id', '=', propertyId)
    .select([
      'property.id as propertyId',
      'property.name',
      'property.investor_contract_type as investorContractType',
      'property.amount_to_fund_cents as amountToFundCents',
      'property.total_fund_escrow_cents as totalFundEscrowCents',
      'property.total_construction_budget_cents as totalConstructionBudgetCents',
      'property.funding_fees_excl_tax_cents as fundingFeesExclTaxCents',
      'property.fiducie_fees_excl_tax_cents as fiducieFeesExclTaxCents',
      'spv.id as spvId',
      'spv.country',
      'spv.provider_external_id as accountId',
      'spv.vat_override_bps as vatOverrideBps',
    ])
    .executeTakeFirst();
}

/** The same with the property locked: its transfers wait for each other until the end of the transaction. */
export async function lockTransferProperty(tx: Tx, propertyId: string): Promise<TransferProperty | undefined> {
  await tx.selectFrom('property').select('id').where('id', '=', propertyId).forNoKeyUpdate().execute();
  // A statement of its own: it sees what was committed until the lock was given.
  return findTransferProperty(tx, propertyId);
}

/** The attempt that counts: on its way or done; refused ones do not. Exact under {@link lockTransferProperty}. */
export async function findLiveFeeTransfer(tx: Tx, propertyId: string, fee: Fee) {
  return tx
    .selectFrom('company_fee_transfer')
    .select(['id', 'status', 'payment_order_id as orderId'])
    .where('property_id', '=', propertyId)
    .where('fee', '=', fee)
    .where('status', 'in', ['waiting', 'transferred'])
    .executeTakeFirst();
}

/** A new attempt; a second live one violates `company_fee_transfer_once`. */
export async function insertFeeTransfer(
  tx: Tx,
  transfer: {
    id: string;
    propertyId: string;
    fee: Fee;
    exclTaxCents: number;
    vatBps: number;
    vatCents: number;
    orderId: string;
    transactionId: string;
    audit: RouteAudit;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('company_fee_transfer')
    .values({
      id: transfer.id,
      property_id: transfer.propertyId,
      fee: transfer.fee,
      status: 'waiting',
      amount_excl_tax_cents: transfer.exclTaxCents,
      vat_bps: transfer.vatBps,
      vat_cents: transfer.vatCents,
      payment_order_id: transfer.orderId,
      wallet_transaction_id: transfer.transactionId,
      audit: JSON.stringify(transfer.audit),
      created_at: transfer.at,
    })
    .execute();
}

/** An attempt with what its settlement needs. */
export async function findFeeTransfer(tx: Tx, id: string) {
  return tx
    .selectFrom('company_fee_transfer')
    .select([
      'id',
      'property_id as propertyId',
      'fee',
      'amount_excl_tax_cents as exclTaxCents',
      'vat_bps as vatBps',
      'vat_cents as vatCents',
      'wallet_transaction_id as transactionId',
      'audit',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** `waiting` to its end; false when it was settled before. */
export async function markFeeTransfer(
  tx: Tx,
  id: string,
  end: { to: 'transferred' | 'failed'; invoiceId: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('company_fee_transfer')
    .set({ status: end.to, invoice_id: end.invoiceId, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what the administrators' view shows as `companyFees.x.transfer`. */
export async function writeFeeOfProperty(tx: Tx, propertyId: string, fee: Fee, transfer: FeeTransfer): Promise<void> {
  const shown = JSON.stringify(transfer);
  await tx
    .updateTable('property')
    .set({
      updated_at: Temporal.Instant.from(transfer.transferredAt),
      ...(fee === 'funding' ? { funding_fees_transfer: shown } : { fiducie_fees_transfer: shown }),
    })
    .where('id', '=', propertyId)
    .execute();
}

/** The fee's transfer as the view shows it; null while it was not moved. */
export async function findFeeOfProperty(db: Database, propertyId: string, fee: Fee): Promise<FeeTransfer | null> {
  const row = await db
    .selectFrom('property')
    .select(['funding_fees_transfer as funding', 'fiducie_fees_transfer as fiducie'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  // Border: writeFeeOfProperty is the single writer of both columns.
  return row[fee] as FeeTransfer | null;
}

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
  'owner_transfer.payment_order_id as orderId',
  'owner_transfer.wallet_transaction_id as transactionId',
  'owner_transfer.pending_audit as pendingAudit',
  'owner_transfer.created_at as createdAt',
  'owner_transfer.settled_at as settledAt',
] as const;

/** One transfer to the owner; amounts in cents. */
export type OwnerTransferRow = NonNullable<Awaited<ReturnType<typeof findOwnerTransfer>>>;

export async function findOwnerTransfer(db: Database | Tx, id: string) {
  return db.selectFrom('owner_transfer').select(OWNER_TRANSFER).where('id', '=', id).executeTakeFirst();
}

/** All of a property, newest first. */
export async function listOwnerTransferRows(db: Database | Tx, propertyId: string): Promise<OwnerTransferRow[]> {
  return db
    .selectFrom('owner_transfer')
    .select(OWNER_TRANSFER)
    .where('property_id', '=', propertyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Cents sent to the owner or on their way; `except` leaves one transfer out. Exact under {@link lockTransferProperty}. */
export async function sumOwnerTransfers(db: Database | Tx, propertyId: string, except?: string): Promise<number> {
  let query = db
    .selectFrom('owner_transfer')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['waiting', 'transferred']);
  if (except !== undefined) query = query.where('id', '<>', except);
  const row = await query.executeTakeFirst();
  return row?.sum ?? 0;
}

/** What a repeated request is compared with. */
export type OwnerTransferKey = { propertyId: string; administratorId: string; idempotencyKey: string | null };

/** The transfer that this administrator asked for with this Idempotency-Key, unless it was refused. */
export async function findOwnerTransferByKey(db: Database | Tx, key: OwnerTransferKey): Promise<OwnerTransferRow | undefined> {
  if (key.idempotencyKey === null) return undefined;
  return db
    .selectFrom('owner_transfer')
    .select(OWNER_TRANSFER)
    .where('property_id', '=', key.propertyId)
    .where('administrator_id', '=', key.administratorId)
    .where('idempotency_key', '=', key.idempotencyKey)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
}

/**
 * The same withdrawal, asked for before, to which the provider gave no answer: whether it left is unknown. One whose first call
 * is still under way is another transfer: two at once are judged by the cap, or told apart by their Idempotency-Key.
 */
export async function findUnansweredTransfer(
  db: Database | Tx,
  wanted: { propertyId: string; amountCents: number; bankAccountId: number },
): Promise<OwnerTransferRow | undefined> {
  return db
    .selectFrom('owner_transfer')
    .innerJoin('payment_order', 'payment_order.id', 'owner_transfer.payment_order_id')
    .select(OWNER_TRANSFER)
    .where('owner_transfer.property_id', '=', wanted.propertyId)
    .where('owner_transfer.status', '=', 'waiting')
    .where('owner_transfer.amount_cents', '=', wanted.amountCents)
    .where('owner_transfer.provider_bank_account_id', '=', wanted.bankAccountId)
    .where('payment_order.status', '=', 'sent')
    .where('payment_order.provider_payment_id', 'is', null)
    .where(sql<boolean>`(payment_order.attempts > 1 or coalesce(payment_order.lease_until < clock_timestamp(), true))`)
    .orderBy('owner_transfer.created_at')
    .limit(1)
    .executeTakeFirst();
}
