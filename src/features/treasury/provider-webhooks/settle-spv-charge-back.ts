// What a charge-back on an SPV's wallet changes here: the direct debit that it takes back pays its echeance no more. Safe to repeat.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Payout } from '../../../providers/payments/index.ts';
import { chargeBackDebit } from '../../repayment/direct-debits/index.ts';
import { type ChargeBackKey, lockUnbooked, markBooked } from './charge-back-queries.ts';
import { bookingOfSpv } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs'>;

/**
 * `payout` was just read. A debit that is not booked yet waits for the status job, and this for the next run; of other money of an
 * SPV the team decides (A-provider-webhooks-12).
 */
export async function settleSpvChargeBack(deps: Deps, { key, payout }: { key: ChargeBackKey; payout: Payout }): Promise<void> {
  const booking = bookingOfSpv(payout, key.accountId);
  if (booking === 'later') return;
  if (booking === 'now' && payout.originId !== null) {
    const eventAt = payout.executedAt ?? payout.createdAt;
    if ((await chargeBackDebit(deps, { providerMoneyInId: payout.originId, eventAt })) === 'not-collected') return;
  }
  await inTransaction(deps.db, async (tx) => {
    if (await lockUnbooked(tx, key)) await markBooked(tx, key, null);
  });
}
