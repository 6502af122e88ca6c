// At which rate a payout of a year is taxed, for any number of investors at once: what the coupon run builds upon.

import type { Subquery } from '../../../core/db/subquery.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerTaxRate, listTaxSituations, ratesOfTaxpayers } from './queries.ts';
import { applicableTaxRate, taxYearOf } from './rules.ts';

export type { CustomerTaxRate };

/**
 * A query of the rates of the investors that the query `customers` names, in the Paris year of the payout. There are few
 * situations however many investors: the law is asked once for each, in TypeScript, and the database does the rest. An investor
 * whose situation changes between the two is missing in its rows.
 */
export async function taxRatesOf(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  input: { customers: Subquery<{ customer_id: string }>; year: number },
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
