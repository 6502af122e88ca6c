// GET /customers/taxation: the tax withheld in each year, and the rate of the year.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { listRequestsOf, listWithheldTax } from './queries.ts';
import { applicableTaxRate, rateBpsOf, taxPercentage, taxYearOf } from './rules.ts';
import type { Taxation } from './schemas.ts';

/** One item per year with withheld tax (cents) or a request, newest year first. Only a validated request decides the rate. */
export async function readTaxation(deps: Pick<AppDeps, 'db' | 'config'>, customerId: CustomerId): Promise<Taxation> {
  const { db, config } = deps;
  const [customer, withheld, requests] = await Promise.all([
    findCustomer(db, customerId),
    listWithheldTax(db, customerId),
    listRequestsOf(db, customerId),
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
