// Carries one payment order to the provider: at most one movement, whatever dies, repeats or stays silent (rule 7).

import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import type { Logger } from '../../core/log.ts';
import {
  giveLeaseBack,
  isOpenOrder,
  leaseOrder,
  markAttempt,
  markSettled,
  mayResend,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentPurpose,
  type Settlement,
} from './payment-orders.ts';

/** What the provider says of one payment. `unknown`: no answer, the money may or may not have moved. */
export type PaymentReport =
  | { status: 'succeeded' | 'pending'; paymentId: number }
  | { status: 'failed'; paymentId: number | null; reason: string }
  | { status: 'unknown' }
  | { status: 'absent' };

/** The provider, as far as paying goes: main.ts builds it from the payments port. */
export type PaymentMover = {
  /** Sends the order; never repeats it by itself. Never answers `absent`. */
  send(order: PaymentOrder): Promise<PaymentReport>;
  /** Looks the order up by its provider id or by its reference; `absent` when the provider does not know it. */
  find(order: PaymentOrder): Promise<PaymentReport>;
};

/** What executing needs. `settlements` has one entry per purpose. */
export type ExecuteDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  mover: PaymentMover;
  settlements: Readonly<Record<PaymentPurpose, Settlement>>;
  config: { PROVIDER_RESEND_AFTER_SECONDS: number; PROVIDER_TIMEOUT_MS: number };
};

/** How far the order is: settled now, waiting for the provider, of unknown outcome, in other hands, or closed before. */
export type ExecutionResult = 'succeeded' | 'failed' | 'pending' | 'unknown' | 'busy' | 'closed';

/** Time between taking the lease and sending, beyond the look-up: ample for a database round trip. */
const SLACK_MS = 5_000;

/**
 * 1. lease the order, so that no second worker calls; 2. a first attempt sends it; a later one asks the provider by
 * reference first and sends again only when the provider does not know it and the last call is old enough; 3. write the
 * outcome, let the room settle it and do `withOutcome`, in one transaction.
 */
export async function executePaymentOrder(
  deps: ExecuteDeps,
  orderId: string,
  withOutcome: (tx: Tx) => Promise<void> = async () => {},
): Promise<ExecutionResult> {
  const sendBefore = performance.now() + SLACK_MS;
  const order = await leaseOrder(deps.db, orderId, (deps.config.PROVIDER_TIMEOUT_MS * 2 + SLACK_MS) / 1000);
  if (!order) return (await isOpenOrder(deps.db, orderId)) ? 'busy' : 'closed';
  const report =
    order.attempts === 1
      ? await send(deps, order, sendBefore)
      : await findOrSend(deps, order, sendBefore + deps.config.PROVIDER_TIMEOUT_MS);
  const end = (outcome: PaymentOutcome, paymentId: number | null) => settle(deps, order, outcome, { paymentId, withOutcome });
  switch (report.status) {
    case 'succeeded':
      await end({ status: 'succeeded', at: deps.clock.now() }, report.paymentId);
      return 'succeeded';
    case 'failed':
      await end({ status: 'failed', at: deps.clock.now(), reason: report.reason }, report.paymentId);
      return 'failed';
    case 'pending':
      await giveLeaseBack(deps.db, order.id, report.paymentId);
      return 'pending';
    default:
      await giveLeaseBack(deps.db, order.id, null);
      deps.log.warn(
        { paymentOrderId: order.id, purpose: order.purpose, attempts: order.attempts },
        'payment outcome unknown, will be looked up',
      );
      return 'unknown';
  }
}

/** A process that slept since it took the lease may not send any more: another one may hold the order by now. */
async function send(deps: ExecuteDeps, order: PaymentOrder, sendBefore: number): Promise<PaymentReport> {
  await markAttempt(deps.db, order.id);
  return performance.now() > sendBefore ? { status: 'unknown' } : deps.mover.send(order);
}

async function findOrSend(deps: ExecuteDeps, order: PaymentOrder, sendBefore: number): Promise<PaymentReport> {
  const found = await deps.mover.find(order);
  if (found.status !== 'absent') return found;
  // The provider once gave it a number: a movement that exists cannot be absent, whatever is answered now.
  if (order.providerPaymentId !== null) return { status: 'unknown' };
  const late = await mayResend(deps.db, order.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS);
  return late ? send(deps, order, sendBefore) : { status: 'unknown' };
}

async function settle(
  deps: ExecuteDeps,
  order: PaymentOrder,
  outcome: PaymentOutcome,
  { paymentId, withOutcome }: { paymentId: number | null; withOutcome: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const settled = await markSettled(tx, order.id, outcome, paymentId);
    if (settled) await deps.settlements[order.purpose](tx, settled, outcome);
    await withOutcome(tx);
  });
}
