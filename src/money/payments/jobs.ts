// Background work of the payments: each is executed after its commit, and sweeps pick up what was left over.

import { defineJob } from '../../core/jobs/jobs.ts';
import type { PeriodicTask } from '../../core/periodic-tasks.ts';
import { type ExecuteDeps, type ExecutionResult, executePayment } from './execute.ts';
import { findIncidents } from './incidents.ts';
import { listIdlePayments, listOrphanedPayments } from './payment.ts';

const SWEEP_LIMIT = 500;
/** Concurrent look-ups of one run; the rest follows in the next one. */
const ORPHANS_AT_ONCE = 20;

/** Executes one payment right after the commit that opened it. Unknown outcomes are retried with backoff. */
export const executePaymentJob = defineJob<ExecuteDeps, { paymentId: string }>({
  name: 'execute-payment',
  concurrency: 4,
  batch: 4,
  pollSeconds: 1,
  work: async (deps, { paymentId }, run) => {
    const result = await executePayment(deps, paymentId, run.complete);
    if (result === 'unknown' || result === 'busy') throw new Error(`payment ${paymentId} is ${result}`);
    return { result };
  },
});

/**
 * The wallet-transactions job of ground-rules.md#scheduled-jobs: executes every open payment without a lease, those pending at the
 * provider included, and looks for payments that moved money twice.
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
    return { ...report, incidents: await findIncidents(deps) };
  },
});

/**
 * Takes over payments whose process was killed during a call, as soon as their lease has expired: the job queue would notice a dead
 * worker later, and a dead request never. Like every later attempt it looks the payment up by reference first.
 */
export const orphanedPaymentsTask: PeriodicTask<ExecuteDeps> = {
  name: 'orphaned-payments',
  everyMs: 1_000,
  work: async (deps) => {
    const ids = await listOrphanedPayments(deps.db, ORPHANS_AT_ONCE);
    if (ids.length > 0) deps.log.warn({ paymentIds: ids }, 'payments whose worker died are taken over');
    await Promise.all(ids.map((id) => executeAlone(deps, id)));
  },
};

/** An error is logged and the payment retried by the next sweep; it never stops the sweep of the others. */
async function executeAlone(deps: ExecuteDeps, paymentId: string): Promise<ExecutionResult | 'broken'> {
  try {
    return await executePayment(deps, paymentId);
  } catch (error) {
    deps.log.error({ err: error, paymentId: paymentId }, 'payment not settled');
    return 'broken';
  }
}
