// GET /customers/taxation/summary/:year: the figures of the yearly form (IFU, tax.md#yearly-form).

import { centsOf } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { sumCouponsOfYear } from './coupon-queries.ts';
import { sumLossesOfYear } from './loss-queries.ts';
import { loanInterestAfterLosses, taxYearOf } from './rules.ts';
import type { TaxSummary } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;
type Asked = { customerId: CustomerId; year: number };

/** Cents, of confirmed payouts. Error: `not-found` for a year before sign-up or after the current one (Paris). */
export async function readTaxSummary(deps: Deps, asked: Asked): Promise<TaxSummary> {
  await assertYearOfAccount(deps, asked);
  return summarise(deps, asked);
}

async function assertYearOfAccount({ db, clock }: Deps, { customerId, year }: Asked): Promise<void> {
  const customer = await findCustomer(db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  if (year < parisYear(customer.createdAt) || year > parisYear(clock.now()))
    throw new AppError(NOT_FOUND, { detail: 'There is no tax summary of this year.' });
}

/** Throws when the parts of a tax were not recorded: the figures would be wrong. */
async function summarise({ db, clock, config }: Deps, { customerId, year }: Asked): Promise<TaxSummary> {
  const { solidarityBps } = taxYearOf(config.TAX_RATES, year);
  const sums = await sumCouponsOfYear(db, { customerId, year, solidarityBps });
  if (sums.unsplitCount > 0) throw new Error(`${sums.unsplitCount} taxes withheld in ${year} are not split into their parts`);
  const { lost: losses, recovered } = await sumLossesOfYear(db, { customerId, year });
  return {
    year,
    isFinal: year < parisYear(clock.now()),
    grossInterestCents: sums.interestCents,
    incomeTaxWithheldCents: sums.incomeTaxCents,
    socialContributionsCents: sums.socialCents,
    taxWithheldCents: sums.taxCents,
    royaltyRevenueCents: sums.royaltyCents,
    interestByContract: {
      loanCents: sums.loanInterestCents,
      obligationCents: sums.obligationInterestCents,
      otherCents: centsOf(sums.interestCents - sums.loanInterestCents - sums.obligationInterestCents),
    },
    capitalLosses: losses,
    capitalRecoveries: recovered,
    loanInterestAfterLossesCents: loanInterestAfterLosses(sums.loanInterestCents, losses.loanCents),
    boxes: {
      '2TT': sums.loanInterestCents,
      '2TR': centsOf(sums.interestCents - sums.loanInterestCents),
      '2TY': losses.loanCents,
      '2TU': losses.loanCents,
      '2CK': sums.incomeTaxCents,
      '2BH': sums.contributionsBaseCents,
      '2CG': sums.solidarityBaseCents,
    },
  };
}
