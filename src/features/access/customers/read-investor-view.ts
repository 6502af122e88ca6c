// What an investor sees of themself, read in one query.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { toInvestorView } from './investor-view.ts';
import type { InvestorView } from './schemas.ts';
import { findCustomerWithUser } from './with-user-queries.ts';

/** The enriched investor view. Error: `not-found`; never for a signed-in investor. */
export async function readInvestorView(db: Database | Tx, customerId: CustomerId): Promise<InvestorView> {
  const customer = await findCustomerWithUser(db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  return toInvestorView(customer);
}
