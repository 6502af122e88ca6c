// GET /administration/customers/:customerId/wallet: what our books say of an investor's money, beside what the provider says.

import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { readShownWallet } from './queries.ts';
import type { AdministrationWallet } from './schemas.ts';

/**
 * Cents. Books nothing, unlike the investor's own look: what arrived and is not booked yet is the difference that an administrator
 * came to see (A-wallet-9). Error: `not-found`.
 */
export async function readCustomerWallet(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  customerId: string,
): Promise<AdministrationWallet> {
  await assertCustomer(deps.db, customerId);
  const account = await deps.payments.getAccount(customerId);
  const provider = account.ok ? { balanceCents: account.value.balanceCents, blocked: account.value.blocked } : null;
  return { ...(await readShownWallet(deps.db, customerId)), provider };
}
