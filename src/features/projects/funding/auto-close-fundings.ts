// The daily job over all active fundings: closes what is complete, tells the team about the rest in one message.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { JobRun } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { countPurchases } from '../../investing/primary-purchase/index.ts';
import { type AutoCloseReport, autoCloseMessage, type FundingSummary } from './auto-close-message.ts';
import { insertAutoClosing, takeUntoldClosings } from './auto-close-queries.ts';
import { type ActiveFunding, byPossibleClosingDate, classifyFunding } from './auto-close-rules.ts';
import { closeFunding } from './close-funding.ts';
import { listActiveFundings } from './queries.ts';
import { fundedPercentage } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;
type Funding = ActiveFunding & { propertyId: string; name: string };

/** Thrown to take back a closing that was only tried. */
const REHEARSED = new Error('the closing was rehearsed');

/**
 * Two statements read everything, whatever the number of fundings. Each closing is a transaction of its own, which also writes
 * that it is to be told: what one throws is listed as its failure and stops no other, and what a run closed that died is told by
 * the next. The message, and the end of the job, are written in one transaction. `dryRun` tries each closing and takes it back; it
 * sends nothing, its report carries the same message.
 */
export async function autoCloseFundings(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
  run: Pick<JobRun, 'complete'>,
): Promise<AutoCloseReport & { message: string }> {
  const now = deps.clock.now();
  const report: AutoCloseReport = {
    dryRun,
    ...{ closed: [], stuck: [], approachingExpiry: [], failures: [], toWatch: [], inProgress: [] },
  };
  for (const funding of await readActiveFundings(deps, now)) {
    const found = classifyFunding(funding, now, deps.config.FUNDING_EXPIRY_ALERT_DAYS);
    const summary = summaryOf(funding);
    if (found !== 'closable') {
      report[found].push(summary);
      continue;
    }
    const failure = await closeAlone(deps, summary, { at: now, dryRun });
    if (failure === undefined) report.closed.push(summary);
    else report.failures.push({ ...summary, reason: failure });
  }
  return dryRun ? { ...report, message: autoCloseMessage(report) } : tell(deps, report, run);
}

async function tell(
  deps: Deps,
  report: AutoCloseReport,
  run: Pick<JobRun, 'complete'>,
): Promise<AutoCloseReport & { message: string }> {
  return inTransaction(deps.db, async (tx) => {
    const told = { ...report, closed: await takeUntoldClosings(tx, deps.clock.now()) };
    const message = autoCloseMessage(told);
    await enqueueChatMessage(tx, deps, { channel: 'funding-follow-up', text: message });
    await run.complete(tx);
    return { ...told, message };
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
      const { confirmedBricks = 0, waitingBricks = 0, lastWindowEnd = null } = counts.get(row.propertyId) ?? {};
      return { ...row, totalBricks: totalBricks ?? 0, confirmedBricks, waitingBricks, possibleClosingDate: lastWindowEnd };
    })
    .sort(byPossibleClosingDate);
}

/** Closes one funding exactly as an administrator would, and takes it back if it is a dry run; why it failed, or undefined. */
async function closeAlone(
  deps: Deps,
  summary: FundingSummary,
  { at, dryRun }: { at: Temporal.Instant; dryRun: boolean },
): Promise<string | undefined> {
  const { propertyId } = summary;
  try {
    await inTransaction(deps.db, async (tx) => {
      await closeFunding(tx, deps, propertyId, at);
      await insertAutoClosing(tx, summary, at);
      if (dryRun) throw REHEARSED;
    });
    return undefined;
  } catch (error) {
    if (error === REHEARSED) return undefined;
    deps.log.error({ err: error, propertyId, dryRun }, 'funding not closed by the daily job');
    return error instanceof AppError ? error.code : 'erreur interne, voir les journaux';
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
