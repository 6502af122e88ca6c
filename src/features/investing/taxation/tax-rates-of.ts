// The tax rates of any number of investors in one query, for the coupon run.

import type { Subquery } from '../../../core/db/subquery.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerTaxRate, listTaxSituations, ratesOfTaxpayers } from './queries.ts';
import { applicableTaxRate, taxYearOf } from './rules.ts';

/**
 * A query of the rates of the investors of the subquery `customers` in the Paris year of the payout. Investors share few distinct
 * tax situations: the rate of each situation is computed here, and the query joins it to the investors. An investor whose
 * situation changes between the two statements is missing in the result.
 */
export async function taxRatesOf(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  input: { customers: Subquery<{ customer_id: CustomerId }>; year: number },
): Promise<Subquery<CustomerTaxRate>> {
  const { customers, year } = input;
  const law = taxYearOf(deps.config.TAX_RATES, year);
  const situations = await listTaxSituations(tx, customers, year);
  return ratesOfTaxpayers(
    customers,
    year,
    situations.map((situation) => ({ ...situation, rate: applicableTaxRate(situation, law) })),
  );
}
