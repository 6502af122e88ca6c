// Referrers: codes before and after the sign-up, and what an investor sees of the people they referred.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { monthsAfter } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { normaliseReferralCode, setReferrerOnce } from '../../access/customers/index.ts';
import {
  findLinksOf,
  findOwnerOfCode,
  findReferees,
  findRewardsOf,
  hasReferrer,
  isReferredBy,
  isReferrerOf,
  sumRewardsOf,
} from './queries.ts';
import type { RefereesPage, Referrals, Referrer, RewardsPage } from './schemas.ts';

// GET /customers/referral-code-exists: called before sign-up by the page that a referral link opens.

/** Whether the code, normalised, belongs to a customer. */
export async function checkReferralCode(
  { db }: Pick<AppDeps, 'db'>,
  { referralCode }: { referralCode: string },
): Promise<{ referralCodeExists: boolean }> {
  return { referralCodeExists: (await findOwnerOfCode(db, normaliseReferralCode(referralCode))) !== undefined };
}

// POST /referrals/referrer-code: an investor names their referrer, once.

/** Lock that serialises the setting of referrers: two concurrent transactions could otherwise create a cycle. */
const LINK_LOCK = 'referrals.link';

/**
 * Sets the referrer when the code is another customer's and there is none yet. Nothing changes, with the same answer, for an
 * unknown code, the own code, an existing referrer, or a referrer whom the investor has referred themself, directly or indirectly
 * (referrals.md#naming-a-referrer). `referrerCode` is the normalised code;
 * `isReferrer` says whether its owner is the investor's referrer now.
 */
export async function setReferrer(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, referralCode }: { customerId: CustomerId; referralCode: string },
): Promise<Static<typeof Referrer>> {
  const referrerCode = normaliseReferralCode(referralCode);
  const referrerId = await findOwnerOfCode(db, referrerCode);
  const isNew = referrerId !== undefined && referrerId !== customerId && !(await hasReferrer(db, customerId));
  if (isNew)
    await inTransaction(db, async (tx) => {
      await lockKey(tx, LINK_LOCK);
      if (!(await isReferredBy(tx, { refereeId: referrerId, referrerId: customerId })))
        await setReferrerOnce(tx, { customerId, referrerId });
    });
  return { referrerCode, isReferrer: referrerId !== undefined && (await isReferrerOf(db, { customerId, referrerId })) };
}

// GET /referrals, /referrals/referees and /referrals/rewards: the referrer of the investor, whom they referred, what they earned by it.

type Deps = Pick<AppDeps, 'db' | 'config'>;
type PageOf = { customerId: CustomerId; limit: number; cursor?: string };

/** Others are shown by first name and initial; cents. */
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
