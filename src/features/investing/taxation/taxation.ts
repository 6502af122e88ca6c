// The tax of investors: their rates, what was withheld in each year, and what payouts and losses record for the yearly form.

import { dataCipher } from '../../../core/data-cipher.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { type CustomerTaxRate, listRequestsOf, listTaxSituations, listWithheldTax, ratesOfTaxpayers } from './queries.ts';
import {
  type CapitalLoss,
  type CouponTax,
  insertCouponTax,
  insertCouponTaxes,
  insertLosses,
  type SingleCouponTax,
} from './record-queries.ts';
import { applicableTaxRate, defaultTaxRate, rateBpsOf, taxPercentage, taxYearOf } from './rules.ts';
import type { Taxation } from './schemas.ts';

// GET /customers/taxation: the tax withheld in each year, and the rate of the year.

/** One item per year with withheld tax (cents) or a request, newest year first. Only a validated request decides the rate. */
export async function readTaxation(deps: Pick<AppDeps, 'db' | 'config'>, customerId: CustomerId): Promise<Taxation> {
  const { db, config } = deps;
  const [customer, withheld, requests] = await Promise.all([
    findCustomer(db, customerId),
    listWithheldTax(db, customerId),
    listRequestsOf(db, dataCipher(config), customerId),
  ]);
  const customerType = customer?.customerType ?? null;
  const years = new Set([...withheld.map(({ period }) => yearOf(period)), ...requests.map(({ year }) => year)]);
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => {
      const request = requests.find((candidate) => candidate.year === year);
      const validatedAnswers = request?.status === 'validated' ? request.answers : undefined;
      const rate = applicableTaxRate({ customerType, validatedAnswers }, taxYearOf(config.TAX_RATES, year));
      return {
        year,
        taxRate: taxPercentage(rateBpsOf(rate)),
        taxAmountHistory: withheld.filter(({ period }) => yearOf(period) === year),
        ...(request && {
          taxExemptionRequestedAt: request.createdAt.toString(),
          taxExemptionStatus: request.status,
          ...(request.refusalReason !== null && { taxExemptionRefusalReason: request.refusalReason }),
          taxExemptionFormAnswers: request.answers,
        }),
      };
    });
}

function yearOf(period: string): number {
  return Number(period.slice(0, 4));
}

/** The whole rate in basis points of a Paris year. */
export type RateInYear = (year: number) => number;

/** The investor's own rate by year: what a payout in it withholds where tax is withheld. */
export async function readTaxRateOf(
  { db, config }: { db: AppDeps['db'] | Tx; config: AppDeps['config'] },
  customerId: CustomerId,
): Promise<RateInYear> {
  const customer = await findCustomer(db, customerId);
  const requests = await listRequestsOf(db, dataCipher(config), customerId);
  const customerType = customer?.customerType ?? null;
  return (year) => {
    const validated = requests.find((request) => request.year === year && request.status === 'validated');
    const rate = applicableTaxRate({ customerType, validatedAnswers: validated?.answers }, taxYearOf(config.TAX_RATES, year));
    return rateBpsOf(rate);
  };
}

/** The rate of somebody who is not known: that of an individual without a declaration. */
export function defaultRate({ TAX_RATES }: Pick<AppDeps['config'], 'TAX_RATES'>): RateInYear {
  return (year) => rateBpsOf(defaultTaxRate(null, taxYearOf(TAX_RATES, year)));
}

// The tax rates of any number of investors in one query, for the coupon run.

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
  const situations = await listTaxSituations(tx, dataCipher(deps.config), input);
  return ratesOfTaxpayers(
    customers,
    year,
    situations.map((situation) => ({ ...situation, rate: applicableTaxRate(situation, law) })),
  );
}

// Records the parts of each tax that a coupon run withholds: income tax and social
// contributions (tax.md#withholding).

/**
 * To be called with a query of the payouts of the run, in the transaction that has opened their payments: finds each
 * COUPON_PAYOUT and WITHHOLDING_TAX by the subject of their payment. Payouts without tax are skipped. Throws when a tax differs
 * from gross times rate: the yearly form of its investor would be wrong.
 */
export async function recordCouponTaxes(tx: Tx, coupons: Subquery<CouponTax>): Promise<void> {
  const { taxed, written } = await insertCouponTaxes(tx, coupons);
  if (written !== taxed) throw new Error(`${taxed - written} of ${taxed} payouts withheld another tax than their rate gives`);
}

// Records the parts of the tax of one coupon that was paid outside the provider.

/** For the yearly form, like `recordCouponTaxes` for a run. Throws when the tax differs from gross times rate. */
export async function recordCouponTax(tx: Tx, coupon: SingleCouponTax): Promise<void> {
  if (!(await insertCouponTax(tx, coupon)))
    throw new Error(`coupon ${coupon.couponTransactionId} withheld another tax than its rate gives`);
}

// Records the capital that a give-up or a final settlement left unpaid, for the yearly form of the holders.

/**
 * To be called once, in the transaction of the give-up or the settlement: divides the loss over the bricks as they are held at that moment
 * (A-taxation-11). Throws when no investor holds bricks.
 */
export async function recordCapitalLosses(tx: Tx, loss: CapitalLoss): Promise<void> {
  const sharedCents = await insertLosses(tx, loss);
  if (sharedCents !== loss.lossCents)
    throw new Error(`property ${loss.propertyId}: only ${sharedCents} cents of a loss of ${loss.lossCents} were divided`);
}
