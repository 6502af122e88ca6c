// Books money-ins that the provider reports, each exactly once.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type ArrivedMoneyIn, bookMoneyIn } from '../../../money/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { findBookedMoneyIns } from './queries.ts';

/**
 * Books those that are not booked yet, oldest first, so that after an interruption nothing older than the newest booked one is
 * missing: the next reading starts there. Mails the investor of each. Returns how many were new.
 */
export async function bookNewMoneyIns(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  arrived: readonly ArrivedMoneyIn[],
): Promise<number> {
  if (arrived.length === 0) return 0;
  const booked = await findBookedMoneyIns(
    deps.db,
    arrived.map((moneyIn) => moneyIn.providerMoneyInId),
  );
  let count = 0;
  for (const moneyIn of arrived.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    if (booked.has(moneyIn.providerMoneyInId)) continue;
    const { customerId, amountCents, at } = moneyIn;
    const data = { amountCents, receivedAt: at.toString() };
    const notify = (tx: Tx) => mailInvestor(tx, deps, { customerId, template: 'money-received', data });
    if (await bookMoneyIn(deps, moneyIn, notify)) count += 1;
  }
  return count;
}
