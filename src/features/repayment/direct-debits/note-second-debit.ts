// One debit of ours may stand twice at the provider, which does not promise that a reference is unique: one counts.

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { type DebitRow, insertSecond } from './queries.ts';

/** Writes the other down, so that it is followed until it is over. Nothing where no money came or can come of it. */
export async function noteSecond(deps: Pick<AppDeps, 'db' | 'clock'>, debit: DebitRow, second: DirectDebit): Promise<void> {
  const { status, debitId: providerDebitId, amountCents } = second;
  if (status === 'failed' || status === 'canceled') return;
  await inTransaction(deps.db, (tx) =>
    insertSecond(tx, debit, { id: newId(), providerDebitId, amountCents, at: deps.clock.now() }),
  );
}
