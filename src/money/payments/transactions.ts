// Wallet transactions, which show movements of money to an investor or an SPV: WAITING, then CONFIRMED, FAILED or CANCELED.

import type { Cents } from '../../core/cents.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import type { CustomerId, PropertyId, SpvId, WalletTransaction as WalletTransactionRow } from '../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { availableOf, EXTERNAL, type LedgerLine, move, postToLedger } from '../ledger/index.ts';

export type WalletTransactionType = WalletTransactionRow['type'];
export type WalletTransactionStatus = WalletTransactionRow['status'];

/** Owner of a transaction: an investor, or the SPV whose wallet it debits or credits. */
export type WalletOwner = { customerId: CustomerId } | { spvId: SpvId };

/** A new transaction; the amount is in cents and always positive. */
export type NewTransaction = { type: WalletTransactionType; owner: WalletOwner; amountCents: Cents };

/** Books a movement that has already happened: the transaction is CONFIRMED at once and posted. Returns its id. */
export async function bookTransaction(
  tx: Tx,
  transaction: NewTransaction & {
    propertyId?: PropertyId;
    at: Temporal.Instant;
    eventAt: Temporal.Instant;
    lines: readonly LedgerLine[];
    /** The movement at the provider that it records, if any. */
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

/** Ends every WAITING transaction of a payment, without a posting. Returns them. */
export async function endTransactionsOfPayment(
  tx: Tx,
  paymentId: string,
  end: { to: Exclude<WalletTransactionStatus, 'WAITING'>; at: Temporal.Instant },
): Promise<{ id: string }[]> {
  return tx
    .updateTable('wallet_transaction')
    .set({ status: end.to, event_at: end.at })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'WAITING')
    .returning('id')
    .execute();
}

/** Ends a WAITING transaction, without a posting. Throws when it is not WAITING. */
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
    .executeTakeFirstOrThrow(() => new Error(`transaction ${id} is not WAITING`));
}

/** A money-in (wire, card, cheque ...) that the provider reports as successful. */
export type ArrivedMoneyIn = { providerMoneyInId: number; customerId: CustomerId; amountCents: Cents; at: Temporal.Instant };

/** In the order of arrival: the provider dates by whole seconds, and numbers as money comes. */
export function oldestFirst<Arrived extends { at: Temporal.Instant; providerMoneyInId: number }>(
  arrived: readonly Arrived[],
): Arrived[] {
  return arrived.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || a.providerMoneyInId - b.providerMoneyInId);
}

/**
 * MONEY_IN: EXT to the investor's AVAILABLE. Returns false when this movement was booked before. `alongside` runs in the transaction of
 * the booking, so once per movement.
 */
export async function bookMoneyIn(
  deps: { db: Database; clock: Clock },
  moneyIn: ArrivedMoneyIn,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (await isBooked(tx, moneyIn.providerMoneyInId)) return false;
      await bookTransaction(tx, {
        type: 'MONEY_IN',
        owner: { customerId: moneyIn.customerId },
        amountCents: moneyIn.amountCents,
        at: deps.clock.now(),
        eventAt: moneyIn.at,
        providerMoneyInId: moneyIn.providerMoneyInId,
        lines: move(moneyIn.amountCents, EXTERNAL, availableOf(moneyIn.customerId)),
      });
      await alongside(tx);
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_transaction_provider_money_in_id_key') return false;
    throw error;
  }
}

async function isBooked(tx: Tx, providerMoneyInId: number): Promise<boolean> {
  return (
    (await tx
      .selectFrom('wallet_transaction')
      .select('id')
      .where('provider_money_in_id', '=', providerMoneyInId)
      .executeTakeFirst()) !== undefined
  );
}
