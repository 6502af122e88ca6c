// SQL of bank accounts that their owner takes away.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The investor's own bank account, whatever its state, locked; somebody else's is not found. */
export async function lockBankAccount(tx: Tx, key: { customerId: string; bankAccountId: string }) {
  return tx
    .selectFrom('payment_method')
    .select(['id', 'status'])
    .where('id', '=', key.bankAccountId)
    .where('customer_id', '=', key.customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** True while money is on its way to it. Exact only while the investor may not ask for more: the customer is locked. */
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

/** A bank account that the provider is yet to forget; undefined when it has. */
export async function findRemoving(db: Database, bankAccountId: string) {
  return db
    .selectFrom('payment_method')
    .select(['customer_id as customerId', 'iban'])
    .where('id', '=', bankAccountId)
    .where('status', '=', 'removing')
    .executeTakeFirst();
}
