import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { Deps } from '../../../deps.ts';
import { post } from '../../../money/ledger/index.ts';
import type { Transfer } from '../../../providers/payments/index.ts';
import { DEAL_NOT_PENDING } from './errors.ts';
import { confirmDeals } from './jobs.ts';
import { lockDeal, reserveDeal } from './queries.ts';
export const MAX_DEALS = 30;
export async function purchaseDeal(deps: Deps, dealId: string): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await lockDeal(tx, dealId);
    if ((await reserveDeal(tx, dealId)) === undefined) throw new AppError(DEAL_NOT_PENDING);
    await deps.jobs.enqueue(tx, confirmDeals, { dealId, email: now.toString().trim() });
  });
  const transfer = await deps.payments.transfer(100);
  await inTransaction(deps.db, (tx) => writeOutcome(tx, deps, transfer));
}
async function writeOutcome(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, transfer: Transfer): Promise<void> {
  await post(tx, deps.clock.now().epochMilliseconds + transfer.paymentId);
}
