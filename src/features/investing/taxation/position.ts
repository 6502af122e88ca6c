// GET /customers/taxation/position: at which rates an investor is taxed and since when, and which years they may declare today.

import { dataCipher } from '../../../core/data-cipher.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { hasTaxableIncome, listRequestsOf } from './queries.ts';
import { applicableTaxRate, deadlineOf, rateBpsOf, rateSince, submittableYears, taxPercentage, taxYearOf } from './rules.ts';
import type { TaxPosition } from './schemas.ts';

type Requests = Awaited<ReturnType<typeof listRequestsOf>>;

/** By the rules of the coupon run and of the declaration, which asks again. */
export async function readTaxPosition(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  customerId: CustomerId,
): Promise<TaxPosition> {
  const [customer, requests, hasIncome] = await Promise.all([
    findCustomer(db, customerId),
    listRequestsOf(db, dataCipher(config), customerId),
    hasTaxableIncome(db, customerId),
  ]);
  if (!customer) throw new AppError(FORBIDDEN);
  const today = parisDate(clock.now());
  const since = parisDate(customer.createdAt).year;
  const requestedYears = requests.map(({ year }) => year);
  return {
    rates: [today.year, today.year + 1].map((year) => rateOf(year, { config, customer, requests })),
    openYears: submittableYears({ today, hasTaxableIncome: hasIncome, requestedYears }),
    deadline: hasIncome ? deadlineOf(today).toString() : null,
    summaryYears: Array.from({ length: today.year - since + 1 }, (_, index) => today.year - index),
  };
}

function rateOf(
  year: number,
  of: Pick<AppDeps, 'config'> & {
    customer: { customerType: 'individual' | 'business' | null };
    requests: Requests;
  },
): TaxPosition['rates'][number] {
  const { customerType } = of.customer;
  const request = of.requests.find((each) => each.year === year);
  const validatedAnswers = request?.status === 'validated' ? request.answers : undefined;
  const rate = applicableTaxRate({ customerType, validatedAnswers }, taxYearOf(of.config.TAX_RATES, year));
  return {
    year,
    taxRate: taxPercentage(rateBpsOf(rate)),
    incomeTaxRate: taxPercentage(rate.incomeTaxBps),
    socialRate: taxPercentage(rate.socialBps),
    source: validatedAnswers ? 'declared' : customerType === 'business' ? 'company' : 'default',
    since: rateSince(year, request && decisionsOf(request))?.toString() ?? null,
  };
}

function decisionsOf({ validatedAt, refusedAt }: Requests[number]) {
  return { validated: validatedAt && parisDate(validatedAt), refused: refusedAt && parisDate(refusedAt) };
}
