// SQL of the withdrawals that an investor looks at.

import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { CursorKey } from '../../core/http/cursor.ts';

/** A withdrawal as it is stored, with its bank account's whole IBAN: mask it. */
export type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawalsOf>>[number];

const ofCustomer = (db: Database, customerId: string) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .innerJoin('payment_method', 'payment_method.id', 'withdrawal.payment_method_id')
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
    ])
    .where('withdrawal.customer_id', '=', customerId);

/** Withdrawals of an investor, newest first, after the cursor's one. */
export async function listWithdrawalsOf(
  db: Database,
  customerId: string,
  { after, limit }: { after: CursorKey | undefined; limit: number },
) {
  let query = ofCustomer(db, customerId);
  if (after)
    query = query.where(sql<SqlBool>`(withdrawal.created_at, withdrawal.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('withdrawal.created_at', 'desc').orderBy('withdrawal.id', 'desc').limit(limit).execute();
}

/** One of theirs; somebody else's is not found. */
export async function findWithdrawalOf(db: Database, key: { customerId: string; withdrawalId: string }) {
  return ofCustomer(db, key.customerId).where('withdrawal.id', '=', key.withdrawalId).executeTakeFirst();
}
