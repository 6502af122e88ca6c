// Carries one payment to the provider: at most one movement, whatever dies, repeats, stays silent or comes late.

import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import type { Logger } from '../../core/log.ts';
import {
  endPayment,
  giveLeaseBack,
  type Incident,
  isMarginOver,
  leasePayment,
  markSending,
  type Payment,
  type PaymentOutcome,
  type PaymentPurpose,
  readPaymentStatus,
  refusalOf,
  type Settlement,
} from './payment.ts';

/** What the provider says of one payment. `unknown`: no answer, the money may or may not have moved. */
export type PaymentReport =
  | { status: 'succeeded' | 'pending'; paymentId: number }
  /** `reason` begins with the provider's kind of refusal, such as `receiver-blocked: `. */
  | { status: 'failed'; paymentId: number | null; reason: string }
  | { status: 'unknown' }
  | { status: 'absent' };

/** The provider, as far as paying goes: main.ts builds it from the payments port. */
export type PaymentMover = {
  /** Sends the payment; never repeats it by itself. Never answers `absent`. */
  send(payment: Payment): Promise<PaymentReport>;
  /** Looks the payment up by its provider id or by its reference; `absent` when the provider does not know it. */
  find(payment: Payment): Promise<PaymentReport>;
  /** Every movement under its reference that is not refused; undefined when the provider does not answer. */
  movements(payment: Payment): Promise<readonly { paymentId: number; amountCents: number }[] | undefined>;
};

/** What executing needs. `settlements` has one entry per purpose; `tellIncident` alerts the team in the transaction that finds one. */
export type ExecuteDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  mover: PaymentMover;
  settlements: Readonly<Record<PaymentPurpose, Settlement>>;
  tellIncident: (tx: Tx, incident: Incident) => Promise<void>;
  config: { PROVIDER_RESEND_AFTER_SECONDS: number; PROVIDER_TIMEOUT_MS: number; PROVIDER_PENDING_WAIT_MS: number };
};

/** How far the payment is: settled now, waiting for the provider, of unknown outcome, in other hands, or ended before. */
export type ExecutionResult = 'succeeded' | 'failed' | 'pending' | 'unknown' | 'busy' | 'closed';

/** Time between taking the lease and sending, beyond the look-up: ample for a database round trip. */
const SLACK_MS = 5_000;

/**
 * 1. lease the payment, so that no second worker calls; 2. a first attempt sends it; a later one asks the provider by reference
 * first and sends again only when the provider does not know it and the margin after the last call is over; 3. write the outcome,
 * let the room settle it and do `withOutcome`, in one transaction. The refusal of a repeated call is an outcome only once its own
 * margin is over with the reference still unknown: an earlier call may yet take effect.
 */
export async function executePayment(
  deps: ExecuteDeps,
  paymentId: string,
  withOutcome: (tx: Tx) => Promise<void> = async () => {},
): Promise<ExecutionResult> {
  const sendBefore = performance.now() + SLACK_MS;
  const payment = await leasePayment(deps.db, paymentId, (deps.config.PROVIDER_TIMEOUT_MS * 2 + SLACK_MS) / 1000);
  if (!payment) {
    const { status } = await readPaymentStatus(deps.db, paymentId);
    return status === 'created' || status === 'sent' ? 'busy' : 'closed';
  }
  const report =
    payment.sendCount === 0
      ? await send(deps, payment, sendBefore)
      : await findOrSend(deps, payment, sendBefore + deps.config.PROVIDER_TIMEOUT_MS);
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
      await giveLeaseBack(deps.db, payment.id, { providerPaymentId: report.paymentId });
      return 'pending';
    default:
      await giveLeaseBack(deps.db, payment.id);
      deps.log.warn(
        { paymentOrderId: payment.id, purpose: payment.purpose, attempts: payment.attempts },
        'payment outcome unknown, will be looked up',
      );
      return 'unknown';
  }
}

/** A process that slept since it took the lease may not send any more: another one may hold the payment by now. */
async function send(deps: ExecuteDeps, payment: Payment, sendBefore: number): Promise<PaymentReport> {
  await markSending(deps.db, payment.id);
  return performance.now() > sendBefore ? { status: 'unknown' } : deps.mover.send(payment);
}

async function findOrSend(deps: ExecuteDeps, payment: Payment, sendBefore: number): Promise<PaymentReport> {
  const found = await deps.mover.find(payment);
  if (found.status !== 'absent') return found;
  // The provider once gave it a number: a movement that exists cannot be absent, whatever is answered now.
  if (payment.providerPaymentId !== null) return { status: 'unknown' };
  if (!(await isMarginOver(deps.db, payment.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS))) return { status: 'unknown' };
  if (payment.refusal !== null) return { status: 'failed', paymentId: null, reason: payment.refusal };
  const repeated = await send(deps, payment, sendBefore);
  if (repeated.status !== 'failed' || repeated.paymentId !== null) return repeated;
  await giveLeaseBack(deps.db, payment.id, { refusal: repeated.reason });
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
    if (ended) await deps.settlements[ended.purpose](tx, ended);
    await withOutcome(tx);
  });
}

/**
 * `pending`: the provider has the payment and will tell the end later. `unknown`: it did not answer; the payment stays open, a job
 * asks by reference. `byOthers`: somebody else settled it meanwhile (the worker, or a request beside this one).
 */
export type CarriedOut = { result: 'succeeded' | 'failed' | 'pending' | 'unknown'; byOthers: boolean };

const LOOK_EVERY_MS = 20;
/** Time between two readings of a transfer that the provider answered as pending. */
const PENDING_LOOK_MS = 250;

/**
 * Carries a payment out for a request that answers by its outcome, also when the worker is faster. A transfer that stays pending is
 * read again for PROVIDER_PENDING_WAIT_MS; the bank takes days over a pay-out. `waitOnly`: another request began it a moment ago
 * and has the first turn. Call it after the commit that wrote the payment, never inside a transaction.
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
    const result = !options.waitOnly || seen.isIdle ? await executePayment(deps, paymentId) : 'busy';
    const waitedMs = performance.now() - started;
    if (result === 'pending') {
      if (options.isPayOut || waitedMs >= PROVIDER_PENDING_WAIT_MS) return { result, byOthers: false };
      await passed(AbortSignal.timeout(Math.min(PENDING_LOOK_MS, PROVIDER_PENDING_WAIT_MS)));
      continue;
    }
    // Silence after it had given the payment a number: it has it, and nothing is said to have failed.
    if (result === 'unknown' && (await readPaymentStatus(deps.db, paymentId)).isTaken)
      return { result: 'pending', byOthers: false };
    if (result !== 'busy' && result !== 'closed') return { result, byOthers: false };
    if (waitedMs > 2 * PROVIDER_TIMEOUT_MS) return { result: 'unknown', byOthers: true };
    await passed(AbortSignal.timeout(LOOK_EVERY_MS));
  }
}

function passed(limit: AbortSignal): Promise<void> {
  return new Promise((resolve) => limit.addEventListener('abort', () => resolve(), { once: true }));
}
