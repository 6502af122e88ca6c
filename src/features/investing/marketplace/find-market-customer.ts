// Who may enter the marketplace.

import type { AppDeps } from '../../../deps.ts';
import { type Customer, findCustomer } from '../../access/customers/index.ts';
import { admitted } from './rules.ts';

/** The caller, when the flag canSeeRoyalty lets them in; `marketplace-forbidden` otherwise. */
export async function findMarketCustomer(deps: Pick<AppDeps, 'db'>, customerId: string): Promise<Customer> {
  return admitted(await findCustomer(deps.db, customerId));
}
