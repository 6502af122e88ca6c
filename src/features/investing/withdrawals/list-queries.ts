// SQL of the list of an investor's withdrawals, for themself and for administrators (A-withdrawals-11).

import { type SqlBool, sql } from 'kysely';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { WalletTransactionStatus } from '../../../money/payments/index.ts';

/** An administrator's filters of the list; `status` is that of the wallet transaction. */
export type WithdrawalFilters = { status?: WalletTransactionStatus } & Period;

/** A stored withdrawal with the whole IBAN of its bank account, which has to be masked. */
export type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawalsOf>>[number];

const ofCustomer = (db: Database | Tx, customerId: CustomerId) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .innerJoin('payment_method', 'payment_method.id', 'withdrawal.payment_method_id')
    .leftJoin('payment_order', 'payment_order.id', 'wallet_transaction.payment_order_id')
    .leftJoin('wallet_transaction as fee', 'fee.id', 'withdrawal.fee_transaction_id')
    .select([
      'withdrawal.id',
      'withdrawal.amount_cents as amountCents',
      'withdrawal.fee_cents as feeCents',
      'wallet_transaction.status',
      'payment_method.id as bankAccountId',
      'payment_method.iban',
      'withdrawal.invoice_id as invoiceId',
      'withdrawal.created_at as createdAt',
      'wallet_transaction.event_at as eventAt',
      'wallet_transaction.id as transactionId',
      'fee.status as feeStatus',
      'payment_order.id as paymentId',
      'payment_order.provider_payment_id as providerPaymentId',
      'payment_order.failure',
      'payment_order.status as paymentStatus',
    ])
    .where('withdrawal.customer_id', '=', customerId);

/** The page of an investor's withdrawals that begins after the cursor, newest first. */
export async function listWithdrawalsOf(
  db: Database,
  customerId: CustomerId,
  { after, limit, filters = {} }: { after: CursorKey | undefined; limit: number; filters?: WithdrawalFilters },
) {
  let query = ofCustomer(db, customerId).where(inPeriod('withdrawal.created_at', filters));
  if (filters.status !== undefined) query = query.where('wallet_transaction.status', '=', filters.status);
  if (after)
    query = query.where(sql<SqlBool>`
      (withdrawal.created_at, withdrawal.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('withdrawal.created_at', 'desc').orderBy('withdrawal.id', 'desc').limit(limit).execute();
}

/** One of the investor's withdrawals; undefined for another investor's. */
export async function findWithdrawalOf(db: Database | Tx, key: { customerId: CustomerId; withdrawalId: string }) {
  return ofCustomer(db, key.customerId).where('withdrawal.id', '=', key.withdrawalId).executeTakeFirst();
}

/** Withdrawals of the investor whose payment no worker has taken yet, oldest first. */
export async function listUnsentWithdrawals(tx: Tx, customerId: CustomerId) {
  return ofCustomer(tx, customerId)
    .where('payment_order.status', '=', 'created')
    .orderBy('withdrawal.created_at')
    .orderBy('withdrawal.id')
    .execute();
}
