// Wallet transactions: WAITING, then CONFIRMED, FAILED or CANCELED, each step with its posting (DOMAIN §5.2).

import { sql } from 'kysely';
import type { WalletTransaction as WalletTransactionRow } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { availableOf, heldOf, type LedgerLine, move, postToLedger } from '../ledger/index.ts';

export type WalletTransactionType = WalletTransactionRow['type'];
export type WalletTransactionStatus = WalletTransactionRow['status'];

/** Who a transaction belongs to: an investor or an SPV. */
export type WalletOwner = { customerId: string } | { spvId: string };

/** A transaction as the statements show it; amounts in cents, always positive. */
export type WalletTransaction = {
  id: string;
  type: WalletTransactionType;
  status: WalletTransactionStatus;
  customerId: string | null;
  spvId: string | null;
  amountCents: number;
  paymentOrderId: string | null;
  propertyId: string | null;
};

/** What a new transaction is about; its amount in cents. */
export type NewTransaction = { type: WalletTransactionType; owner: WalletOwner; amountCents: number };

const COLUMNS = [
  'id',
  'type',
  'status',
  'customer_id as customerId',
  'spv_id as spvId',
  'amount_cents as amountCents',
  'payment_order_id as paymentOrderId',
  'property_id as propertyId',
] as const;

/** Books a movement that is already a fact: CONFIRMED with its posting, in one go. */
export async function bookTransaction(
  tx: Tx,
  transaction: NewTransaction & {
    propertyId?: string;
    at: Temporal.Instant;
    eventAt: Temporal.Instant;
    lines: readonly LedgerLine[];
    /** The movement at the provider that it stands for: one of our orders, or what began there. */
    paymentOrderId?: string;
    providerMoneyInId?: number;
    providerTransferId?: number;
  },
): Promise<string> {
  const id = newId();
  const { owner, type, amountCents, at, eventAt, lines } = transaction;
  await tx
    .insertInto('wallet_transaction')
    .values({
      id,
      type,
      status: 'CONFIRMED',
      customer_id: 'customerId' in owner ? owner.customerId : null,
      spv_id: 'spvId' in owner ? owner.spvId : null,
      amount_cents: amountCents,
      payment_order_id: transaction.paymentOrderId ?? null,
      provider_money_in_id: transaction.providerMoneyInId ?? null,
      provider_transfer_id: transaction.providerTransferId ?? null,
      property_id: transaction.propertyId ?? null,
      created_at: at,
      event_at: eventAt,
    })
    .execute();
  await postToLedger(tx, { reference: id, step: 'confirm', type, eventAt, createdAt: at, lines });
  return id;
}

/**
 * WAITING to CONFIRMED, with the posting that moves the held money on. Returns the transaction, or undefined when it was
 * not WAITING any more (somebody else settled it: nothing moves). `lines` are empty for the passive half of a trade.
 */
export async function confirmTransaction(
  tx: Tx,
  id: string,
  settlement: { at: Temporal.Instant; lines: readonly LedgerLine[] },
): Promise<WalletTransaction | undefined> {
  const transaction = await settle(tx, id, 'CONFIRMED', settlement.at);
  if (transaction && settlement.lines.length > 0) {
    await postToLedger(tx, {
      reference: id,
      step: 'confirm',
      type: transaction.type,
      eventAt: settlement.at,
      createdAt: settlement.at,
      lines: settlement.lines,
    });
  }
  return transaction;
}

/** WAITING to FAILED or CANCELED of a transaction that holds nothing (incoming, or the passive half of a trade). */
export async function dropTransaction(
  tx: Tx,
  id: string,
  end: { to: 'FAILED' | 'CANCELED'; at: Temporal.Instant },
): Promise<WalletTransaction | undefined> {
  return settle(tx, id, end.to, end.at);
}

/** WAITING to FAILED or CANCELED of an investor's outgoing transaction: HELD goes back to AVAILABLE. */
export async function releaseOutgoing(
  tx: Tx,
  id: string,
  end: { to: 'FAILED' | 'CANCELED'; at: Temporal.Instant },
): Promise<WalletTransaction | undefined> {
  const transaction = await settle(tx, id, end.to, end.at);
  if (transaction?.customerId) {
    await postToLedger(tx, {
      reference: id,
      step: 'release',
      type: transaction.type,
      eventAt: end.at,
      createdAt: end.at,
      lines: move(transaction.amountCents, heldOf(transaction.customerId), availableOf(transaction.customerId)),
    });
  }
  return transaction;
}

/** Every WAITING transaction of a payment order to its end, without a posting: the caller posts for all of them together. */
export async function settleTransactionsOfOrder(
  tx: Tx,
  orderId: string,
  end: { to: 'CONFIRMED' | 'FAILED'; at: Temporal.Instant },
): Promise<WalletTransaction[]> {
  return tx
    .updateTable('wallet_transaction')
    .set({ status: end.to, event_at: end.at })
    .where('payment_order_id', '=', orderId)
    .where('status', '=', 'WAITING')
    .returning(COLUMNS)
    .execute();
}

/** Cents that WAITING transactions of the given types will still take from an SPV's purses. */
export async function sumWaitingOfSpv(tx: Tx, spvId: string, types: readonly WalletTransactionType[]): Promise<number> {
  const row = await tx
    .selectFrom('wallet_transaction')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('spv_id', '=', spvId)
    .where('status', '=', 'WAITING')
    .where('type', '=', (any) => any.fn.any(any.val([...types])))
    .executeTakeFirst();
  return row?.sum ?? 0;
}

async function settle(
  tx: Tx,
  id: string,
  to: WalletTransactionStatus,
  at: Temporal.Instant,
): Promise<WalletTransaction | undefined> {
  return tx
    .updateTable('wallet_transaction')
    .set({ status: to, event_at: at })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .returning(COLUMNS)
    .executeTakeFirst();
}
