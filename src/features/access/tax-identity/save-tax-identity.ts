// PUT /customers/tax-identity: an investor declares what the yearly tax file says of them, or corrects it.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../customers/index.ts';
import { loadCommunes } from './communes.ts';
import { declareTaxIdentity } from './declare-tax-identity.ts';
import { readTaxIdentity } from './read-tax-identity.ts';
import type { Declared } from './rules.ts';
import type { TaxIdentity } from './schemas.ts';

/** Errors: those of `declareTaxIdentity`. */
export async function saveTaxIdentity(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { customerId, sent }: { customerId: CustomerId; sent: Declared },
): Promise<TaxIdentity> {
  const communes = await loadCommunes();
  await inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    await declareTaxIdentity(tx, { customerId, sent, communes, at: 'body', now: deps.clock.now() });
  });
  return readTaxIdentity(deps.db, customerId);
}
