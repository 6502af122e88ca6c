// Sends a change of an investor to the provider, by a job in the transaction of the change.

import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { updateProviderAccountJob } from './jobs.ts';
import type { Customer } from './queries.ts';

/** Enqueues the job; does nothing while the provider has no account of the investor. The caller holds the customer's lock. */
export async function enqueueProviderUpdate(
  tx: Tx,
  deps: { jobs: Jobs },
  customer: Pick<Customer, 'id' | 'providerInternalId' | 'providerStatus'>,
  { startAfterSeconds = 0 } = {},
): Promise<void> {
  if (customer.providerInternalId === null && customer.providerStatus === null) return;
  await deps.jobs.enqueue(tx, updateProviderAccountJob, { customerId: customer.id }, { startAfterSeconds });
}
