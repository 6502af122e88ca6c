// SQL of withdrawals: bank account, quota usage, creation, settlement.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { UsageWindow } from './rules.ts';

/** A bank account of this investor; undefined for another investor's (withdrawals.md#order-of-checks). */
export async function findPaymentMethod(db: Database | Tx, key: { paymentMethodId: string; customerId: CustomerId }) {
  return db
    .selectFrom('payment_method')
    .select(['id', 'iban', 'status', 'provider_iban_id as providerIbanId', 'created_at as createdAt'])
    .where('id', '=', key.paymentMethodId)
    .where('customer_id', '=', key.customerId)
    .where('kind', '=', 'IBAN_WITHDRAW')
    .executeTakeFirst();
}

/** Count of free withdrawals in the quota's window, and cents of all withdrawals of the last 24 hours; without failed ones. */
export async function readUsage(
  db: Database | Tx,
  customerId: CustomerId,
  window: UsageWindow,
): Promise<{ freeCount: number; withdrawnCents: Cents }> {
  const { freeAfter, fraudAfter, until } = window;
  return db
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .where('withdrawal.customer_id', '=', customerId)
    .where('withdrawal.created_at', '>', freeAfter)
    .where('withdrawal.created_at', '<=', until)
    .where('wallet_transaction.status', 'in', ['WAITING', 'CONFIRMED'])
    .select((select) => [
      select.fn.countAll<number>().filterWhere('withdrawal.fee_transaction_id', 'is', null).as('freeCount'),
      select.fn
        .coalesce(
          select.fn.sum<Cents>('withdrawal.amount_cents').filterWhere('withdrawal.created_at', '>', fraudAfter),
          sql<0>`0`,
        )
        .as('withdrawnCents'),
    ])
    .executeTakeFirstOrThrow();
}

/** A new withdrawal with its transactions and, when it is not free, its invoice; cents. */
export type NewWithdrawal = {
  id: string;
  customerId: CustomerId;
  paymentMethodId: string;
  amountCents: Cents;
  feeCents: Cents;
  transactionId: string;
  feeTransactionId: string | null;
  invoiceId: string | null;
  at: Temporal.Instant;
};

/** Writes the withdrawal. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<void> {
  await tx
    .insertInto('withdrawal')
    .values({
      id: withdrawal.id,
      customer_id: withdrawal.customerId,
      payment_method_id: withdrawal.paymentMethodId,
      amount_cents: withdrawal.amountCents,
      fee_cents: withdrawal.feeCents,
      wallet_transaction_id: withdrawal.transactionId,
      fee_transaction_id: withdrawal.feeTransactionId,
      invoice_id: withdrawal.invoiceId,
      created_at: withdrawal.at,
    })
    .execute();
}

/** A withdrawal with the data that its settlement and mails need; throws when there is none. */
export async function findWithdrawal(tx: Tx, withdrawalId: string) {
  return tx
    .selectFrom('withdrawal')
    .innerJoin('payment_method', 'payment_method.id', 'withdrawal.payment_method_id')
    .innerJoin('customer', 'customer.id', 'withdrawal.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'withdrawal.id',
      'withdrawal.customer_id as customerId',
      'withdrawal.amount_cents as amountCents',
      'withdrawal.fee_cents as feeCents',
      'withdrawal.fee_transaction_id as feeTransactionId',
      'withdrawal.invoice_id as invoiceId',
      'payment_method.iban',
      'customer.first_name as firstName',
      'auth_user.email',
    ])
    .where('withdrawal.id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
}
