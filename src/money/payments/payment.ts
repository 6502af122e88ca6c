// A payment: the written intent of every provider call that moves money. Its states, and the statements that change them.
//
//   created -> sent -> succeeded | failed        sent: a call left, or may have. It may stay so for days: pending at the provider,
//      |                                         or silent. Then it is looked up by its reference, never judged by a clock.
//      +-----> canceled                          never sent, and never will be
//
// Words: a payment has sides (the wallet transactions that show it) and their holds; an attempt is one call; an outcome is what the
// provider said of it (done, refused, not known yet); to settle is the room's end of it, in the transaction of the outcome.

import { sql } from 'kysely';
import type { AdminAction } from '../../core/audit.ts';
import type { Database } from '../../core/db/pool.ts';
import type { PaymentOrder as PaymentRow } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** How far a payment is; the drawing above. */
export type PaymentStatus = 'created' | 'sent' | 'succeeded' | 'failed' | 'canceled';

/** Why money moves: a set that the database checks. Each has one settlement in src/worker.ts. */
export type PaymentPurpose = PaymentRow['purpose'];

/** Where the money goes: to another account at the provider, or to a bank account known there. */
export type Destination = { kind: 'transfer'; toAccountId: string } | { kind: 'payOut'; providerBankAccountId: number };

/** The audit row of whoever asked; written when the money has moved. */
export type PaymentAudit = Omit<AdminAction, 'at'>;

/** A stored payment. Its id is the reference that the provider keeps; `subjectId` is the row of the room that it pays for. Cents. */
export type Payment = {
  id: string;
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  amountCents: number;
  comment: string;
  providerPaymentId: number | null;
  /** Turns that somebody took at it, look-ups included; `sendCount`: calls that left. */
  attempts: number;
  sendCount: number;
  /** What a repeated call was refused with; see `execute-payment.ts`. */
  refusal: string | null;
} & Destination;

/** Why the provider refused, for logs, alerts and the payment's row. `isBlocked`: the wallet that is paid is, so it will again. */
export type Refusal = { reason: string; isBlocked: boolean };

/** How it ended. */
export type PaymentOutcome =
  | { status: 'succeeded'; at: Temporal.Instant }
  | ({ status: 'failed'; at: Temporal.Instant } & Refusal);

/** The refusal that a reason tells; the provider's kinds of refusal come first in it. */
export function refusalOf(reason: string): Refusal {
  return { reason, isBlocked: reason.startsWith('receiver-blocked: ') };
}

/** A payment with its outcome, as its settlement gets it. */
export type EndedPayment = Payment & { outcome: PaymentOutcome };

/** What a room does with the outcome, in the transaction that writes it. Runs once per payment. */
export type Settlement = (tx: Tx, payment: EndedPayment) => Promise<void>;

/** A movement at the provider beyond the one that the payment stands for; cents. */
export type Incident = {
  paymentId: string;
  purpose: PaymentPurpose;
  fromAccountId: string;
  providerPaymentId: number;
  amountCents: number;
};

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
  'send_count as sendCount',
  'refusal',
] as const;

type StoredPayment = Omit<Payment, 'kind'> & {
  kind: PaymentRow['kind'];
  toAccountId: string | null;
  providerBankAccountId: number | null;
};

/** The database holds that a transfer has an account and a pay-out a bank account. */
function toPayment({ kind, toAccountId, providerBankAccountId, ...payment }: StoredPayment): Payment {
  if (kind === 'transfer' && toAccountId !== null) return { ...payment, kind, toAccountId };
  if (kind === 'payOut' && providerBankAccountId !== null) return { ...payment, kind, providerBankAccountId };
  throw new Error(`payment ${payment.id} goes nowhere`);
}

/** An open payment that nobody works on: in the database's own time, as leases are technical. */
const isIdle = sql<boolean>`(lease_until is null or lease_until < clock_timestamp())`;

/**
 * Takes the payment for one worker and marks it as perhaps sent, in one statement. Undefined when it has ended or another worker
 * holds its lease. `attempts` counts this one.
 */
export async function leasePayment(db: Database, id: string, leaseSeconds: number): Promise<Payment | undefined> {
  const row = await db
    .updateTable('payment_order')
    .set((payment) => ({
      status: 'sent',
      attempts: payment('attempts', '+', 1),
      lease_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['created', 'sent'])
    .where(isIdle)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toPayment(row);
}

/**
 * How far a payment is. `isIdle`: a call left without an answer and nobody is asking any more; false while it was never sent, as
 * whoever wrote it is about to. `isTaken`: the provider gave it a number.
 */
export async function readPaymentStatus(db: Database | Tx, id: string) {
  return db
    .selectFrom('payment_order')
    .select([
      'status',
      'subject_id as subjectId',
      sql<boolean>`status = 'sent' and coalesce(lease_until < clock_timestamp(), true)`.as('isIdle'),
      sql<boolean>`provider_payment_id is not null`.as('isTaken'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * `created` to `canceled` of those that no worker has taken: they will never be sent. Returns the ids of these; the others may
 * have moved money, and only their settlement knows.
 */
export async function cancelUnsentPayments(tx: Tx, ids: readonly string[], at: Temporal.Instant): Promise<string[]> {
  const rows = await tx
    .updateTable('payment_order')
    .set({ status: 'canceled', settled_at: at, audit: null })
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .where('status', '=', 'created')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** How long the reference of a payment that was sent more than once is looked up for a second movement. */
const WATCH_DAYS = 10;

/** The turn that a worker took by its lease: whoever takes the next one has another number, and this one may not send any more. */
type Turn = Pick<Payment, 'id' | 'attempts'>;

/**
 * Notes that a call is about to leave, so that its age is known should no answer come, and prolongs the lease for it; sent again,
 * it is watched. False when the turn is over: then nothing may be sent.
 */
export async function markSending(db: Database, { id, attempts }: Turn, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update payment_order set
      first_sent_at = coalesce(first_sent_at, clock_timestamp()), last_sent_at = clock_timestamp(), send_count = send_count + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      watched_until = case when send_count > 0 then clock_timestamp() + make_interval(days => ${WATCH_DAYS}) end
    where id = ${id} and attempts = ${attempts} and status = 'sent' returning id`.execute(db);
  return rows.length > 0;
}

/** Prolongs the lease while the call goes on; a turn that is over stays so. */
export async function renewLease(db: Database, { id, attempts }: Turn, leaseSeconds: number): Promise<void> {
  await sql`
    update payment_order set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and attempts = ${attempts} and status = 'sent' and lease_until is not null`.execute(db);
}

/** True when the last call left at least `seconds` ago (or never): only then may the payment be sent again, or given up. */
export async function isMarginOver(db: Database, id: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select(sql<boolean>`coalesce(last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds}), true)`.as('isOver'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.isOver;
}

/** Gives the lease back without an outcome, unless the next turn has begun; keeps what was learnt in any case. */
export async function giveLeaseBack(
  db: Database,
  { id, attempts }: Turn,
  learnt: { providerPaymentId?: number; refusal?: string } = {},
): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({
      lease_until: sql`case when attempts = ${attempts} then null else lease_until end`,
      ...(learnt.providerPaymentId === undefined ? {} : { provider_payment_id: learnt.providerPaymentId }),
      ...(learnt.refusal === undefined ? {} : { refusal: learnt.refusal }),
    })
    .where('id', '=', id)
    .execute();
}

/** `sent` to its outcome; undefined when it had ended before. */
export async function endPayment(
  tx: Tx,
  id: string,
  outcome: PaymentOutcome,
  providerPaymentId: number | null,
): Promise<EndedPayment | undefined> {
  const row = await tx
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
    .executeTakeFirst();
  return row && { ...toPayment(row), outcome };
}

/** Open payments that nobody is working on, fewest attempts first: pay-outs that wait for days keep no other from its turn. */
export async function listIdlePayments(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select('id')
    // Words of a partial index are written out: of a parameter a prepared statement cannot know that the index fits.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .where(isIdle)
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Payments whose worker died in its turn: it neither prolonged its lease nor gave it back. */
export async function listOrphanedPayments(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select('id')
    .where('status', '=', sql.lit('sent' as const))
    .where('lease_until', 'is not', null)
    .where(sql<boolean>`lease_until < clock_timestamp()`)
    .orderBy('lease_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Every payment that was ever made for one subject, oldest first. */
export async function listPaymentsOf(
  db: Database,
  { purpose, subjectId }: { purpose: PaymentPurpose; subjectId: string },
): Promise<(Payment & { status: PaymentStatus })[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select([...COLUMNS, 'status'])
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...toPayment(row), status }));
}
