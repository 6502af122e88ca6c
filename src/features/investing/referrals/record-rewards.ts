// Records the referral rewards of a funding when it closes (referrals.md#the-reward).

import { parisYear } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertRewards, lockReferrers } from './reward-queries.ts';

/**
 * In the transaction of the closing: writes one reward for each confirmed purchase that a referred investor made within
 * REFERRAL_PERIOD_MONTHS of their sign-up, with the part above the yearly cap blocked. Two fundings that close at the same time
 * are serialised for a referrer they share: referrers are locked in id order, and the clock is read under that lock, so that
 * (createdAt, id) is the order in which the cap is used. Returns how many rewards were written.
 */
export async function recordRewards(tx: Tx, deps: Pick<AppDeps, 'config' | 'clock'>, propertyId: PropertyId): Promise<number> {
  const { REFERRAL_REWARD_BPS, REFERRAL_PERIOD_MONTHS, MAX_REFERRAL_REWARD_PER_YEAR_CENTS } = deps.config;
  const referrers = await lockReferrers(tx, propertyId, deps.clock.now());
  if (referrers.length === 0) return 0;
  const at = deps.clock.now();
  return insertRewards(tx, {
    propertyId,
    referrers,
    rewardBps: REFERRAL_REWARD_BPS,
    periodMonths: REFERRAL_PERIOD_MONTHS,
    capCents: MAX_REFERRAL_REWARD_PER_YEAR_CENTS,
    year: parisYear(at),
    at,
  });
}
