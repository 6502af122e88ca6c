// PUT .../unprogram-scheduled-mensualite-payment: the scheduled debit of an echeance is cancelled.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { auditDebit } from './audit-debit.ts';
import { cancelDebit } from './cancel-debit.ts';
import { FAILED_AT_PROVIDER, MUST_BE_SCHEDULED } from './errors.ts';
import { type AskedEcheance, lockUnpaidEcheance } from './lock-echeance.ts';
import { changeDebit, type DebitRow } from './queries.ts';

export type UnprogramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * 1. scheduled to canceling under the lock of the schedule, with the audit row; 2. cancel at the provider; 3. canceled. When it is refused
 * (collected meanwhile) the debit is scheduled again, and the status job settles it. Without an answer it stays canceling until the
 * status job reads it. Errors: repayments.md#refusals.
 */
export async function unprogramDebit(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  input: UnprogramDebit,
): Promise<undefined> {
  const debit = await inTransaction(deps.db, (tx) => beginCancel(tx, deps, input));
  const { result, cause } = await cancelDebit(deps, debit);
  const at = deps.clock.now();
  // `scheduled`: the status job read it before the provider had answered.
  const from = ['canceling', 'scheduled'] as const;
  const to = result === 'canceled' ? 'canceled' : 'scheduled';
  if (result !== 'unknown') await inTransaction(deps.db, (tx) => changeDebit(tx, debit.id, { from, to, at }));
  if (result !== 'canceled') throw new AppError(FAILED_AT_PROVIDER, { cause });
  return undefined;
}

async function beginCancel(tx: Tx, { clock }: Pick<AppDeps, 'clock'>, input: UnprogramDebit): Promise<DebitRow> {
  const { open } = await lockUnpaidEcheance(tx, input, 'unprogram-debit');
  const at = clock.now();
  if (!open || !(await changeDebit(tx, open.id, { from: ['scheduled'], to: 'canceling', at })))
    throw new AppError(MUST_BE_SCHEDULED);
  await auditDebit(tx, open, input.audit, at);
  return open;
}
