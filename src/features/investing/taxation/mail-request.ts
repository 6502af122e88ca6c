// Mails an investor that their tax-rate request was received, or what the team decided on it.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer, mailInvestor } from '../../access/customers/index.ts';
import type { findRequest } from './queries.ts';
import { applicableTaxRate, rateBpsOf, taxYearOf } from './rules.ts';

/** The mail names the rate that applies from now on: the declared one once it is validated, the default before and after a refusal. */
export async function mailRequest(
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
