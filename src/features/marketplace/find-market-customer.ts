// Who may enter the marketplace.

import { AppError } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { type Customer, findCustomer } from '../customers/index.ts';
import { MARKETPLACE_FORBIDDEN } from './errors.ts';

/** The caller, when the flag canSeeRoyalty lets them in; `marketplace-forbidden` otherwise. */
export async function findMarketCustomer(deps: Pick<AppDeps, 'db'>, customerId: string): Promise<Customer> {
  const customer = await findCustomer(deps.db, customerId);
  if (!customer?.canSeeRoyalty) throw new AppError(MARKETPLACE_FORBIDDEN);
  return customer;
}
