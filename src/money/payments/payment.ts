// A payment: the persisted intent of every provider call that moves money. Its states, and the statements that change them.
//
//   created -> sent -> succeeded | failed        sent: a call was made, or may have been. It can stay sent for days: pending at the
//      |                                         provider, or without an answer. It is then looked up by its reference; a timeout
//      |                                         by itself never ends it.
//      +-----> canceled                          never sent, and never will be
//
// Terms: a payment has sides (the wallet transactions that show it to their owners) and holds (money reserved for it). A worker leases
// it for one attempt: a call or a look-up. The outcome is what the provider reported: done, refused or unknown. The room that opened
// the payment settles it: it does what follows from the outcome, in the transaction that stores the outcome.

import { sql } from 'kysely';
import type { AdminAction } from '../../core/audit.ts';
import type { Cents } from '../../core/cents.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Payment as PaymentRow } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** The states of a payment; see the diagram above. */
export const PAYMENT_STATES = ['created', 'sent', 'succeeded', 'failed', 'canceled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATES)[number];

/** Why money moves: an enum that the database checks. Each purpose has one settlement in src/worker.ts. */
export type PaymentPurpose = PaymentRow['purpose'];

/** Where the money goes: to another account at the provider, or to a bank account known there. */
export type Destination = { kind: 'transfer'; toAccountId: string } | { kind: 'payOut'; providerBankAccountId: number };

/** The audit row of the administrator who orders the payment. */
export type PaymentAudit = Omit<AdminAction, 'at' | 'paymentId'>;

/** A stored payment. Its id is the reference at the provider; `subjectId` is the row of the room that it pays for. Amounts in cents. */
export type Payment = {
  id: string;
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  amountCents: Cents;
  comment: string;
  providerPaymentId: number | null;
  /** How often it was leased, for a call or a look-up; `sendCount`: how often a call was made. */
  attempts: number;
  sendCount: number;
  /** Reason why the provider refused a repeated call; see `execute.ts`. */
  refusal: string | null;
} & Destination;

/** Why the provider refused, for logs, alerts and the payment's row. `isFinal`: the receiving wallet is blocked or closed, so a retry fails too. */
export type Refusal = { reason: string; isFinal: boolean };

const FINAL_KINDS = ['receiver-blocked', 'receiver-closed'] as const;

export type PaymentOutcome =
  | { status: 'succeeded'; at: Temporal.Instant }
  | ({ status: 'failed'; at: Temporal.Instant } & Refusal);

/** The refusal with this reason, which begins with the provider's kind of refusal. */
export function refusalOf(reason: string): Refusal {
  return { reason, isFinal: FINAL_KINDS.some((kind) => reason.startsWith(`${kind}: `)) };
}

/** A payment with its outcome, as passed to its settlement. */
export type EndedPayment = Payment & { outcome: PaymentOutcome };

/** What a room does with the outcome, in the transaction that stores it. Runs once per payment. */
export type Settlement = (tx: Tx, payment: EndedPayment) => Promise<void>;

/** A second movement at the provider under the reference of a payment; amount in cents. */
export type Incident = {
  paymentId: string;
  purpose: PaymentPurpose;
  fromAccountId: string;
  providerPaymentId: number;
  amountCents: Cents;
};

/** A payment with the lease of one attempt, and the trace of the request or job that opened it. */
export type LeasedPayment = Payment & { traceparent: string | null };

/** The columns of a {@link Payment}, for `toPayment`. */
export const PAYMENT_COLUMNS = [
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

/** A row as a payment. A constraint of the table ensures that a transfer has an account and a pay-out a bank account. */
export function toPayment({ kind, toAccountId, providerBankAccountId, ...payment }: StoredPayment): Payment {
  if (kind === 'transfer' && toAccountId !== null) return { ...payment, kind, toAccountId };
  if (kind === 'payOut' && providerBankAccountId !== null) return { ...payment, kind, providerBankAccountId };
  throw new Error(`payment ${payment.id} has no destination`);
}

/** No worker holds a lease. Leases are technical, so they run on the database's clock and not on business time. */
const isIdle = sql<boolean>`(lease_until is null or lease_until < clock_timestamp())`;

/**
 * Leases the payment for one attempt and sets it to `sent`, in one statement. Undefined when it has ended or another worker holds the
 * lease. `attempts` includes this attempt.
 */
export async function leasePayment(db: Database, id: string, leaseSeconds: number): Promise<LeasedPayment | undefined> {
  const row = await db
    .updateTable('payment')
    .set((payment) => ({
      status: 'sent',
      attempts: payment('attempts', '+', 1),
      lease_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['created', 'sent'])
    .where(isIdle)
    .returning([...PAYMENT_COLUMNS, 'traceparent'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { traceparent, ...payment } = row;
  return { ...toPayment(payment), traceparent };
}

/**
 * State of a payment. `isIdle`: it is `sent` and no worker holds a lease; false while it is `created`, as its opener is about
 * to send it. `isAccepted`: the provider has given it an id.
 */
export async function readPaymentStatus(db: Database | Tx, id: string) {
  return db
    .selectFrom('payment')
    .select([
      'status',
      'subject_id as subjectId',
      sql<boolean>`status = 'sent' and coalesce(lease_until < clock_timestamp(), true)`.as('isIdle'),
      sql<boolean>`provider_payment_id is not null`.as('isAccepted'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * `created` to `canceled`: the payment will never be sent. False when a worker has leased it before: it may have moved money, and only
 * its settlement knows.
 */
export async function cancelUnsentPayment(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ status: 'canceled', settled_at: at })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `sent` to the state of its outcome; undefined when it had ended before. */
export async function endPayment(
  tx: Tx,
  id: string,
  outcome: PaymentOutcome,
  providerPaymentId: number | null,
): Promise<EndedPayment | undefined> {
  const row = await tx
    .updateTable('payment')
    .set({
      status: outcome.status,
      settled_at: outcome.at,
      lease_until: null,
      failure: outcome.status === 'failed' ? outcome.reason : null,
      ...(providerPaymentId === null ? {} : { provider_payment_id: providerPaymentId }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirst();
  return row && { ...toPayment(row), outcome };
}

/** The trace of the payment with this id at the provider; null when there is none, or it was not traced. */
export async function readTraceOfPayment(
  db: Database,
  { kind, providerPaymentId }: { kind: Payment['kind']; providerPaymentId: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('payment')
    .select('traceparent')
    .where('kind', '=', kind)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  return row?.traceparent ?? null;
}

/** Open payments without a lease, fewest attempts first: pay-outs that wait for days must not delay the others. */
export async function listIdlePayments(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    // Literals instead of parameters: the planner of a prepared statement matches the predicate of a partial index only by literals.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .where(isIdle)
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Payments whose worker died during an attempt: its lease expired without being renewed or released. */
export async function listOrphanedPayments(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('status', '=', sql.lit('sent' as const))
    .where('lease_until', 'is not', null)
    .where(sql<boolean>`lease_until < clock_timestamp()`)
    .orderBy('lease_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** One lease: the number of the attempt distinguishes it from later ones, so a worker that lost its lease can change nothing. */
type Lease = Pick<Payment, 'id' | 'attempts'>;

/** How long the reference of a payment that was sent more than once is watched for a second movement. */
const WATCH_DAYS = 10;

/**
 * Records that a call is about to be made, which gives its age if no answer comes, and renews the lease for it. A payment that is sent
 * again is watched for second movements. False when the lease is lost: then nothing may be sent.
 */
export async function markSending(db: Database, { id, attempts }: Lease, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update payment
    set
      first_sent_at = coalesce(first_sent_at, statement_timestamp()),
      last_sent_at = statement_timestamp(),
      send_count = send_count + 1,
      lease_until = statement_timestamp() + make_interval(secs => ${leaseSeconds}),
      watched_until = case when send_count > 0 then statement_timestamp() + make_interval(days => ${WATCH_DAYS}) end
    where id = ${id} and attempts = ${attempts} and status = 'sent'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Extends the lease while the call is under way; no effect once it was released or the next attempt has begun. */
export async function renewLease(db: Database, { id, attempts }: Lease, leaseSeconds: number): Promise<void> {
  await sql`
    update payment
    set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and attempts = ${attempts} and status = 'sent' and lease_until is not null`.execute(db);
}

/** True when the last call was made at least `seconds` ago, or none was: only then may the payment be sent again, or given up. */
export async function isResendDelayOver(db: Database, id: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select(sql<boolean>`coalesce(last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds}), true)`.as('isOver'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.isOver;
}

/** Ends the attempt without an outcome, unless the next attempt has begun; stores what was learnt in any case. */
export async function releaseLease(
  db: Database,
  { id, attempts }: Lease,
  learnt: { providerPaymentId?: number; refusal?: string } = {},
): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      lease_until: sql`case when attempts = ${attempts} then null else lease_until end`,
      ...(learnt.providerPaymentId === undefined ? {} : { provider_payment_id: learnt.providerPaymentId }),
      ...(learnt.refusal === undefined ? {} : { refusal: learnt.refusal }),
    })
    .where('id', '=', id)
    .execute();
}
