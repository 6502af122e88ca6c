// How many deals the day still allows.

import { parisDate } from '../../../core/dates.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Customer } from '../../access/customers/index.ts';
import { countDealsOfDay } from './quota-queries.ts';

/** True while the customer is under the daily quota; always true for the company account. */
export async function hasQuotaLeft(
  deps: Pick<AppDeps, 'db' | 'config'>,
  customer: Customer,
  at: Temporal.Instant,
): Promise<boolean> {
  if (customer.isCompanyAccount) return true;
  return (await countDealsOfDay(deps.db, customer.id, parisDate(at))) < deps.config.MAX_DAILY_RESALE_DEALS;
}
