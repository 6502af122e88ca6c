// Second step of a change of amount: the debit is cancelled at the provider (begin-debit-change.ts).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelDebit } from './cancel-debit.ts';
import { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
import { type DebitRow, giveUpChange } from './queries.ts';

/**
 * When the provider refuses, the debit is scheduled again. When it does not answer, the debit stays canceling, and the job resize-debit
 * finds its status. Error in both cases: `echeance-debit-cannot-be-changed`.
 */
export async function cancelForChange(deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>, debit: DebitRow): Promise<void> {
  const { result, cause } = await cancelDebit(deps, debit);
  if (result === 'canceled') return;
  if (result === 'refused') await inTransaction(deps.db, (tx) => giveUpChange(tx, debit.id, deps.clock.now()));
  throw new AppError(DEBIT_CANNOT_BE_CHANGED, { cause });
}
