// Refuses an unknown investor, so that administrators get a 404 and not an empty list (A-customers-8).

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { hasCustomer } from './queries.ts';

/** Error: `not-found`. */
export async function assertCustomer(db: Database, customerId: CustomerId): Promise<void> {
  if (!(await hasCustomer(db, customerId))) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
}
