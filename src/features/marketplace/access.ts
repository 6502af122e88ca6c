// Who may enter the marketplace, and how many deals the day still allows.

import { parisDate } from '../../core/dates.ts';
import { AppError } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { type Customer, findCustomer } from '../customers/index.ts';
import { MARKETPLACE_FORBIDDEN } from './errors.ts';
import { countDealsOfDay } from './queries.ts';

/** The caller, when the flag canSeeRoyalty lets them in; `marketplace-forbidden` otherwise. */
export async function findMarketCustomer(deps: Pick<AppDeps, 'db'>, customerId: string): Promise<Customer> {
  const customer = await findCustomer(deps.db, customerId);
  if (!customer?.canSeeRoyalty) throw new AppError(MARKETPLACE_FORBIDDEN);
  return customer;
}

/** True while the customer is under the daily quota; always true for the company account. */
export async function hasQuotaLeft(
  deps: Pick<AppDeps, 'db' | 'config'>,
  customer: Customer,
  at: Temporal.Instant,
): Promise<boolean> {
  if (customer.isCompanyAccount) return true;
  return (await countDealsOfDay(deps.db, customer.id, parisDate(at))) < deps.config.MAX_DAILY_RESALE_DEALS;
}
