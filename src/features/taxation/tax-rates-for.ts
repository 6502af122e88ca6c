// At which rate a payout of a year is taxed, for many investors at once: what the coupon run asks.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { findTaxpayers } from './queries.ts';
import { applicableTaxRate, type TaxRate, taxYearOf } from './rules.ts';

/** Rate in basis points by customer id, in one query; `year` is the Paris year of the payout. Ids nobody has are left out. */
export async function taxRatesFor(
  db: Database | Tx,
  deps: Pick<AppDeps, 'config'>,
  input: { customerIds: readonly string[]; year: number },
): Promise<Map<string, TaxRate>> {
  const law = taxYearOf(deps.config.TAX_RATES, input.year);
  const taxpayers = await findTaxpayers(db, input.customerIds, input.year);
  return new Map(taxpayers.map((taxpayer) => [taxpayer.customerId, applicableTaxRate(taxpayer, law)]));
}
