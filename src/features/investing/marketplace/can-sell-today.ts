// GET /marketplace/deal/can-sell-today: whether the daily quota allows another deal.

import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { countDealsOfDay } from './quota-queries.ts';

/** Open to every investor, also without canSeeRoyalty. Always true for the company account, which has no quota. */
export async function canSellToday(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  caller: { customerId: CustomerId },
): Promise<{ canSellToday: boolean }> {
  const customer = await findCustomer(deps.db, caller.customerId);
  if (!customer) throw new AppError(NOT_FOUND);
  if (customer.isCompanyAccount) return { canSellToday: true };
  const dealCount = await countDealsOfDay(deps.db, customer.id, parisDate(deps.clock.now()));
  return { canSellToday: dealCount < deps.config.MAX_DAILY_RESALE_DEALS };
}
