// GET /administration/payments-to-be-assigned/debit-accounts: accounts that a payment by transfer may be
// taken from (A-incoming-wires-11).

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { listUsedDebitAccounts } from './history-queries.ts';
import type { DebitAccounts, DebitAccountsQuery } from './schemas.ts';

/** The platform's main account, then the accounts of owners used before, the last one first; of one project where it is named. */
export async function listDebitAccounts(
  deps: Pick<AppDeps, 'db' | 'config'>,
  { projectId }: Static<typeof DebitAccountsQuery>,
): Promise<Static<typeof DebitAccounts>> {
  const main = deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const used = await listUsedDebitAccounts(deps.db, projectId);
  return [
    { accountId: main, isPlatform: true, usedFor: null, usedAt: null },
    ...used
      .filter(({ accountId }) => accountId !== main)
      .map(({ accountId, usedFor, usedAt }) => ({ accountId, isPlatform: false, usedFor, usedAt: usedAt.toString() })),
  ];
}
