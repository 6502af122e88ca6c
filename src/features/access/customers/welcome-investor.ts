// The welcome mail: sent once, in the transaction that verifies the address or as soon as possible after it.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from './mail-investor.ts';
import { markWelcomed } from './write-queries.ts';

/** True when the mail was enqueued; false when the user was welcomed before or has no customer row (yet). */
export async function welcomeInvestor(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, userId: string): Promise<boolean> {
  const customerId = await markWelcomed(tx, { userId, at: deps.clock.now() });
  if (customerId === undefined) return false;
  await mailInvestor(tx, deps, { customerId, template: 'welcome', data: {} });
  return true;
}
