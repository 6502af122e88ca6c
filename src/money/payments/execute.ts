// Executes one payment at the provider: at most one movement of money, despite crashes, retries, lost answers and
// late effects (A-core-4). Each call and look-up is stored for support.

import { sql } from 'kysely';
import type { Cents } from '../../core/cents.ts';
import type { Clock } from '../../core/clock.ts';
import { releaseWhile } from '../../core/concurrency/admission.ts';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { repeatEvery } from '../../core/periodic-tasks.ts';
import type { Logger } from '../../core/telemetry/log.ts';
import { inSpan } from '../../core/telemetry/trace.ts';
import {
  endPayment,
  type Incident,
  isResendDelayOver,
  type LeasedPayment,
  leasePayment,
  markSending,
  type Payment,
  type PaymentOutcome,
  type PaymentPurpose,
  readPaymentStatus,
  refusalOf,
  releaseLease,
  renewLease,
  type Settlement,
} from './payment.ts';

/** What the provider reports of one payment. `unknown`: no answer, the money may or may not have moved. */
export type PaymentReport =
  | { status: 'succeeded' | 'pending'; paymentId: number }
  /** `reason` begins with the provider's kind of refusal, such as `receiver-blocked: `. */
  | { status: 'failed'; paymentId: number | null; reason: string }
  | { status: 'unknown' }
  | { status: 'absent' };

/** The provider as payments need it; payment-mover.ts builds it from the provider's port. */
export type PaymentMover = {
  /** Sends the payment once, without retries. Never `absent`. */
  send(payment: Payment): Promise<PaymentReport>;
  /** Looks the payment up by its provider id or by its reference; `absent` when the provider does not know it. */
  find(payment: Payment): Promise<PaymentReport>;
  /** Every movement under its reference that succeeded or is pending; undefined when the provider does not answer. */
  movements(payment: Payment): Promise<readonly { paymentId: number; amountCents: Cents }[] | undefined>;
  /** Of a dry run: nothing leaves, and what others have ordered is left to them. */
  isRehearsal?: true;
};

/** What executing needs. `settlements` has one entry per purpose; `onIncident` alerts the team in the transaction that stores one. */
export type ExecuteDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  mover: PaymentMover;
  settlements: Readonly<Record<PaymentPurpose, Settlement>>;
  onIncident: (tx: Tx, incident: Incident) => Promise<void>;
  config: { PROVIDER_RESEND_AFTER_SECONDS: number; PROVIDER_TIMEOUT_MS: number; PROVIDER_PENDING_WAIT_MS: number };
};

/** Result of an attempt. `busy`: another worker holds the lease; `closed`: the payment had ended before. */
export type ExecutionResult = 'succeeded' | 'failed' | 'pending' | 'unknown' | 'busy' | 'closed';

/** The lease of a dead worker expires after this long; a live one renews it well before. */
const LEASE_SECONDS = 5;
const RENEW_EVERY_MS = 1_200;

/** A call is made within half the lease after markSending, or not at all. */
const SEND_WITHIN_MS = 2_500;

/**
 * 1. Lease the payment, so that no second worker calls. 2. The first attempt sends it; a later one looks it up by reference first and
 * sends it again only when the provider does not know the reference and PROVIDER_RESEND_AFTER_SECONDS have passed since the last call.
 * 3. Store the outcome, let the room settle it and run `withOutcome`, in one transaction. When a repeated call is refused, the refusal
 * becomes the outcome only after the same delay with the reference still unknown: an earlier call may yet take effect.
 */
export async function executePayment(
  deps: ExecuteDeps,
  paymentId: string,
  withOutcome: (tx: Tx) => Promise<void> = async () => {},
): Promise<ExecutionResult> {
  const payment = await leasePayment(deps.db, paymentId, LEASE_SECONDS);
  if (!payment) {
    const { status } = await readPaymentStatus(deps.db, paymentId);
    return status === 'created' || status === 'sent' ? 'busy' : 'closed';
  }
  const { id, purpose, attempts, traceparent } = payment;
  const values = { 'mortar.payment.id': id, 'mortar.payment.purpose': purpose, 'mortar.payment.attempt': attempts };
  // Awaited, so that this function is on the stack that names the transaction of the outcome.
  return await inSpan({ name: `payment ${purpose}`, values, links: [traceparent] }, async (span) => {
    const result = await attemptPayment(deps, payment, withOutcome);
    span.add({ 'mortar.payment.result': result });
    return result;
  });
}

async function attemptPayment(
  deps: ExecuteDeps,
  payment: LeasedPayment,
  withOutcome: (tx: Tx) => Promise<void>,
): Promise<ExecutionResult> {
  const steps: PaymentStep[] = [];
  const report = await withLeaseRenewal(deps, payment, () =>
    payment.sendCount === 0 ? send(deps, payment, steps) : findOrSend(deps, payment, steps),
  );
  // The steps of a payment that ends in its first attempt are not stored, as its row says the same.
  const hasEnded = report.status === 'succeeded' || report.status === 'failed';
  if (!hasEnded || payment.attempts > 1) await keepSteps(deps, payment.id, steps);
  return writeReport(deps, payment, report, withOutcome);
}

async function writeReport(
  deps: ExecuteDeps,
  payment: Payment,
  report: PaymentReport,
  withOutcome: (tx: Tx) => Promise<void>,
): Promise<ExecutionResult> {
  const end = (outcome: PaymentOutcome, providerPaymentId: number | null) =>
    settleOutcome(deps, payment, outcome, { providerPaymentId, withOutcome });
  switch (report.status) {
    case 'succeeded':
      await end({ status: 'succeeded', at: deps.clock.now() }, report.paymentId);
      return 'succeeded';
    case 'failed':
      await end({ status: 'failed', at: deps.clock.now(), ...refusalOf(report.reason) }, report.paymentId);
      return 'failed';
    case 'pending':
      await releaseLease(deps.db, payment, { providerPaymentId: report.paymentId });
      return 'pending';
    default:
      await releaseLease(deps.db, payment);
      deps.log.warn(
        { paymentId: payment.id, purpose: payment.purpose, attempts: payment.attempts },
        'payment outcome unknown, will be looked up',
      );
      return 'unknown';
  }
}

/** Runs the attempt while renewing the lease: however long the call takes, no other worker leases the payment meanwhile. */
async function withLeaseRenewal<T>({ db, log }: ExecuteDeps, payment: Payment, attempt: () => Promise<T>): Promise<T> {
  const renewal = repeatEvery(RENEW_EVERY_MS, () => renewLease(db, payment, LEASE_SECONDS), {
    onError: (err) => log.warn({ err, paymentId: payment.id }, 'lease of a payment not renewed'),
  });
  try {
    return await attempt();
  } finally {
    await renewal.stop();
  }
}

/**
 * A process that was paused since it leased the payment must not send: another worker may have the lease by now. markSending checks
 * the lease, and the clock covers a pause after it: a late call could arrive after a second one was sent.
 */
async function send(deps: ExecuteDeps, payment: Payment, steps: PaymentStep[]): Promise<PaymentReport> {
  const sendBefore = performance.now() + SEND_WITHIN_MS;
  const maySend = (await markSending(deps.db, payment, LEASE_SECONDS)) && performance.now() <= sendBefore;
  const report: PaymentReport = maySend ? await deps.mover.send(payment) : { status: 'unknown' };
  steps.push({ did: 'send', answer: maySend ? report.status : 'late' });
  return report;
}

async function findOrSend(deps: ExecuteDeps, payment: Payment, steps: PaymentStep[]): Promise<PaymentReport> {
  const found = await deps.mover.find(payment);
  steps.push({ did: 'look', answer: found.status });
  if (found.status !== 'absent') return found;
  // The provider once gave it an id: a payment that exists cannot be absent, whatever the provider answers now.
  if (payment.providerPaymentId !== null) return { status: 'unknown' };
  if (!(await isResendDelayOver(deps.db, payment.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS))) return { status: 'unknown' };
  if (payment.refusal !== null) return { status: 'failed', paymentId: null, reason: payment.refusal };
  const repeated = await send(deps, payment, steps);
  if (repeated.status !== 'failed' || repeated.paymentId !== null) return repeated;
  await releaseLease(deps.db, payment, { refusal: repeated.reason });
  return { status: 'unknown' };
}

async function settleOutcome(
  deps: ExecuteDeps,
  payment: Payment,
  outcome: PaymentOutcome,
  { providerPaymentId, withOutcome }: { providerPaymentId: number | null; withOutcome: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const ended = await endPayment(tx, payment.id, outcome, providerPaymentId);
    await withOutcome(tx);
    // Last, since it ends with the posting: see settle().
    if (ended) await deps.settlements[ended.purpose](tx, ended);
  });
}

/**
 * `pending`: the provider has accepted the payment and decides later. `unknown`: no answer; the payment stays open, and a job looks it
 * up by reference. `byOthers`: a worker or a concurrent request has settled it, or is still executing it.
 */
export type CarriedOut = { result: 'succeeded' | 'failed' | 'pending' | 'unknown'; byOthers: boolean };

const POLL_MS = 20;
/** Time between two look-ups of a transfer that is pending at the provider. */
const PENDING_POLL_MS = 250;

/**
 * Executes a payment for a request whose answer depends on the outcome, also when a worker executes it concurrently. A pending transfer
 * is looked up again for PROVIDER_PENDING_WAIT_MS; a pay-out is not, as the bank takes days. `waitOnly`: another request has just opened
 * the payment and makes the first attempt. Call it after the commit that opened the payment, never inside a transaction.
 */
export async function carryOutPayment(
  deps: ExecuteDeps,
  paymentId: string,
  options: { waitOnly?: boolean; isPayOut?: true } = {},
): Promise<CarriedOut> {
  const started = performance.now();
  const { PROVIDER_TIMEOUT_MS, PROVIDER_PENDING_WAIT_MS } = deps.config;
  for (;;) {
    const seen = await readPaymentStatus(deps.db, paymentId);
    if (seen.status === 'succeeded') return { result: 'succeeded', byOthers: true };
    if (seen.status === 'failed' || seen.status === 'canceled') return { result: 'failed', byOthers: true };
    // The rehearsal holds locks that the request which sends the payment may wait for.
    if (options.waitOnly && deps.mover.isRehearsal) return { result: 'pending', byOthers: true };
    const result = !options.waitOnly || seen.isIdle ? await executePayment(deps, paymentId) : 'busy';
    const waitedMs = performance.now() - started;
    if (result === 'pending') {
      if (options.isPayOut || waitedMs >= PROVIDER_PENDING_WAIT_MS) return { result, byOthers: false };
      await passed(AbortSignal.timeout(Math.min(PENDING_POLL_MS, PROVIDER_PENDING_WAIT_MS)));
      continue;
    }
    // No answer, but the provider had accepted the payment before: it is pending and has not failed.
    if (result === 'unknown' && (await readPaymentStatus(deps.db, paymentId)).isAccepted)
      return { result: 'pending', byOthers: false };
    if (result !== 'busy' && result !== 'closed') return { result, byOthers: false };
    if (waitedMs > 2 * PROVIDER_TIMEOUT_MS) return { result: 'unknown', byOthers: true };
    await passed(AbortSignal.timeout(POLL_MS));
  }
}

function passed(limit: AbortSignal): Promise<void> {
  return releaseWhile(() => new Promise((resolve) => limit.addEventListener('abort', () => resolve(), { once: true })));
}

/**
 * A call or a look-up of one attempt. `unknown`: no answer; `absent`: the provider does not know the reference; `late`: nothing was sent,
 * as the lease was lost or the process was paused too long before the call.
 */
export type PaymentStep = { did: 'send' | 'look'; answer: 'succeeded' | 'pending' | 'failed' | 'unknown' | 'absent' | 'late' };

/** Consecutive equal steps, counted; times are the database's clock. */
export type PaymentStepRow = Awaited<ReturnType<typeof listSteps>>[number];

/**
 * Stores the steps of an attempt; one that equals the last stored step only raises its counter, as a pay-out is looked up for days.
 * Call it while the lease is held, so that there is one writer. A failure is logged and does not affect the payment.
 */
async function keepSteps(
  { db, log }: { db: Database; log: Logger },
  paymentId: string,
  steps: readonly PaymentStep[],
): Promise<void> {
  try {
    for (const step of steps) await keepStep(db, paymentId, step);
  } catch (error) {
    log.warn({ err: error, paymentId: paymentId }, 'steps of a payment not stored');
  }
}

async function keepStep(db: Database, paymentId: string, { did, answer }: PaymentStep): Promise<void> {
  await sql`
    with last as (
      select number, did, answer
      from payment_step
      where payment_id = ${paymentId}
      order by number desc
      limit 1
    ), again as (
      update payment_step step
      set times = step.times + 1, last_at = statement_timestamp()
      from last
      where step.payment_id = ${paymentId}
        and step.number = last.number
        and last.did = ${did}
        and last.answer = ${answer}
      returning step.number
    )
    insert into payment_step (payment_id, number, did, answer, first_at, last_at)
    select
      ${paymentId}::uuid, coalesce((select number from last), 0) + 1, ${did}::text, ${answer}::text,
      statement_timestamp(), statement_timestamp()
    where not exists (select from again)
    on conflict do nothing`.execute(db);
}

/** The steps of a payment in the order in which they were done. */
export async function listSteps(db: Database, paymentId: string) {
  return db
    .selectFrom('payment_step')
    .select(['did', 'answer', 'times', 'first_at as firstAt', 'last_at as lastAt'])
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .execute();
}
