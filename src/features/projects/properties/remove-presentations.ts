// A property is deleted: its presentations go with it.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { removeFileJob } from './file-jobs.ts';
import { deletePresentationsOf } from './file-queries.ts';

/** In the transaction of the deletion, which holds the property's lock; the files follow by their jobs. */
export async function removePresentations(tx: Tx, deps: Pick<AppDeps, 'jobs'>, propertyId: string): Promise<void> {
  const files = (await deletePresentationsOf(tx, propertyId)).map(({ storageKey }) => ({ storageKey }));
  if (files.length > 0) await deps.jobs.enqueueMany(tx, removeFileJob, files);
}
