// Wallet transactions: how an investor or a project sees money move. WAITING, then CONFIRMED, FAILED or CANCELED.

import type { WalletTransaction as WalletTransactionRow } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { type LedgerLine, postToLedger } from '../ledger/index.ts';

export type WalletTransactionType = WalletTransactionRow['type'];
export type WalletTransactionStatus = WalletTransactionRow['status'];

/** Who a transaction belongs to: an investor, or the SPV whose wallet it moves money of. */
export type WalletOwner = { customerId: string } | { spvId: string };

/** What a new transaction is about; its amount in cents, always positive. */
export type NewTransaction = { type: WalletTransactionType; owner: WalletOwner; amountCents: number };

/** Books a movement that is already a fact: CONFIRMED with its posting, in one go. */
export async function bookTransaction(
  tx: Tx,
  transaction: NewTransaction & {
    propertyId?: string;
    at: Temporal.Instant;
    eventAt: Temporal.Instant;
    lines: readonly LedgerLine[];
    /** The movement at the provider that it stands for, where one began there. */
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

/** Every WAITING transaction of a payment to its end, without a posting. Returns them. */
export async function endTransactionsOfPayment(
  tx: Tx,
  paymentId: string,
  end: { to: Exclude<WalletTransactionStatus, 'WAITING'>; at: Temporal.Instant },
): Promise<{ id: string }[]> {
  return tx
    .updateTable('wallet_transaction')
    .set({ status: end.to, event_at: end.at })
    .where('payment_order_id', '=', paymentId)
    .where('status', '=', 'WAITING')
    .returning('id')
    .execute();
}

/** WAITING to its end, without a posting. Throws when it was not WAITING. */
export async function endTransaction(
  tx: Tx,
  id: string,
  end: { to: Exclude<WalletTransactionStatus, 'WAITING'>; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('wallet_transaction')
    .set({ status: end.to, event_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} is not waiting`));
}
