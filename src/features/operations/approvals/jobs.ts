// Jobs of requests that wait for a second administrator: the mail about them, and the end of their time.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { rolesWith } from '../../access/session/index.ts';
import { countOverdue, expire, findAdministratorsWith, takeUnmailed } from './queries.ts';
import { approvalsUrl } from './rules.ts';

/** A mail names so many requests at most; the console has all. */
const MOST_NAMED = 10;

/** One mail to each administrator who may decide, about all that came together; who asked for all of them gets none. */
export const mailApproversJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>, Record<never, never>>({
  name: 'mail-approvers',
  onDemand: true,
  concurrency: 1,
  work: async (deps, _data, run) =>
    inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now();
      const waiting = await takeUnmailed(tx, now);
      const able = waiting.length === 0 ? [] : await findAdministratorsWith(tx, rolesWith('money.write'));
      let mails = 0;
      for (const { id, email: to } of able) {
        const theirs = waiting.filter(({ askedBy }) => askedBy !== id);
        if (theirs.length === 0) continue;
        const requests = theirs
          .slice(0, MOST_NAMED)
          .map(({ auditKind: kind, askedByEmail: by, amountCents }) => ({ kind, by, amountCents }));
        const [first] = theirs;
        const data = {
          count: theirs.length,
          requests,
          expiresAt: (first?.expiresAt ?? now).toString(),
          url: approvalsUrl(deps.config),
        };
        await enqueueEmail(tx, deps, { to, template: 'approvals-waiting', data });
        mails += 1;
      }
      await run.complete(tx);
      return { requests: waiting.length, mails };
    }),
});

export const approvalExpiryJob = defineJob<Pick<AppDeps, 'db' | 'clock'>, { dryRun?: boolean }>({
  name: 'approval-expiry',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async ({ db, clock }, { dryRun = false }) => {
    const now = clock.now();
    if (dryRun) return { overdue: await countOverdue(db, now), expired: 0, dryRun };
    const expired = await inTransaction(db, (tx) => expire(tx, now));
    return { overdue: expired, expired, dryRun };
  },
});
