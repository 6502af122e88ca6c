// Seals each day that is over, and orders what keeps its head elsewhere: a file, a mail, a stamp.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx, tryLockKey } from '../../../core/db/transaction.ts';
import type { Job } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { listHeads, nextDay, sealDay } from './queries.ts';
import type { Head } from './rules.ts';

/** Of two runs at once one seals. */
const SEAL_LOCK = 'sealing history';
/** The database refuses earlier: a transaction that began on a day may still run after its end. */
const HOURS_AFTER_THE_DAY = 3;

/** Days that this run has sealed, and the head of the last one. */
export type Sealed = { days: number; last: { day: string; head: string } | null };

type SealDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;
/** The jobs that keep a head elsewhere. */
type Keepers = { store: Job<never, { day: string }>; stamp: Job<never, { day: string }> };

/**
 * Seals all days that are over, each in a transaction of its own. Each is copied to the storage; the last one is mailed and stamped, which
 * stands for those before it, as its head depends on them.
 */
export async function sealHistory(deps: SealDeps, keepers: Keepers): Promise<Sealed> {
  const until = parisDate(deps.clock.now().subtract({ hours: HOURS_AFTER_THE_DAY }))
    .subtract({ days: 1 })
    .toString();
  let days = 0;
  let last: Sealed['last'] = null;
  for (let day = await nextDay(deps.db); day !== null && day <= until; day = await nextDay(deps.db)) {
    const sealed = await sealOne(deps, keepers, { day, isLast: day === until });
    if (sealed === 'another-seals') break;
    if (sealed === 'sealed-meanwhile') continue;
    days += 1;
    last = { day, head: sealed.head };
  }
  return { days, last };
}

/** Whoever had the lock goes on, even for nothing: the other run, which found it taken, has left the days that follow to it. */
async function sealOne(
  deps: SealDeps,
  keepers: Keepers,
  { day, isLast }: { day: string; isLast: boolean },
): Promise<Head | 'another-seals' | 'sealed-meanwhile'> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await tryLockKey(tx, SEAL_LOCK))) return 'another-seals';
    if ((await nextDay(tx)) !== day) return 'sealed-meanwhile';
    await sealDay(tx, day);
    const [head] = await listHeads(tx, { from: day, to: day });
    if (!head) throw new Error(`day ${day} was sealed and has no head`);
    await deps.jobs.enqueue(tx, keepers.store, { day });
    if (isLast) await tell(tx, deps, { head, stamp: keepers.stamp });
    return head;
  });
}

async function tell(
  tx: Tx,
  deps: SealDeps,
  { head: { day, head, counts }, stamp }: { head: Head; stamp: Keepers['stamp'] },
): Promise<void> {
  const { TIMESTAMP_URL, HISTORY_MAIL_TO } = deps.config;
  if (TIMESTAMP_URL !== undefined) await deps.jobs.enqueue(tx, stamp, { day });
  if (HISTORY_MAIL_TO === undefined) return;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await enqueueEmail(tx, deps, { to: HISTORY_MAIL_TO, template: 'history-sealed', data: { day, head, rows } });
}
