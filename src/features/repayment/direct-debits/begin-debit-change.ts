// First step of a change of amount: a scheduled debit of more than its echeance will lack is cancelled and ordered again for the rest.
//
//   beginDebitChange (transaction: scheduled to canceling, to_be_reordered) -> cancelForChange (provider) -> endDebitChange (transaction:
//   canceled, the intent of the next debit) -> reorderDebit (provider). If the process dies in between, the job
//   resize-debit continues (A-direct-debits-5).

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { resizeDebitJob } from '../payment-schedule/index.ts';
import { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
import { type DebitRow, findOpenDebit, markChanging } from './queries.ts';

/** The request that changes the debit has ended by then, or died. */
const REQUEST_SECONDS = 60;

/**
 * Before a payment is assigned, under the lock of its schedule: marks and returns the debit of more than `lackingCents`, which is what
 * the echeance will lack; undefined when there is none. Error: `echeance-debit-cannot-be-changed` while it is being ordered or cancelled.
 */
export async function beginDebitChange(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { echeanceId, lackingCents }: { echeanceId: EcheanceId; lackingCents: Cents },
): Promise<DebitRow | undefined> {
  const open = await findOpenDebit(tx, echeanceId);
  if (!open || open.amountCents <= lackingCents) return undefined;
  // As it is now: `open` was read without a lock, perhaps before the provider had given it a number.
  const changing = await markChanging(tx, open.id, deps.clock.now());
  if (!changing) throw new AppError(DEBIT_CANNOT_BE_CHANGED);
  await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId }, { startAfterSeconds: REQUEST_SECONDS });
  return changing;
}
