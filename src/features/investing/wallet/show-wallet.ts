// GET /customers/wallet: what the investor may spend and what is promised, with everything that arrived until now.

import type { AppDeps } from '../../../deps.ts';
import type { Wallet } from '../../../money/ledger/index.ts';
import { readShownWallet } from './queries.ts';
import { syncMoneyIn } from './sync-money-in.ts';

/** Cents. Books new money-ins first; when the provider does not answer, shows what is booked (A-wallet-1). */
export async function showWallet(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  caller: { customerId: string },
): Promise<Wallet> {
  await syncMoneyIn(deps, caller.customerId);
  return readShownWallet(deps.db, caller.customerId);
}
