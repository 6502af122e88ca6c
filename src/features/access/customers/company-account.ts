// `npm run admin -- company-account`: which customer is the platform's own account on the secondary market.

import { COMMAND_LINE, recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCompanyAccountId, findCustomerIdByEmail } from './queries.ts';
import { clearCompanyAccount, markCompanyAccount } from './write-queries.ts';

/**
 * Makes the investor with this address the company account; the previous one becomes an ordinary investor (A-customers-7).
 * Returns `same`, changes nothing and audits nothing when the investor is the company account already. Throws when no investor
 * has the address.
 */
export async function designateCompanyAccount(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { email }: { email: string },
): Promise<'designated' | 'moved' | 'same'> {
  return inTransaction(deps.db, async (tx) => {
    await lockKey(tx, 'company-account');
    const customerId = await findCustomerIdByEmail(tx, email);
    if (customerId === undefined) throw new Error(`no investor has the address ${email}`);
    const previousId = await findCompanyAccountId(tx);
    if (previousId === customerId) return 'same';
    if (previousId !== undefined) await clearCompanyAccount(tx, previousId);
    await markCompanyAccount(tx, customerId);
    await recordAdminAction(tx, {
      kind: 'COMPANY_ACCOUNT_DESIGNATION',
      administrator: COMMAND_LINE,
      target: { type: 'customer', id: customerId },
      payload: { previousCustomerId: previousId ?? null },
      at: deps.clock.now(),
    });
    return previousId === undefined ? 'designated' : 'moved';
  });
}
