// PUT .../unprogram-scheduled-mensualite-payment: the scheduled debit of an echeance is cancelled.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelDebit } from './cancel-debit.ts';
import { FAILED_AT_PROVIDER, MUST_BE_SCHEDULED } from './errors.ts';
import { type AskedEcheance, lockUnpaidEcheance } from './lock-echeance.ts';
import { changeDebit, type DebitRow, takeDebitAudit, writeDebitAudit } from './queries.ts';
import { writeAudit } from './write-audit.ts';

export type UnprogramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * 1. scheduled to canceling under the lock of the schedule; 2. cancel at the provider; 3. canceled, with the audit row. When it is refused
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
  if (result === 'canceled') {
    await inTransaction(deps.db, async (tx) => {
      // `scheduled`: the status job read it before the provider had cancelled it.
      const isOurs = await changeDebit(tx, debit.id, { from: ['canceling', 'scheduled'], to: 'canceled', at });
      if (isOurs) await writeAudit(tx, debit.id, { providerDebitId: debit.providerDebitId, at });
    });
    return undefined;
  }
  if (result === 'refused') await inTransaction(deps.db, (tx) => giveUp(tx, debit.id, at));
  throw new AppError(FAILED_AT_PROVIDER, { cause });
}

/** Scheduled again, without an audit row: nothing was changed. */
async function giveUp(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  if (await changeDebit(tx, id, { from: ['canceling', 'scheduled'], to: 'scheduled', at })) await takeDebitAudit(tx, id);
}

async function beginCancel(tx: Tx, { clock }: Pick<AppDeps, 'clock'>, input: UnprogramDebit): Promise<DebitRow> {
  const { open } = await lockUnpaidEcheance(tx, input, 'unprogram-debit');
  if (!open || !(await changeDebit(tx, open.id, { from: ['scheduled'], to: 'canceling', at: clock.now() })))
    throw new AppError(MUST_BE_SCHEDULED);
  await writeDebitAudit(tx, open.id, input.audit);
  return open;
}
