// GET /administration/referral-for-primary-purchase/waiting-for-invoice: who is above the yearly cap, and by how much.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { sumAboveCap } from './reward-queries.ts';
import type { WaitingForInvoice } from './reward-schemas.ts';

/** Blocked cents that wait, and those that an invoice unblocked, by email and year; added up by the database. */
export async function listWaitingForInvoice({
  db,
  config,
}: Pick<AppDeps, 'db' | 'config'>): Promise<Static<typeof WaitingForInvoice>> {
  const byEmail = new Map<string, Record<string, { 'waiting-for-invoice': number; 'invoice-received': number }>>();
  for (const { email, year, waitingCents, receivedCents } of await sumAboveCap(db)) {
    const years = byEmail.get(email) ?? {};
    years[year] = { 'waiting-for-invoice': waitingCents, 'invoice-received': receivedCents };
    byEmail.set(email, years);
  }
  return { reachedLimitRewards: Object.fromEntries(byEmail), maxRewardPerYearInCents: config.MAX_REFERRAL_REWARD_PER_YEAR_CENTS };
}
