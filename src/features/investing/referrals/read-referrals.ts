// GET /referrals, /referrals/referees and /referrals/rewards: who referred the investor, whom they referred, what they earned by it.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { monthsAfter } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findLinksOf, findReferees, findRewardsOf, sumRewardsOf } from './queries.ts';
import type { RefereesPage, Referrals, RewardsPage } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'config'>;
type PageOf = { customerId: CustomerId; limit: number; cursor?: string };

/** Others are shown by first name and initial; cents (A-referrals-4). */
export async function readReferrals({ db }: Deps, customerId: CustomerId): Promise<Static<typeof Referrals>> {
  const [links, rewards] = await Promise.all([findLinksOf(db, customerId), sumRewardsOf(db, customerId)]);
  const { referralCode, referrerId, refereeCount } = links;
  return { referralCode, referrer: referrerId === null ? null : shownName(links), refereeCount, rewards: withDue(rewards) };
}

/** Newest first. Error: `validation-failed` for an invalid cursor. */
export async function listReferees(
  { db, config }: Deps,
  { customerId, limit, cursor }: PageOf,
): Promise<Static<typeof RefereesPage>> {
  const rows = await findReferees(db, customerId, { limit, after: decodeCursor(cursor) });
  return toPage(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    ({ createdAt, rewardCents, ...referee }) => ({
      ...shownName(referee),
      signedUpAt: createdAt.toString(),
      rewardedUntil: monthsAfter(createdAt, config.REFERRAL_PERIOD_MONTHS).toString(),
      rewardCents,
    }),
  );
}

/** Newest first. Error: `validation-failed` for an invalid cursor. */
export async function listReferralRewards(
  { db }: Deps,
  { customerId, limit, cursor }: PageOf,
): Promise<Static<typeof RewardsPage>> {
  const rows = await findRewardsOf(db, customerId, { limit, after: decodeCursor(cursor) });
  return toPage(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    ({ createdAt, firstName, lastName, ...reward }) => ({
      ...withDue(reward),
      referee: shownName({ firstName, lastName }),
      createdAt: createdAt.toString(),
    }),
  );
}

function shownName({ firstName, lastName }: { firstName: string | null; lastName: string | null }) {
  return { firstName, lastInitial: lastName === null ? null : ([...lastName][0] ?? null) };
}

function withDue<Sums extends { amountCents: Cents; waitingForInvoiceCents: Cents; paidCents: Cents }>(sums: Sums) {
  return { ...sums, dueCents: centsOf(sums.amountCents - sums.waitingForInvoiceCents - sums.paidCents) };
}
