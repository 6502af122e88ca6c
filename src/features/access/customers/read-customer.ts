// One investor as administrators see them.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { toAdministrationView } from './administration-view.ts';
import { findCustomerWithUser } from './queries.ts';
import type { AdministrationCustomer } from './schemas.ts';

/** The customer with this id. Error: `not-found`. */
export async function readCustomer(deps: Pick<AppDeps, 'db'>, customerId: string): Promise<AdministrationCustomer> {
  const customer = await findCustomerWithUser(deps.db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  return toAdministrationView(customer);
}
