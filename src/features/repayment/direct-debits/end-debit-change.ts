// Third step of a change of amount: the debit is canceled and the next one intended (begin-debit-change.ts).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { deriveEcheance, type EcheanceRow, type Schedule } from '../payment-schedule/index.ts';
import { intendDebit } from './intend-debit.ts';
import { changeDebit, type DebitRow, takeReorder } from './queries.ts';

/**
 * After the provider cancelled the debit, under the lock of the schedule: writes that, and the intent of a debit for what the
 * echeance lacks now. `isOurs` is false when another process did it; `order` is sent after the commit.
 */
export async function endDebitChange(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  change: { debit: DebitRow; schedule: Schedule; echeance: EcheanceRow },
): Promise<{ isOurs: boolean; order?: DirectDebitOrder }> {
  const { debit, schedule, echeance } = change;
  if (!(await takeReorder(tx, debit.id))) return { isOurs: false };
  await changeDebit(tx, debit.id, { from: ['canceling', 'scheduled'], to: 'canceled', at: deps.clock.now() });
  if (deriveEcheance(echeance).remainingToBePaidCents === 0) return { isOurs: true };
  const { accountId, mandateId, collectionDate: sameDayAs } = debit;
  return {
    isOurs: true,
    order: await intendDebit(tx, deps, { schedule, echeance, accountId, mandateId, audit: null, sameDayAs }),
  };
}
