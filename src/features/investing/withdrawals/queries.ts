// SQL of withdrawals: bank account, quota usage, creation, settlement, and the list of an investor's.

import { type SqlBool, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AnsweredKey } from '../../../core/http/idempotency.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { continuedTrace } from '../../../core/jobs/jobs.ts';
import type { Period } from '../../../core/period.ts';
import { seenWallet } from '../../../money/ledger/index.ts';
import { type DraftPayment, type Placed, type WalletTransactionStatus, writtenBy } from '../../../money/payments/index.ts';
import type { UsageWindow } from './rules.ts';

/** A bank account that is paid to; `version` is another one after each change of its row. */
export type BankAccount = NonNullable<Awaited<ReturnType<typeof findPaymentMethod>>>;

const findMethod = pipelinedRead((db, { paymentMethodId, customerId }: { paymentMethodId: string; customerId: CustomerId }) =>
  db
    .selectFrom('bank_account')
    .select([
      'id',
      'iban_end as ibanEnd',
      'status',
      'provider_iban_id as providerIbanId',
      'created_at as createdAt',
      'payable_from as payableFrom',
    ])
    .select(sql<string>`xmin::text`.as('version'))
    .where('id', '=', paymentMethodId)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'IBAN_WITHDRAW'),
);

/** A bank account of this investor; undefined for another investor's (withdrawals.md#order-of-checks). */
export async function findPaymentMethod(db: Database, key: { paymentMethodId: string; customerId: CustomerId }) {
  const [method] = await findMethod(db, key);
  return method;
}

const countUsage = pipelinedRead((db, { customerId, freeAfter, fraudAfter, until }: UsageWindow & { customerId: CustomerId }) =>
  db
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
    ]),
);

/** Count of free withdrawals in the quota's window, and cents of all withdrawals of the last 24 hours; without failed ones. */
export async function readUsage(
  db: Database,
  customerId: CustomerId,
  window: UsageWindow,
): Promise<{ freeCount: number; withdrawnCents: Cents }> {
  const [usage] = await countUsage(db, { ...window, customerId });
  if (!usage) throw new Error('a count without a row');
  return usage;
}

/** A withdrawal as it was checked; cents. The versions are those of the rows and accounts that were looked at. */
export type CheckedWithdrawal = {
  id: string;
  customer: { id: CustomerId; rowVersion: string };
  bankAccount: { id: string; version: string };
  wallet: { availableVersion: number; heldVersion: number };
  amountCents: Cents;
  feeCents: Cents;
  payment: DraftPayment<'withdrawal'> | DraftPayment<'withdrawal' | 'fee'>;
};

/**
 * Checks and writes the whole withdrawal in one call, and uses its code and its key up. `changed`: a version is another one since;
 * `code-taken`: the code is another operation's, or was replaced. Nothing is written but for `placed`.
 */
export async function insertWithdrawal(
  db: Database | Tx,
  withdrawal: CheckedWithdrawal,
  { codeClaim, mail, key }: { codeClaim: string; mail: QueuedMail; key: AnsweredKey | undefined },
): Promise<Placed | 'code-taken'> {
  const { customer, bankAccount, payment } = withdrawal;
  const { transactionIds } = payment;
  const accounts = seenWallet(customer.id, withdrawal.wallet);
  const { rows } = await sql<{ outcome: Placed | 'code-taken' }>`
    select withdraw(
      p_withdrawal => ${withdrawal.id}::uuid,
      p_customer => ${customer.id}::uuid,
      p_customer_version => ${customer.rowVersion}::xid,
      p_bank_account => ${bankAccount.id}::uuid,
      p_bank_account_version => ${bankAccount.version}::xid,
      p_accounts => ${accounts.names}::text[],
      p_account_versions => ${accounts.versions}::bigint[],
      p_amount => ${withdrawal.amountCents}::bigint,
      p_fee => ${withdrawal.feeCents}::bigint,
      p_at => ${payment.at}::timestamptz,
      p_code_claim => ${codeClaim}::uuid,
      p_transaction => ${transactionIds.withdrawal}::uuid,
      p_fee_transaction => ${'fee' in transactionIds ? transactionIds.fee : null}::uuid,
      p_payment => ${writtenBy(payment, { key })}::jsonb,
      p_mail_queue => ${mail.queue}::text,
      p_mail => ${JSON.stringify({ ...mail.data, ...continuedTrace() })}::jsonb
    ) as outcome`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('withdraw gave no outcome');
  return row.outcome;
}

/** The mail as the data of a job. */
type QueuedMail = { queue: string; data: object };

/** Notes the invoice of its fee, in the transaction that wrote the withdrawal. */
export async function setInvoice(tx: Tx, withdrawalId: string, invoiceId: string): Promise<void> {
  await tx.updateTable('withdrawal').set({ invoice_id: invoiceId }).where('id', '=', withdrawalId).execute();
}

/** A withdrawal with the data that its settlement and mails need; throws when there is none. */
export async function findWithdrawal(tx: Tx, withdrawalId: string) {
  return tx
    .selectFrom('withdrawal')
    .innerJoin('bank_account', 'bank_account.id', 'withdrawal.bank_account_id')
    .innerJoin('customer', 'customer.id', 'withdrawal.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'withdrawal.id',
      'withdrawal.customer_id as customerId',
      'withdrawal.amount_cents as amountCents',
      'withdrawal.fee_cents as feeCents',
      'withdrawal.fee_transaction_id as feeTransactionId',
      'withdrawal.invoice_id as invoiceId',
      'bank_account.iban_end as ibanEnd',
      'customer.first_name as firstName',
      'auth_user.email',
    ])
    .where('withdrawal.id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
}

/** An administrator's filters of the list; `status` is that of the wallet transaction. */
export type WithdrawalFilters = { status?: WalletTransactionStatus } & Period;

/** A stored withdrawal with the encrypted IBAN of its bank account, which is shown masked. */
export type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawalsOf>>[number];

const ofCustomer = (db: Database | Tx, customerId: CustomerId) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .innerJoin('bank_account', 'bank_account.id', 'withdrawal.bank_account_id')
    .leftJoin('payment', 'payment.id', 'wallet_transaction.payment_id')
    .leftJoin('wallet_transaction as fee', 'fee.id', 'withdrawal.fee_transaction_id')
    .select([
      'withdrawal.id',
      'withdrawal.amount_cents as amountCents',
      'withdrawal.fee_cents as feeCents',
      'wallet_transaction.status',
      'bank_account.id as bankAccountId',
      'bank_account.iban_ciphertext as ibanCiphertext',
      'withdrawal.invoice_id as invoiceId',
      'withdrawal.created_at as createdAt',
      'wallet_transaction.event_at as eventAt',
      'wallet_transaction.id as transactionId',
      'fee.status as feeStatus',
      'payment.id as paymentId',
      'payment.provider_payment_id as providerPaymentId',
      'payment.failure',
      'payment.status as paymentStatus',
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
    .where('payment.status', '=', 'created')
    .orderBy('withdrawal.created_at')
    .orderBy('withdrawal.id')
    .execute();
}
