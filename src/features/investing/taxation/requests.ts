// Tax-rate requests: what an investor declares for a year, and what the team decides on it.

import type { Static } from 'typebox';
import type { Config } from '../../../config/settings.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import { dataCipher } from '../../../core/data-cipher.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer, mailInvestor } from '../../access/customers/index.ts';
import {
  INVALID_TAX_EXEMPTION_FORM,
  NOT_ALLOWED_TO_SUBMIT,
  REQUEST_ALREADY_REFUSED,
  REQUEST_ALREADY_VALIDATED,
  REQUEST_DECIDED,
  REQUEST_WITHDRAWN,
} from './errors.ts';
import {
  findRequest,
  findRequestsPage,
  hasTaxableIncome,
  insertRequestOnce,
  listRequestsOf,
  markRefused,
  markValidated,
  markWithdrawn,
} from './queries.ts';
import {
  applicableTaxRate,
  rateBpsOf,
  readAnswers,
  submittableYears,
  type TaxForm,
  taxPercentage,
  taxRateOfAnswers,
  taxYearOf,
} from './rules.ts';
import type { DeclaredRate, Taxation, TaxRequest, TaxRequestsPage, TaxRequestsQuery } from './schemas.ts';
import { readTaxation } from './taxation.ts';

// POST /customers/taxation: an investor declares their tax situation for a year.

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
  const { answers, rate } = checkForm(config, form);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const requests = await listRequestsOf(tx, dataCipher(config), customerId);
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
    if (!years.includes(form.year) || !(await insertRequestOnce(tx, dataCipher(config), request)))
      throw new AppError(NOT_ALLOWED_TO_SUBMIT, { detail: 'This year cannot be declared now.' });
    const status = request.isValidated ? ('validated' as const) : ('waiting' as const);
    await mailRequest(tx, deps, { customerId, year: answers.year, status, answers, refusalReason: null });
  });
  return readTaxation(deps, customerId);
}

/** The rate that a declaration asks for, in percent, before it is sent. Error: `investor.taxation.invalid-tax-exemption-form`. */
export function declaredRate({ config }: Pick<AppDeps, 'config'>, form: TaxForm): Static<typeof DeclaredRate> {
  return { taxRate: taxPercentage(rateBpsOf(checkForm(config, form).rate)) };
}

function checkForm(config: Pick<Config, 'TAX_RATES'>, form: TaxForm) {
  const answers = readAnswers(form);
  const rate = answers && taxRateOfAnswers(answers, taxYearOf(config.TAX_RATES, form.year));
  if (!answers || !rate) throw new AppError(INVALID_TAX_EXEMPTION_FORM, { detail: 'No rate follows from these answers.' });
  return { answers, rate };
}

// DELETE /customers/taxation/:year: an investor withdraws a request that is not decided yet, and may declare the year anew.

/**
 * One statement asks whether it waits and ends it, so of a decision and a withdrawal at once the first counts. Errors: `not-found`,
 * `taxation.request.decided`.
 */
export async function withdrawTaxRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  key: { customerId: CustomerId; year: number },
): Promise<Taxation> {
  await inTransaction(deps.db, async (tx) => {
    if (await markWithdrawn(tx, key, deps.clock.now())) return;
    const requests = await listRequestsOf(tx, dataCipher(deps.config), key.customerId);
    if (!requests.some(({ year }) => year === key.year)) throw new AppError(NOT_FOUND, { detail: 'No request for this year' });
    throw new AppError(REQUEST_DECIDED, { detail: 'The request was decided.' });
  });
  return readTaxation(deps, key.customerId);
}

// GET /administration/tax-rate-requests: the tax-rate requests of investors.

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listRequests(
  deps: Pick<AppDeps, 'db' | 'config'>,
  query: Static<typeof TaxRequestsQuery>,
): Promise<Static<typeof TaxRequestsPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findRequestsPage(deps.db, dataCipher(deps.config), filters, { limit, after: decodeCursor(cursor) });
  return toPage(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => toRequestView(row, deps.config),
  );
}

// POST /administration/tax-rate-requests/:id/validate: the declared rate applies from now on.

/** Also for refused requests (A-taxation-5). Errors: `not-found`, `taxation.request.already-validated`, `taxation.request.withdrawn`. */
export async function validateRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { requestId: string; audit: RouteAudit },
): Promise<TaxRequest> {
  const { requestId, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const isValidated = await markValidated(tx, requestId, at);
    const row = await findRequest(tx, dataCipher(deps.config), requestId);
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Tax-rate request not found' });
    if (row.status === 'withdrawn') throw new AppError(REQUEST_WITHDRAWN, { detail: 'The investor has withdrawn the request.' });
    if (!isValidated) throw new AppError(REQUEST_ALREADY_VALIDATED, { detail: 'The request is validated already.' });
    const payload = { customerId: row.customerId, year: row.year };
    await recordAdminAction(tx, { ...audit, target: { type: 'tax-rate-request', id: requestId }, payload, at });
    await mailRequest(tx, deps, { ...row, status: 'validated' });
    return toRequestView(row, deps.config);
  });
}

// POST /administration/tax-rate-requests/:id/refuse: the default rate applies again from now on.

/**
 * Also for validated requests (A-taxation-5). Tax that was withheld does not
 * change. Errors: `not-found`, `taxation.request.already-refused`,
 * `taxation.request.withdrawn`.
 */
export async function refuseRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { requestId: string; reason: string | undefined; audit: RouteAudit },
): Promise<TaxRequest> {
  const { requestId, reason = null, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const isRefused = await markRefused(tx, requestId, { reason, at });
    const row = await findRequest(tx, dataCipher(deps.config), requestId);
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Tax-rate request not found' });
    if (row.status === 'withdrawn') throw new AppError(REQUEST_WITHDRAWN, { detail: 'The investor has withdrawn the request.' });
    if (!isRefused) throw new AppError(REQUEST_ALREADY_REFUSED, { detail: 'The request is refused already.' });
    const payload = { customerId: row.customerId, year: row.year, reason };
    await recordAdminAction(tx, { ...audit, target: { type: 'tax-rate-request', id: requestId }, payload, at });
    await mailRequest(tx, deps, { ...row, status: 'refused' });
    return toRequestView(row, deps.config);
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** `taxRate` follows the current table of rates, `taxRateAtRequest` is the rate at the time of the request. */
function toRequestView(row: Row, config: Pick<Config, 'TAX_RATES'>): TaxRequest {
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

/** The mail names the rate that applies from now on: the declared one once it is validated, the default before and after a refusal. */
async function mailRequest(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  request: Pick<NonNullable<Awaited<ReturnType<typeof findRequest>>>, 'customerId' | 'year' | 'answers' | 'refusalReason'> & {
    status: 'waiting' | 'validated' | 'refused';
  },
): Promise<void> {
  const { customerId, year, status, answers, refusalReason } = request;
  const customer = await findCustomer(tx, customerId);
  const validatedAnswers = status === 'validated' ? answers : undefined;
  const rate = applicableTaxRate(
    { customerType: customer?.customerType ?? null, validatedAnswers },
    taxYearOf(deps.config.TAX_RATES, year),
  );
  const data = { status, year, rateBps: rateBpsOf(rate), ...(refusalReason === null ? {} : { reason: refusalReason }) };
  await mailInvestor(tx, deps, { customerId, template: 'tax-rate-request', data });
}
