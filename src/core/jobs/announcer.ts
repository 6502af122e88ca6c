// Wakes workers when jobs were committed; a latency hint only, polling finds what was not announced.

import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/pool.ts';
import { onCommit, type Tx } from '../db/transaction.ts';

/** Jobs written within so long are announced together. */
const ANNOUNCED_AFTER_MS = 5;

/** The channel that pg-boss listens on; its listener wakes the takers of the queue that a notice names. */
const ANNOUNCE = `
  select pg_notify('pgboss_' || left(encode(sha224($1::text::bytea), 'hex'), 24), queue)
  from unnest($2::text[]) as queue`;

/**
 * Wakes the takers of queues that have new jobs. A NOTIFY inside the transaction of each job would make all commits of the whole
 * database queue up behind one lock; here those of a moment share one. A notice that is lost costs the time until the next poll.
 */
export function createAnnouncer(boss: PgBoss, schema: string): (at: Database | Tx, queue: string) => void {
  const queues = new Set<string>();
  const announce = () => {
    const names = [...queues];
    queues.clear();
    // The poll finds what could not be announced; a database that is gone shows everywhere else.
    boss
      .getDb()
      .executeSql(ANNOUNCE, [schema, names])
      .catch(() => {});
  };
  return (at, queue) =>
    onCommit(at, () => {
      if (queues.size === 0) setTimeout(announce, ANNOUNCED_AFTER_MS);
      queues.add(queue);
    });
}
