// Payment orders: the written intent of every provider call that moves money (rule 7). The order's id is the reference.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** Why money moves; each has one settlement in src/worker.ts. */
export type PaymentPurpose =
  | 'primary-purchase'
  | 'primary-purchase-refund'
  | 'market-deal'
  | 'market-deal-commission'
  | 'withdrawal'
  | 'withdrawal-fee'
  | 'referral-reward'
  | 'funding-fees'
  | 'fiducie-fees'
  | 'owner-transfer'
  | 'property-sale'
  | 'project-switch'
  | 'payment-to-be-assigned'
  | 'management-fees'
  | 'penalties'
  | 'coupon'
  | 'capital-repayment'
  | 'withheld-tax'
  | 'gift-card-purchase'
  | 'gift-card-redemption'
  | 'gift-card-refund';

/** A stored order. `subjectId` is the purchase, deal or withdrawal it pays for. */
export type PaymentOrder = {
  id: string;
  kind: 'transfer' | 'payOut';
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  toAccountId: string | null;
  providerBankAccountId: number | null;
  amountCents: number;
  comment: string;
  providerPaymentId: number | null;
  attempts: number;
};

/** How the provider answered in the end. `reason` is ours, for logs and the order's row. */
export type PaymentOutcome =
  | { status: 'succeeded'; at: Temporal.Instant }
  | { status: 'failed'; at: Temporal.Instant; reason: string };

/** What a room does with the outcome, in the transaction that settles the order. Runs once per order. */
export type Settlement = (tx: Tx, order: PaymentOrder, outcome: PaymentOutcome) => Promise<void>;

/** A new order: a transfer between provider accounts, or a pay-out to a bank account known there. */
export type NewPaymentOrder = {
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  amountCents: number;
  comment: string;
  at: Temporal.Instant;
} & ({ kind: 'transfer'; toAccountId: string } | { kind: 'payOut'; providerBankAccountId: number });

const COLUMNS = [
  'id',
  'kind',
  'purpose',
  'subject_id as subjectId',
  'from_account_id as fromAccountId',
  'to_account_id as toAccountId',
  'provider_bank_account_id as providerBankAccountId',
  'amount_cents as amountCents',
  'comment',
  'provider_payment_id as providerPaymentId',
  'attempts',
] as const;

/**
 * Takes the order for one worker and marks it as perhaps sent, in one statement. Undefined when it is settled already or
 * another worker holds its lease. `attempts` counts this one.
 */
export async function leaseOrder(db: Database, id: string, leaseSeconds: number): Promise<PaymentOrder | undefined> {
  // Border: the column holds words of PaymentPurpose only, createPaymentOrder is its single writer.
  return (await db
    .updateTable('payment_order')
    .set((row) => ({
      status: 'sent',
      attempts: row('attempts', '+', 1),
      lease_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['created', 'sent'])
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', sql<Temporal.Instant>`clock_timestamp()`)]))
    .returning(COLUMNS)
    .executeTakeFirst()) as PaymentOrder | undefined;
}

/** False once the order is settled or canceled: nobody has anything to do for it any more. */
export async function isOpenOrder(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['created', 'sent'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How far an order is. `isIdle`: a call left without an answer and nobody is asking any more; false while it was never sent, as
 * whoever wrote it is about to. `isTaken`: the provider gave it a number.
 */
export async function readOrderStatus(db: Database | Tx, id: string) {
  return db
    .selectFrom('payment_order')
    .select([
      'status',
      sql<boolean>`status = 'sent' and coalesce(lease_until < clock_timestamp(), true)`.as('isIdle'),
      sql<boolean>`provider_payment_id is not null`.as('isTaken'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * `created` to `canceled` of those orders that no worker has taken: they will never be sent. Returns the ids of these; the
 * others may have moved money, and only their settlement knows.
 */
export async function cancelUnsentOrders(tx: Tx, ids: readonly string[], at: Temporal.Instant): Promise<string[]> {
  const rows = await tx
    .updateTable('payment_order')
    .set({ status: 'canceled', settled_at: at })
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .where('status', '=', 'created')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Notes that a call is about to leave, so that its age is known should no answer come. */
export async function markAttempt(db: Database, id: string): Promise<void> {
  await sql`update payment_order set first_sent_at = coalesce(first_sent_at, clock_timestamp()), last_sent_at = clock_timestamp() where id = ${id}`.execute(
    db,
  );
}

/** True when the last call left at least `seconds` ago (or never): only then may the order be sent again. */
export async function mayResend(db: Database, id: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select(sql<boolean>`coalesce(last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds}), true)`.as('may'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.may ?? false;
}

/** Gives the lease back without an outcome; keeps the provider's id when it is known. */
export async function giveLeaseBack(db: Database, id: string, providerPaymentId: number | null): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({ lease_until: null, ...(providerPaymentId === null ? {} : { provider_payment_id: providerPaymentId }) })
    .where('id', '=', id)
    .execute();
}

/** `sent` to its outcome; undefined when it was settled before. */
export async function markSettled(
  tx: Tx,
  id: string,
  outcome: PaymentOutcome,
  providerPaymentId: number | null,
): Promise<PaymentOrder | undefined> {
  // Border: see leaseOrder.
  return (await tx
    .updateTable('payment_order')
    .set({
      status: outcome.status,
      settled_at: outcome.at,
      lease_until: null,
      failure: outcome.status === 'failed' ? outcome.reason : null,
      ...(providerPaymentId === null ? {} : { provider_payment_id: providerPaymentId }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .returning(COLUMNS)
    .executeTakeFirst()) as PaymentOrder | undefined;
}

/** Open orders that nobody is working on, fewest attempts first: pay-outs that wait for days keep no other from its turn. */
export async function listIdleOrders(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select('id')
    // Words of a partial index are written out: of a parameter a prepared statement cannot know that the index fits.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', sql<Temporal.Instant>`clock_timestamp()`)]))
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Cents that have left `accountId` at the provider, or may have, while our ledger still holds them: the slack of the
 * balance check before a withdrawal (DOMAIN §5.1).
 */
export async function sumSentFrom(db: Database | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    // See listIdleOrders.
    .where('status', '=', sql.lit('sent'))
    .executeTakeFirst();
  return row?.sum ?? 0;
}

/** Cents of the open orders of one purpose: what the account they leave has promised beside its balance. */
export async function sumOpenOrders(tx: Tx, purpose: PaymentPurpose): Promise<number> {
  const row = await tx
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('purpose', '=', purpose)
    // See listIdleOrders.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirst();
  return row?.sum ?? 0;
}
