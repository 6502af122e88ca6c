// The purchase of one candidate, in the transaction that takes the candidate off the wave: exactly once per investor and wave.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { placePurchase } from '../primary-purchase/index.ts';
import { BOUGHT_MEANWHILE } from './errors.ts';
import { INVESTMENT_PLAN_DISABLED } from './plan-errors.ts';
import { findBudget, hasExcludingPurchase, lockWaitingCandidate, markPurchased, type Wave } from './queries.ts';

/**
 * Does nothing when the candidate waits no more. The plan and the exclusion are judged again under the property's lock, as both
 * may have changed since the wave began. Throws the code of the refusal; the candidate then still waits.
 */
export async function buyForCandidate(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  wave: Wave,
  { customerId, providerBalanceCents }: { customerId: string; providerBalanceCents: number },
): Promise<void> {
  const { propertyId, contractType } = wave;
  await inTransaction(deps.db, async (tx) => {
    await lockProperty(tx, propertyId);
    if (!(await lockWaitingCandidate(tx, wave.id, customerId))) return;
    const budgetCents = await findBudget(tx, customerId, contractType);
    if (budgetCents === undefined) throw new AppError(INVESTMENT_PLAN_DISABLED);
    if (await hasExcludingPurchase(tx, wave, customerId)) throw new AppError(BOUGHT_MEANWHILE);
    const purchase = await placePurchase(tx, deps, { customerId, propertyId, providerBalanceCents, budgetCents });
    if (!(await markPurchased(tx, wave.id, customerId, purchase.id)))
      throw new Error(`candidate ${customerId} of wave ${wave.id} waits no more, though locked`);
  });
}
