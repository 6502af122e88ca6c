// Carries one payment to the provider: at most one movement, whatever dies, repeats, stays silent or comes late.

import { outsideOfTurn } from '../../core/admission.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import type { Logger } from '../../core/log.ts';
import { repeatEvery } from '../../core/repeat.ts';
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
  renewLease,
  type Settlement,
} from './payment.ts';
import { keepSteps, type PaymentStep } from './payment-steps.ts';

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

/** A worker that dies loses its turn after so long; one that lives prolongs it well before. */
const LEASE_SECONDS = 5;
const RENEW_EVERY_MS = 1_200;

/** A call leaves within half the lease from its noting, or not at all. */
const LEAVES_WITHIN_MS = 2_500;

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
  const payment = await leasePayment(deps.db, paymentId, LEASE_SECONDS);
  if (!payment) {
    const { status } = await readPaymentStatus(deps.db, paymentId);
    return status === 'created' || status === 'sent' ? 'busy' : 'closed';
  }
  const steps: PaymentStep[] = [];
  const report = await whileRenewed(deps, payment, () =>
    payment.sendCount === 0 ? send(deps, payment, steps) : findOrSend(deps, payment, steps),
  );
  // Of the many that end in their first turn their own row tells everything.
  const isEnd = report.status === 'succeeded' || report.status === 'failed';
  if (!isEnd || payment.attempts > 1) await keepSteps(deps, payment.id, steps);
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
      await giveLeaseBack(deps.db, payment, { providerPaymentId: report.paymentId });
      return 'pending';
    default:
      await giveLeaseBack(deps.db, payment);
      deps.log.warn(
        { paymentOrderId: payment.id, purpose: payment.purpose, attempts: payment.attempts },
        'payment outcome unknown, will be looked up',
      );
      return 'unknown';
  }
}

/** Does the worker's turn while its lease is prolonged: whatever the call takes, nobody else takes the payment before it ends. */
async function whileRenewed<T>({ db, log }: ExecuteDeps, payment: Payment, turn: () => Promise<T>): Promise<T> {
  const renewal = repeatEvery(RENEW_EVERY_MS, () => renewLease(db, payment, LEASE_SECONDS), {
    onError: (err) => log.warn({ err, paymentOrderId: payment.id }, 'lease of a payment not prolonged'),
  });
  try {
    return await turn();
  } finally {
    await renewal.stop();
  }
}

/**
 * A process that stood still since it took the payment may not send any more: another one may have it by now. The number of the turn
 * tells, and after that the clock: what leaves late could arrive after the margin of a second call.
 */
async function send(deps: ExecuteDeps, payment: Payment, steps: PaymentStep[]): Promise<PaymentReport> {
  const sendBefore = performance.now() + LEAVES_WITHIN_MS;
  const mayLeave = (await markSending(deps.db, payment, LEASE_SECONDS)) && performance.now() <= sendBefore;
  const report: PaymentReport = mayLeave ? await deps.mover.send(payment) : { status: 'unknown' };
  steps.push({ did: 'send', answer: mayLeave ? report.status : 'late' });
  return report;
}

async function findOrSend(deps: ExecuteDeps, payment: Payment, steps: PaymentStep[]): Promise<PaymentReport> {
  const found = await deps.mover.find(payment);
  steps.push({ did: 'look', answer: found.status });
  if (found.status !== 'absent') return found;
  // The provider once gave it a number: a movement that exists cannot be absent, whatever is answered now.
  if (payment.providerPaymentId !== null) return { status: 'unknown' };
  if (!(await isMarginOver(deps.db, payment.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS))) return { status: 'unknown' };
  if (payment.refusal !== null) return { status: 'failed', paymentId: null, reason: payment.refusal };
  const repeated = await send(deps, payment, steps);
  if (repeated.status !== 'failed' || repeated.paymentId !== null) return repeated;
  await giveLeaseBack(deps.db, payment, { refusal: repeated.reason });
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
  return outsideOfTurn(() => new Promise((resolve) => limit.addEventListener('abort', () => resolve(), { once: true })));
}
