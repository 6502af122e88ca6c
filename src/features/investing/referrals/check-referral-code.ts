// GET /customers/referral-code-exists: called before sign-up by the page that a referral link opens (A-referrals-3).

import type { AppDeps } from '../../../deps.ts';
import { normaliseReferralCode } from '../../access/customers/index.ts';
import { findOwnerOfCode } from './queries.ts';

/** Whether the code, normalised, belongs to a customer. */
export async function checkReferralCode(
  { db }: Pick<AppDeps, 'db'>,
  { referralCode }: { referralCode: string },
): Promise<{ referralCodeExists: boolean }> {
  return { referralCodeExists: (await findOwnerOfCode(db, normaliseReferralCode(referralCode))) !== undefined };
}
