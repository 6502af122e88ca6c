// A tax-rate request as the API shows it to administrators.

import type { Config } from '../../../deps.ts';
import type { findRequest } from './queries.ts';
import { rateBpsOf, taxPercentage, taxRateOfAnswers, taxYearOf } from './rules.ts';
import type { TaxRequest } from './schemas.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** `taxRate` follows the current table of rates, `taxRateAtRequest` is the rate at the time of the request. */
export function toRequestView(row: Row, config: Pick<Config, 'TAX_RATES'>): TaxRequest {
  const { rateBps, answers, createdAt, validatedAt, refusedAt, ...rest } = row;
  const rate = taxRateOfAnswers(answers, taxYearOf(config.TAX_RATES, row.year));
  return {
    ...rest,
    taxRate: taxPercentage(rate ? rateBpsOf(rate) : rateBps),
    taxRateAtRequest: taxPercentage(rateBps),
    taxExemptionFormAnswers: answers,
    createdAt: createdAt.toString(),
    validatedAt: validatedAt?.toString() ?? null,
    refusedAt: refusedAt?.toString() ?? null,
  };
}
