// Background work of the payments: each as soon as it is written, and the sweep that forgets none.

import { defineJob } from '../../core/jobs.ts';
import type { Beat } from '../../core/repeat.ts';
import { type ExecuteDeps, type ExecutionResult, executePayment } from './execute-payment.ts';
import { listIdlePayments, listOrphanedPayments } from './payment.ts';
import { findSecondMovements } from './second-movements.ts';

const SWEEP_LIMIT = 500;
/** Look-ups side by side; those left over have their turn with the next beat. */
const ORPHANS_AT_ONCE = 20;

/** Executes one payment right after the commit that wrote it. Unknown outcomes are retried with backoff. */
export const executePaymentJob = defineJob<ExecuteDeps, { orderId: string }>({
  name: 'execute-payment-order',
  concurrency: 2,
  batch: 16,
  pollSeconds: 1,
  work: async (deps, { orderId }, run) => {
    const result = await executePayment(deps, orderId, run.complete);
    if (result === 'unknown' || result === 'busy') throw new Error(`payment ${orderId} is ${result}`);
    return { result };
  },
});

/**
 * The wallet-transactions worker of ground-rules.md#scheduled-jobs: every open payment nobody works on, also what waits for the
 * provider.
 */
export const walletTransactionsJob = defineJob<ExecuteDeps, { dryRun?: boolean }>({
  name: 'wallet-transactions',
  cron: '* * * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }) => {
    const ids = await listIdlePayments(deps.db, SWEEP_LIMIT);
    const ends = { succeeded: 0, failed: 0, pending: 0, unknown: 0, busy: 0, closed: 0, broken: 0 };
    const report = { open: ids.length, ...ends, incidents: 0, dryRun };
    if (dryRun) return report;
    for (const id of ids) report[await executeAlone(deps, id)] += 1;
    return { ...report, incidents: await findSecondMovements(deps) };
  },
});

/**
 * Takes over what a killed process left in the middle of a call, as soon as its lease has run out: the queue would notice the dead
 * worker later, and a dead request never. The look-up by reference comes first, as in every later turn.
 */
export const orphanedPaymentsBeat: Beat<ExecuteDeps> = {
  name: 'orphaned-payments',
  everyMs: 1_000,
  work: async (deps) => {
    const ids = await listOrphanedPayments(deps.db, ORPHANS_AT_ONCE);
    if (ids.length > 0) deps.log.warn({ paymentOrderIds: ids }, 'payments whose worker died are carried on');
    await Promise.all(ids.map((id) => executeAlone(deps, id)));
  },
};

/** A payment that cannot be settled is logged and looked at again; it never keeps the sweep from the others. */
async function executeAlone(deps: ExecuteDeps, paymentId: string): Promise<ExecutionResult | 'broken'> {
  try {
    return await executePayment(deps, paymentId);
  } catch (error) {
    deps.log.error({ err: error, paymentOrderId: paymentId }, 'payment not settled');
    return 'broken';
  }
}
