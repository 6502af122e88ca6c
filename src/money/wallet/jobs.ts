// Background work of the wallet: each order as soon as it is written, and the sweep that forgets none.

import { defineJob } from '../../core/jobs.ts';
import { type ExecuteDeps, type ExecutionResult, executePaymentOrder } from './execute-payment-order.ts';
import { listIdleOrders } from './payment-orders.ts';

const SWEEP_LIMIT = 500;

/** Executes one payment order right after the commit that wrote it. Unknown outcomes are retried with backoff. */
export const executePaymentOrderJob = defineJob<ExecuteDeps, { orderId: string }>({
  name: 'execute-payment-order',
  concurrency: 4,
  batch: 4,
  pollSeconds: 1,
  work: async (deps, { orderId }, run) => {
    const result = await executePaymentOrder(deps, orderId, run.complete);
    if (result === 'unknown' || result === 'busy') throw new Error(`payment order ${orderId} is ${result}`);
    return { result };
  },
});

/** The wallet-transactions worker of document 1: every open order nobody works on, also what waits for the provider. */
export const walletTransactionsJob = defineJob<ExecuteDeps, { dryRun?: boolean }>({
  name: 'wallet-transactions',
  cron: '* * * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }) => {
    const ids = await listIdleOrders(deps.db, SWEEP_LIMIT);
    const report = { open: ids.length, succeeded: 0, failed: 0, pending: 0, unknown: 0, busy: 0, closed: 0, broken: 0, dryRun };
    if (dryRun) return report;
    for (const id of ids) report[await executeAlone(deps, id)] += 1;
    return report;
  },
});

/** An order that cannot be settled is logged and looked at again; it never keeps the sweep from the others. */
async function executeAlone(deps: ExecuteDeps, orderId: string): Promise<ExecutionResult | 'broken'> {
  try {
    return await executePaymentOrder(deps, orderId);
  } catch (error) {
    deps.log.error({ err: error, paymentOrderId: orderId }, 'payment order not settled');
    return 'broken';
  }
}
