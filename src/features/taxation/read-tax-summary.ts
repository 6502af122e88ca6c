// GET /customers/taxation/summary/:year: the figures of the yearly form (IFU, DOMAIN §4.3), and the same on paper.

import { parisYear } from '../../core/dates.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { type CustomerWithUser, findCustomerWithUser } from '../customers/index.ts';
import { issuerOf } from '../invoices/index.ts';
import { sumCouponsOfYear } from './coupon-queries.ts';
import { taxYearOf } from './rules.ts';
import type { TaxSummary } from './schemas.ts';
import { renderTaxSummaryPdf } from './tax-summary-pdf.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;
type Asked = { customerId: string; year: number };

/** Cents, of confirmed payouts. Error: `not-found` for a year before sign-up or after the current one (Paris). */
export async function readTaxSummary(deps: Deps, asked: Asked): Promise<TaxSummary> {
  await findInvestorOfYear(deps, asked);
  return summarise(deps, asked);
}

/** The same as PDF. */
export async function readTaxSummaryPdf(deps: Deps, asked: Asked): Promise<Uint8Array> {
  const customer = await findInvestorOfYear(deps, asked);
  return renderTaxSummaryPdf(await summarise(deps, asked), { customer, issuer: issuerOf(deps.config), at: deps.clock.now() });
}

async function findInvestorOfYear({ db, clock }: Deps, { customerId, year }: Asked): Promise<CustomerWithUser> {
  const customer = await findCustomerWithUser(db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  if (year < parisYear(customer.createdAt) || year > parisYear(clock.now()))
    throw new AppError(NOT_FOUND, { detail: 'There is no tax summary of this year.' });
  return customer;
}

/** Throws for a tax whose parts were not kept: no form is better than a wrong one. */
async function summarise({ db, clock, config }: Deps, { customerId, year }: Asked): Promise<TaxSummary> {
  const { solidarityBps } = taxYearOf(config.TAX_RATES, year);
  const sums = await sumCouponsOfYear(db, { customerId, year, solidarityBps });
  if (sums.unsplitCount > 0) throw new Error(`${sums.unsplitCount} taxes withheld in ${year} are not split into their parts`);
  return {
    year,
    isFinal: year < parisYear(clock.now()),
    grossInterestCents: sums.interestCents,
    incomeTaxWithheldCents: sums.incomeTaxCents,
    socialContributionsCents: sums.socialCents,
    taxWithheldCents: sums.taxCents,
    royaltyRevenueCents: sums.royaltyCents,
    boxes: {
      '2TR': sums.interestCents,
      '2CK': sums.incomeTaxCents,
      '2BH': sums.contributionsBaseCents,
      '2CG': sums.solidarityBaseCents,
    },
  };
}
