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
export type ErasureReport = {
  due: number;
  erased: number;
  held: number;
  failed: number;
  files: number;
  filesLeft: number;
  dryRun: boolean;
};

/** So many are read at once; each is erased in a transaction of its own. */
const BATCH = 100;

/**
 * Goes on where a broken run stopped, and marks the accounts to which money came all the same. One that fails stands in nobody's way; at the end
 * the run fails for it, and for files that the storage kept: those are removed by the job files-without-row.
 */
export async function completeErasures(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<ErasureReport> {
  const report = { due: 0, erased: 0, held: 0, failed: 0, files: 0, filesLeft: 0, dryRun };
  for (;;) {
    const now = deps.clock.now();
    const due = await listDue(deps.db, now, BATCH);
    report.due += due.length;
    if (dryRun || due.length === 0) break;
    for (const customerId of due) {
      const { outcome, files } = await goOnOrPutOff(deps, customerId, now);
      const deleted = await deleteFiles(deps, files);
      report.files += deleted.files;
      report.filesLeft += deleted.filesLeft;
      if (outcome !== 'later') report[outcome] += 1;
    }
  }
  if (!dryRun) await inTransaction(deps.db, (tx) => markMoney(tx, deps.clock.now()));
  const { failed, filesLeft } = report;
  if (failed + filesLeft > 0)
    throw new Error(
      `${failed} closed accounts could not be erased further, and ${filesLeft} files of erased rows not be deleted`,
    );
  return report;
}

async function deleteFiles({ storage, log }: Pick<Deps, 'storage' | 'log'>, keys: readonly string[]) {
  let left = 0;
  for (const key of keys)
    try {
      await storage.delete(key);
    } catch (error) {
      log.error({ err: error }, 'a file of an erased row could not be deleted');
      left += 1;
    }
  return { files: keys.length - left, filesLeft: left };
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
