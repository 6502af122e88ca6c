// The background job of the properties: the bricks that a publication left to the worker (catalogue.md#publication).

import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob, type JobRun } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { createPrimaryBricks } from '../../../money/bricks/index.ts';
import { takeUncreatedBricks } from './queries.ts';

/** Creates the bricks of a large property after its publication; nobody can buy before all are there. */
export const createBricksJob = defineJob<Pick<AppDeps, 'db'>, { propertyId: PropertyId }>({
  name: 'create-bricks',
  work: createBricks,
});

/** Some tenths of a second of the database, on a busy machine too: nobody waits longer for the row of the property. */
const BATCH = 5_000;

/**
 * Each batch is a separate transaction that also counts it, so a run after a crash goes on where the last one was. Returns how many
 * bricks this run created.
 */
async function createBricks(
  deps: Pick<AppDeps, 'db'>,
  { propertyId }: { propertyId: PropertyId },
  run: JobRun,
): Promise<{ created: number }> {
  let created = 0;
  for (let remaining = 1; remaining > 0; ) {
    run.signal.throwIfAborted();
    remaining = await inTransaction(deps.db, async (tx) => {
      const batch = await takeUncreatedBricks(tx, propertyId, BATCH);
      if (batch !== undefined) await createPrimaryBricks(tx, propertyId, batch);
      if (batch === undefined || batch.remaining === 0) await run.complete(tx);
      created += batch === undefined ? 0 : batch.last - batch.first + 1;
      return batch?.remaining ?? 0;
    });
  }
  return { created };
}
