// GET /administration/referral-for-primary-purchase/waiting-for-invoice: the rewards above the yearly cap.

import type { Static } from 'typebox';
import type { Cents } from '../../../core/cents.ts';
import type { AppDeps } from '../../../deps.ts';
import { sumAboveCap } from './reward-queries.ts';
import type { WaitingForInvoice } from './reward-schemas.ts';

/** Cents that wait for an invoice, and cents that an invoice has unblocked, by the referrer's email and the year. */
export async function listWaitingForInvoice({
  db,
  config,
}: Pick<AppDeps, 'db' | 'config'>): Promise<Static<typeof WaitingForInvoice>> {
  const byEmail = new Map<string, Record<string, { 'waiting-for-invoice': Cents; 'invoice-received': Cents }>>();
  for (const { email, year, waitingCents, receivedCents } of await sumAboveCap(db)) {
    const years = byEmail.get(email) ?? {};
    years[year] = { 'waiting-for-invoice': waitingCents, 'invoice-received': receivedCents };
    byEmail.set(email, years);
  }
  return { reachedLimitRewards: Object.fromEntries(byEmail), maxRewardPerYearInCents: config.MAX_REFERRAL_REWARD_PER_YEAR_CENTS };
}
