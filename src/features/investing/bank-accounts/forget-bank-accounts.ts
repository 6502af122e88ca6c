// For an account that is given back to its former address, with the customer locked: bank accounts that were added meanwhile.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { unregisterBankAccountJob } from './jobs.ts';
import { changeStatus } from './queries.ts';
import { lockAddedSince } from './removal-queries.ts';

/** They are hidden and paid to no more at once; a job has the provider forget them. A withdrawal that was sent to one takes its course. */
export async function forgetBankAccounts(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { customerId, since }: { customerId: CustomerId; since: Temporal.Instant },
): Promise<void> {
  for (const { id, status } of await lockAddedSince(tx, customerId, since)) {
    await changeStatus(tx, id, { from: status, to: 'removing', at: deps.clock.now() });
    await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId: id });
  }
}
