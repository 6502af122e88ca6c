// GET /marketplace/deal/can-sell-today: is a slot of the day left?

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { hasQuotaLeft } from './has-quota-left.ts';

/** Open to every investor, also without canSeeRoyalty. */
export async function canSellToday(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  caller: { customerId: string },
): Promise<{ canSellToday: boolean }> {
  const customer = await findCustomer(deps.db, caller.customerId);
  if (!customer) throw new AppError(NOT_FOUND);
  return { canSellToday: await hasQuotaLeft(deps, customer, deps.clock.now()) };
}
