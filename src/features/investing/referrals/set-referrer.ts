// POST /referrals/referrer-code: an investor names their referrer, once (A-referrals-2).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { normaliseReferralCode, setReferrerOnce } from '../../access/customers/index.ts';
import { findOwnerOfCode, hasReferrer, isReferredBy, isReferrerOf } from './queries.ts';
import type { Referrer } from './schemas.ts';

/** Lock that serialises the setting of referrers: two concurrent transactions could otherwise create a cycle. */
const LINK_LOCK = 'referrals.link';

/**
 * Sets the referrer when the code is another customer's and there is none yet. Nothing changes, with the same answer, for an
 * unknown code, the own code, an existing referrer, or a referrer whom the investor has referred themself, directly or indirectly
 * (A-referrals-1, referrals.md#naming-a-referrer). `referrerCode` is the normalised code;
 * `isReferrer` says whether its owner is the investor's referrer now (A-referrals-4).
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
