// Checks without a lock, and writes with a payment only if what was checked is unchanged: its locks last one call of the database (ADR 0017).

import type { Database } from '../../core/db/pool.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../core/errors.ts';
import { type IdempotencyClaim, markAnswered } from '../../core/http/idempotency.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import { executePaymentJob } from './jobs.ts';

/** What the functions of the database that write a use case with its payment answer; only with `placed` is anything written. */
export type Placed = 'placed' | 'changed' | 'key-taken';

/** Each time somebody else was faster with one of the rows or accounts that were checked. */
const MAX_ATTEMPTS = 10;

/**
 * 1. `check` reads everything, throws where a rule refuses, and returns what is to be written with the versions of what it read
 * (`isFirst`: it may use what was read a moment ago); 2. `write` compares the versions under lock and writes all or nothing; where
 * somebody else was faster, again from 1. Returns what was written. The claim is spent by the write.
 * Errors: those of `check`; `idempotency-key-in-progress` when another request has the key by now; `temporarily-unavailable` when others
 * were faster every time.
 */
export async function placeIfUnchanged<Checked>(
  deps: { db: Database; jobs: Jobs },
  claim: IdempotencyClaim | undefined,
  steps: { check: (isFirst: boolean) => Promise<Checked>; write: (checked: Checked) => Promise<Placed> },
): Promise<Checked> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const checked = await steps.check(attempt === 1);
    const outcome = await steps.write(checked);
    if (outcome === 'changed') continue;
    markAnswered(claim, outcome);
    deps.jobs.announce(deps.db, executePaymentJob);
    return checked;
  }
  throw new AppError(TEMPORARILY_UNAVAILABLE);
}
