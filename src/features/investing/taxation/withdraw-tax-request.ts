// DELETE /customers/taxation/:year: an investor withdraws a request that nobody has decided on, and may declare the year anew (A-taxation-12).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { REQUEST_DECIDED } from './errors.ts';
import { listRequestsOf, markWithdrawn } from './queries.ts';
import { readTaxation } from './read-taxation.ts';
import type { Taxation } from './schemas.ts';

/** One statement asks whether it waits and ends it, so of a decision and a withdrawal at once the first counts. Errors: `not-found`, `taxation.request.decided`. */
export async function withdrawTaxRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  key: { customerId: CustomerId; year: number },
): Promise<Taxation> {
  await inTransaction(deps.db, async (tx) => {
    if (await markWithdrawn(tx, key, deps.clock.now())) return;
    const requests = await listRequestsOf(tx, key.customerId);
    if (!requests.some(({ year }) => year === key.year)) throw new AppError(NOT_FOUND, { detail: 'No request for this year' });
    throw new AppError(REQUEST_DECIDED, { detail: 'The request was decided.' });
  });
  return readTaxation(deps, key.customerId);
}
