// POST /customers/taxation: an investor declares their tax situation for a year.

import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { INVALID_TAX_EXEMPTION_FORM, NOT_ALLOWED_TO_SUBMIT } from './errors.ts';
import { mailRequest } from './mail-request.ts';
import { hasTaxableIncome, insertRequestOnce, listRequestsOf } from './queries.ts';
import { readTaxation } from './read-taxation.ts';
import { rateBpsOf, readAnswers, submittableYears, type TaxForm, taxRateOfAnswers, taxYearOf } from './rules.ts';
import type { Taxation } from './schemas.ts';

/**
 * Checks the form, then the year (tax.md#years-that-may-be-declared). Returns the updated history, at the default rate until the
 * request is validated. Errors:
 * `investor.taxation.invalid-tax-exemption-form`, `investor.taxation.not-allowed-to-submit-tax-exemption-form`.
 */
export async function requestTaxRate(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { customerId: CustomerId; form: TaxForm },
): Promise<Taxation> {
  const { config } = deps;
  const { customerId, form } = input;
  const answers = readAnswers(form);
  const rate = answers && taxRateOfAnswers(answers, taxYearOf(config.TAX_RATES, form.year));
  if (!answers || !rate) throw new AppError(INVALID_TAX_EXEMPTION_FORM, { detail: 'No rate follows from these answers.' });
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const requests = await listRequestsOf(tx, customerId);
    const years = submittableYears({
      today: parisDate(at),
      hasTaxableIncome: await hasTaxableIncome(tx, customerId),
      requestedYears: requests.map(({ year }) => year),
    });
    const request = {
      id: newId(),
      customerId,
      answers,
      rateBps: rateBpsOf(rate),
      isValidated: config.TAX_REQUEST_AUTO_VALIDATE,
      at,
    };
    if (!years.includes(form.year) || !(await insertRequestOnce(tx, request)))
      throw new AppError(NOT_ALLOWED_TO_SUBMIT, { detail: 'This year cannot be declared now.' });
    const status = request.isValidated ? ('validated' as const) : ('waiting' as const);
    await mailRequest(tx, deps, { customerId, year: answers.year, status, answers, refusalReason: null });
  });
  return readTaxation(deps, customerId);
}
