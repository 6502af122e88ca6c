// What the law asks to keep of closed accounts is erased once its time is over, by the job complete-erasures.

import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { erasePart } from './erase-part.ts';
import { findErasure, findLastMovementYear, listDue, listHolds, markMoney, moveErasure, putOff } from './queries.ts';
import { dueOn, type Part } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * `held`: something belongs to the account again, as a wire that came late; it is looked at again the next day, like one that `failed`.
 */
export type ErasureReport = { due: number; erased: number; held: number; failed: number; files: number; dryRun: boolean };

/** So many are read at once; each is erased in a transaction of its own. */
const BATCH = 100;

/**
 * Goes on where a broken run stopped, and marks the accounts to which money came all the same; what it left of files is removed by the job files-without-row. One that fails stands in nobody's way;
 * at the end the run fails for it.
 */
export async function completeErasures(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<ErasureReport> {
  const report = { due: 0, erased: 0, held: 0, failed: 0, files: 0, dryRun };
  for (;;) {
    const now = deps.clock.now();
    const due = await listDue(deps.db, now, BATCH);
    report.due += due.length;
    if (dryRun || due.length === 0) break;
    for (const customerId of due) {
      const { outcome, files } = await goOnOrPutOff(deps, customerId, now);
      for (const key of files) await deps.storage.delete(key);
      if (outcome !== 'later') report[outcome] += 1;
      report.files += files.length;
    }
  }
  if (!dryRun) await markMoney(deps.db, deps.clock.now());
  if (report.failed > 0) throw new Error(`${report.failed} closed accounts could not be erased further`);
  return report;
}

type Outcome = { outcome: 'erased' | 'held' | 'failed' | 'later'; files: string[] };

async function goOnOrPutOff(deps: Deps, customerId: CustomerId, now: Temporal.Instant): Promise<Outcome> {
  try {
    return await inTransaction(deps.db, (tx) => goOn(tx, customerId, now));
  } catch (error) {
    deps.log.error({ customerId, err: error }, 'a closed account could not be erased further');
    await inTransaction(deps.db, (tx) => putOff(tx, customerId, nextDay(now)));
    return { outcome: 'failed', files: [] };
  }
}

function nextDay(now: Temporal.Instant): Temporal.Instant {
  return startOfParisDay(parisDate(now).add({ days: 1 }));
}

/** Erases the next part, or puts it off: each turn moves `next_at` on, so the run comes to an end. */
async function goOn(tx: Tx, customerId: CustomerId, now: Temporal.Instant): Promise<Outcome> {
  const customer = await lockCustomer(tx, customerId);
  const erasure = await findErasure(tx, customerId);
  if (!customer?.closedAt || !erasure) throw new Error(`the account of ${customerId} is not closed`);
  const { closedAt, userId } = customer;
  const { state: from, nextAt } = erasure;
  if (nextAt === null || Temporal.Instant.compare(nextAt, now) > 0) return { outcome: 'later', files: [] };
  const lastYear = await findLastMovementYear(tx, customerId);
  const dueAt = (part: Part) => startOfParisDay(dueOn(part, closedAt, lastYear));
  if (from === 'closed') {
    const files = await erasePart(tx, 'account', { customerId, userId });
    await moveErasure(tx, customerId, { from, to: 'swept', nextAt: dueAt('identity') });
    return { outcome: 'erased', files };
  }
  const part = from === 'swept' ? 'identity' : 'accounting';
  // The day itself decides: the last movement may be younger than when `next_at` was written.
  if (Temporal.Instant.compare(dueAt(part), now) > 0) {
    await putOff(tx, customerId, dueAt(part));
    return { outcome: 'later', files: [] };
  }
  if ((await listHolds(tx, customerId, now)).length > 0) {
    await putOff(tx, customerId, nextDay(now));
    return { outcome: 'held', files: [] };
  }
  const files = await erasePart(tx, part, { customerId, userId });
  const after =
    part === 'identity'
      ? ({ to: 'identity-erased', nextAt: dueAt('accounting') } as const)
      : ({ to: 'erased', nextAt: null } as const);
  await moveErasure(tx, customerId, { from, ...after });
  return { outcome: 'erased', files };
}
