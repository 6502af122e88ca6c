// SQL of the removal of bank accounts by their owners.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The investor's own bank account in any status, locked; undefined for another investor's. */
export async function lockBankAccount(tx: Tx, key: { customerId: CustomerId; bankAccountId: string }) {
  return tx
    .selectFrom('payment_method')
    .select(['id', 'status', 'iban'])
    .where('id', '=', key.bankAccountId)
    .where('customer_id', '=', key.customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** The investor's bank accounts that were added since, locked, without removed ones. */
export async function lockAddedSince(tx: Tx, customerId: CustomerId, since: Temporal.Instant) {
  return tx
    .selectFrom('payment_method')
    .select(['id', 'status'])
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .where('status', 'not in', ['removing', 'removed'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** True while a withdrawal to it is open. Exact only while the customer is locked, so that no new one starts. */
export async function hasOpenWithdrawal(tx: Tx, bankAccountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .select('withdrawal.id')
    .where('withdrawal.payment_method_id', '=', bankAccountId)
    .where('wallet_transaction.status', '=', 'WAITING')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A removed bank account that may still be registered at the provider; undefined in any other status. */
export async function findRemoving(db: Database, bankAccountId: string) {
  return db
    .selectFrom('payment_method')
    .select(['customer_id as customerId', 'iban'])
    .where('id', '=', bankAccountId)
    .where('status', '=', 'removing')
    .executeTakeFirst();
}
