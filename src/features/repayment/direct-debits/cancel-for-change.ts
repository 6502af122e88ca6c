// The second step of a debit that is changed: the provider is asked not to collect it (begin-debit-change.ts).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelDebit } from './cancel-debit.ts';
import { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
import { type DebitRow, giveUpChange } from './queries.ts';

/**
 * Asks the provider. Refused: the debit is scheduled again as if nothing had been. Error: `echeance-debit-cannot-be-changed`; after
 * silence the debit stays canceling, and the job finds out.
 */
export async function cancelForChange(deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>, debit: DebitRow): Promise<void> {
  const { result, cause } = await cancelDebit(deps, debit);
  if (result === 'canceled') return;
  if (result === 'refused') await inTransaction(deps.db, (tx) => giveUpChange(tx, debit.id, deps.clock.now()));
  throw new AppError(DEBIT_CANNOT_BE_CHANGED, { cause });
}
