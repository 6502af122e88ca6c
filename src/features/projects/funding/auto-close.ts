// The daily job over all active fundings: closes those that are complete, and reports all of them to the team in one message.

import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode } from '../../../core/errors.ts';
import type { JobRun } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { countPurchases } from '../../investing/primary-purchase/index.ts';
import { FUNDING_ALREADY_ENDED } from './errors.ts';
import { closeFunding } from './funding.ts';
import { insertAutoClosing, listActiveFundings, takeUnreportedClosings } from './queries.ts';
import {
  type ActiveFunding,
  type AutoCloseReport,
  autoCloseMessage,
  byPossibleClosingDate,
  classifyFunding,
  type FundingSummary,
  fundedPercentage,
} from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;
type Funding = ActiveFunding & { propertyId: PropertyId; name: string };

/** Thrown to roll back the closing of a dry run. */
const DRY_RUN = new Error('dry run of a closing');

/**
 * Two statements read everything, whatever the number of fundings. Each closing is a separate transaction, which also records
 * that it must be reported: an error is reported as the failure of that funding and does not stop the others, and the closings
 * of a run that died are reported by the next one. The message is enqueued and the job completed in one transaction. `dryRun`
 * rolls each closing back and sends nothing; its report contains the message.
 */
export async function autoCloseFundings(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
  run: Pick<JobRun, 'complete'>,
): Promise<AutoCloseReport & { message: string }> {
  const now = deps.clock.now();
  const report: AutoCloseReport = {
    dryRun,
    closed: [],
    stuck: [],
    approachingExpiry: [],
    failures: [],
    toWatch: [],
    inProgress: [],
  };
  for (const funding of await readActiveFundings(deps, now)) {
    const found = classifyFunding(funding, now, deps.config.FUNDING_EXPIRY_ALERT_DAYS);
    const summary = summaryOf(funding);
    if (found !== 'closable') {
      report[found].push(summary);
      continue;
    }
    const closing = await closeAlone(deps, summary, { at: now, dryRun });
    if (closing === 'closed') report.closed.push(summary);
    else if (closing !== 'closed-by-others') report.failures.push({ ...summary, reason: closing.failure });
  }
  return dryRun ? { ...report, message: autoCloseMessage(report) } : sendReport(deps, report, run);
}

async function sendReport(
  deps: Deps,
  report: AutoCloseReport,
  run: Pick<JobRun, 'complete'>,
): Promise<AutoCloseReport & { message: string }> {
  return inTransaction(deps.db, async (tx) => {
    const complete = { ...report, closed: await takeUnreportedClosings(tx, deps.clock.now()) };
    const message = autoCloseMessage(complete);
    await enqueueChatMessage(tx, deps, { channel: 'funding-follow-up', text: message });
    await run.complete(tx);
    return { ...complete, message };
  });
}

async function readActiveFundings(deps: Deps, now: Temporal.Instant): Promise<Funding[]> {
  const rows = await listActiveFundings(deps.db, now);
  const counts = await countPurchases(
    deps.db,
    rows.map(({ propertyId }) => propertyId),
  );
  return rows
    .map(({ totalBricks, ...row }) => {
      const count = counts.get(row.propertyId);
      if (totalBricks === null || !count) throw new Error(`published property ${row.propertyId} has no bricks or counts`);
      const { confirmedBricks, waitingBricks, lastWindowEnd } = count;
      return { ...row, totalBricks, confirmedBricks, waitingBricks, possibleClosingDate: lastWindowEnd };
    })
    .sort(byPossibleClosingDate);
}

/** `closed-by-others`: an administrator, or another run, was faster; that is theirs to report. `failure`: a code, or a text for the team. */
type Closing = 'closed' | 'closed-by-others' | { failure: string };

/** Closes one funding as an administrator would, and rolls it back in a dry run. */
async function closeAlone(
  deps: Deps,
  summary: FundingSummary,
  { at, dryRun }: { at: Temporal.Instant; dryRun: boolean },
): Promise<Closing> {
  const { propertyId } = summary;
  try {
    await inTransaction(deps.db, async (tx) => {
      await closeFunding(tx, deps, propertyId, at);
      await insertAutoClosing(tx, summary, at);
      if (dryRun) throw DRY_RUN;
    });
    return 'closed';
  } catch (error) {
    if (error === DRY_RUN) return 'closed';
    if (hasCode(error, FUNDING_ALREADY_ENDED)) return 'closed-by-others';
    deps.log.error({ err: error, propertyId, dryRun }, 'funding not closed by the daily job');
    return { failure: error instanceof AppError ? error.code : 'erreur interne, voir les journaux' };
  }
}

function summaryOf(funding: Funding): FundingSummary {
  const { propertyId, name, totalBricks, confirmedBricks, waitingBricks, possibleClosingDate, maxEndDate } = funding;
  return {
    propertyId,
    name,
    confirmedPercentage: fundedPercentage(confirmedBricks, totalBricks),
    confirmedAndWaitingPercentage: fundedPercentage(confirmedBricks + waitingBricks, totalBricks),
    possibleClosingDate: possibleClosingDate?.toString() ?? null,
    maxEndDate: maxEndDate?.toString() ?? null,
  };
}
