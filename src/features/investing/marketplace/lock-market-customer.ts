// Who may enter the marketplace, for as long as a transaction lasts.

import type { Tx } from '../../../core/db/transaction.ts';
import { type Customer, lockCustomer } from '../../access/customers/index.ts';
import { admitted } from './rules.ts';

/** The caller, locked: flag and rights stay what they are. Error: `marketplace-forbidden` without the flag canSeeRoyalty. */
export async function lockMarketCustomer(tx: Tx, customerId: string): Promise<Customer> {
  return admitted(await lockCustomer(tx, customerId));
}
