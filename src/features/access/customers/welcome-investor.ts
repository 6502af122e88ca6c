// The welcome: one mail in a lifetime, in the transaction that proved the address or as soon after it as may be.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from './mail-investor.ts';
import { markWelcomed } from './write-queries.ts';

/** True when the mail was written now; false for who was welcomed before, and for a user who is no investor (yet). */
export async function welcomeInvestor(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, userId: string): Promise<boolean> {
  const customerId = await markWelcomed(tx, { userId, at: deps.clock.now() });
  if (customerId === undefined) return false;
  await mailInvestor(tx, deps, { customerId, template: 'welcome', data: {} });
  return true;
}
