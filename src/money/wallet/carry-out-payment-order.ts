// Carries a payment order out for a request that answers by its outcome, also when the worker was faster.

import { type ExecuteDeps, executePaymentOrder } from './execute-payment-order.ts';
import { readOrderStatus } from './payment-orders.ts';

const LOOK_EVERY_MS = 20;

/**
 * `pending`: the provider has the order and will tell the end later. `unknown`: it did not answer; the order stays open, a job
 * asks by reference. `byOthers`: somebody else settled it meanwhile (the worker, or a request beside this one).
 */
export type CarriedOut = { result: 'succeeded' | 'failed' | 'pending' | 'unknown'; byOthers: boolean };

/**
 * Executes the order, or waits for whoever is doing it. `waitOnly`: another request began it a moment ago and has the first turn.
 * Call it after the commit that wrote the order, never inside a transaction.
 */
export async function carryOutPaymentOrder(
  deps: ExecuteDeps,
  orderId: string,
  options: { waitOnly?: boolean } = {},
): Promise<CarriedOut> {
  const until = performance.now() + 2 * deps.config.PROVIDER_TIMEOUT_MS;
  for (;;) {
    const order = await readOrderStatus(deps.db, orderId);
    if (order.status === 'succeeded') return { result: 'succeeded', byOthers: true };
    if (order.status === 'failed' || order.status === 'canceled') return { result: 'failed', byOthers: true };
    if (!options.waitOnly || order.isIdle) {
      const result = await executePaymentOrder(deps, orderId);
      if (result !== 'busy' && result !== 'closed') return { result, byOthers: false };
    }
    if (performance.now() > until) return { result: 'unknown', byOthers: true };
    await passed(AbortSignal.timeout(LOOK_EVERY_MS));
  }
}

function passed(limit: AbortSignal): Promise<void> {
  return new Promise((resolve) => limit.addEventListener('abort', () => resolve(), { once: true }));
}
