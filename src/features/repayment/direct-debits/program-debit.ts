// PUT .../program-unscheduled-mensualite-payment: a direct debit for what an echeance still lacks.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { FAILED_AT_PROVIDER, NOT_DIRECT_DEBIT } from './errors.ts';
import { intendDebit } from './intend-debit.ts';
import { type AskedEcheance, lockUnpaidEcheance } from './lock-echeance.ts';
import { orderDebit } from './order-debit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;
export type ProgramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * 1. under the lock of the schedule: check, in the order of the table, and write the intent with the audit row; 2. order the debit at
 * the provider; 3. write the outcome. Without an answer it stays `creating`: the status job asks the provider by reference, and
 * nothing is ordered twice (A-direct-debits-2). A debit that the job gave up before the provider accepted it is cancelled there.
 * Errors: repayments.md#refusals.
 */
export async function programDebit(deps: Deps, input: ProgramDebit): Promise<undefined> {
  const order = await inTransaction(deps.db, (tx) => writeIntent(tx, deps, input));
  const { result, cause } = await orderDebit(deps, order);
  if (result !== 'scheduled') throw new AppError(FAILED_AT_PROVIDER, { cause });
  return undefined;
}

async function writeIntent(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config'>, input: ProgramDebit): Promise<DirectDebitOrder> {
  const { schedule, echeance } = await lockUnpaidEcheance(tx, input, 'program-debit');
  const { paymentMode, providerMandateId: mandateId, spvId } = schedule;
  if (paymentMode !== 'directDebit' || mandateId === null) throw new AppError(NOT_DIRECT_DEBIT);
  const accountId = spvId === null ? null : await findSpvAccount(tx, spvId);
  if (accountId === null) throw new AppError(FAILED_AT_PROVIDER, { cause: 'the SPV has no wallet' });
  return intendDebit(tx, deps, { schedule, echeance, accountId, mandateId, audit: input.audit });
}
