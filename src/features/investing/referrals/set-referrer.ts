// POST /referrals/referrer-code: an investor says who brought them, once.

import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { normaliseReferralCode, setReferrerOnce } from '../../access/customers/index.ts';
import { findOwnerOfCode, hasReferrer, isReferredBy } from './queries.ts';

/** All links are made one after the other: a circle of any length shows only to who sees every link of it. */
const LINK_LOCK = 'referrals.link';

/**
 * Sets the referrer when the code is another customer's and there is none yet. No match, the own code, an existing referrer,
 * or a referrer whom the investor brought themself, directly or not (A-referrals-1): nothing changes and the answer is the
 * same (referrals.md#naming-a-referrer). `referrerCode` is the code, normalised.
 */
export async function setReferrer(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, referralCode }: { customerId: string; referralCode: string },
): Promise<{ referrerCode: string }> {
  const referrerCode = normaliseReferralCode(referralCode);
  const referrerId = await findOwnerOfCode(db, referrerCode);
  const isNew = referrerId !== undefined && referrerId !== customerId && !(await hasReferrer(db, customerId));
  if (isNew)
    await inTransaction(db, async (tx) => {
      await lockKey(tx, LINK_LOCK);
      if (!(await isReferredBy(tx, { refereeId: referrerId, referrerId: customerId })))
        await setReferrerOnce(tx, { customerId, referrerId });
    });
  return { referrerCode };
}
