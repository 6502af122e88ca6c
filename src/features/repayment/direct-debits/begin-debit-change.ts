// A scheduled debit asks for more than its echeance will lack: it is cancelled at the provider, and ordered again for the rest.
//
//   begin (transaction: scheduled to canceling, to be reordered) -> cancel (provider) -> end (transaction: canceled, the intent of
//   the next debit) -> order (provider). Whoever dies in between leaves `to_be_reordered` to the job resize-debit.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { resizeDebitJob } from '../payment-schedule/index.ts';
import { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
import { type DebitRow, findOpenDebit, markChanging } from './queries.ts';

/** The request that changes the debit is over by then, or has died. */
const REQUEST_SECONDS = 60;

/**
 * Before a payment is assigned, under the lock of its schedule: the debit that must make room for it, marked so; undefined when none
 * asks for more than `lackingCents`, what the echeance will lack. Error: `echeance-debit-cannot-be-changed` while it is being ordered or
 * cancelled.
 */
export async function beginDebitChange(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { echeanceId, lackingCents }: { echeanceId: string; lackingCents: number },
): Promise<DebitRow | undefined> {
  const open = await findOpenDebit(tx, echeanceId);
  if (!open || open.amountCents <= lackingCents) return undefined;
  if (!(await markChanging(tx, open, deps.clock.now()))) throw new AppError(DEBIT_CANNOT_BE_CHANGED);
  await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId }, { startAfterSeconds: REQUEST_SECONDS });
  return open;
}
