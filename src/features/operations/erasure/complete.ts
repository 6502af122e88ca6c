// What the law asks to keep of closed accounts is erased once its time is over, by the job complete-erasures.

import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { erasePart } from './erase-part.ts';
import { findErasure, findLastMovementYear, listDue, listHolds, moveErasure } from './queries.ts';
import { dueOn } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage'>;

/** `held`: something belongs to the account again, as a wire that came late; it is looked at again the next day. */
export type ErasureReport = { due: number; erased: number; held: number; files: number; dryRun: boolean };

/** So many are read at once; each is erased in a transaction of its own. */
const BATCH = 100;

/** Goes on where a broken run stopped; what it left of files is removed by the job files-without-row. */
export async function completeErasures(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<ErasureReport> {
  const report = { due: 0, erased: 0, held: 0, files: 0, dryRun };
  for (;;) {
    const now = deps.clock.now();
    const due = await listDue(deps.db, now, BATCH);
    report.due += due.length;
    if (due.length === 0 || dryRun) return report;
    for (const customerId of due) {
      const { outcome, files } = await inTransaction(deps.db, (tx) => goOn(tx, customerId, now));
      for (const key of files) await deps.storage.delete(key);
      if (outcome !== 'later') report[outcome] += 1;
      report.files += files.length;
    }
  }
}

type Outcome = { outcome: 'erased' | 'held' | 'later'; files: string[] };

/** Erases the next part, or puts it off: each turn moves `next_at` on, so the run comes to an end. */
async function goOn(tx: Tx, customerId: CustomerId, now: Temporal.Instant): Promise<Outcome> {
  const customer = await lockCustomer(tx, customerId);
  const erasure = await findErasure(tx, customerId);
  if (!customer?.closedAt || !erasure) throw new Error(`the account of ${customerId} is not closed`);
  const { state: from, nextAt } = erasure;
  if (nextAt === null || Temporal.Instant.compare(nextAt, now) > 0) return { outcome: 'later', files: [] };
  const person = { customerId, userId: customer.userId };
  if (from === 'closed') {
    const files = await erasePart(tx, 'account', person);
    const next = startOfParisDay(dueOn('identity', customer.closedAt, null));
    await moveErasure(tx, customerId, { from, to: 'swept', nextAt: next });
    return { outcome: 'erased', files };
  }
  if ((await listHolds(tx, customerId)).length > 0) {
    await moveErasure(tx, customerId, { from, to: from, nextAt: startOfParisDay(parisDate(now).add({ days: 1 })) });
    return { outcome: 'held', files: [] };
  }
  const accountingDue = startOfParisDay(dueOn('accounting', customer.closedAt, await findLastMovementYear(tx, customerId)));
  if (from === 'swept') {
    const files = await erasePart(tx, 'identity', person);
    await moveErasure(tx, customerId, { from, to: 'identity-erased', nextAt: accountingDue });
    return { outcome: 'erased', files };
  }
  if (Temporal.Instant.compare(accountingDue, now) > 0) {
    await moveErasure(tx, customerId, { from, to: from, nextAt: accountingDue });
    return { outcome: 'later', files: [] };
  }
  const files = await erasePart(tx, 'accounting', person);
  await moveErasure(tx, customerId, { from, to: 'erased', nextAt: null });
  return { outcome: 'erased', files };
}
