// The daily job over all active fundings: closes what is complete, tells the team about the rest in one message.

import { inTransaction } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { countPurchases } from '../primary-purchase/index.ts';
import { type AutoCloseReport, autoCloseMessage, type FundingSummary } from './auto-close-message.ts';
import { type ActiveFunding, byPossibleClosingDate, classifyFunding } from './auto-close-rules.ts';
import { closeFunding } from './close-funding.ts';
import { listActiveFundings } from './queries.ts';
import { fundedPercentage } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;
type Funding = ActiveFunding & { propertyId: string; name: string };

/**
 * Two statements read everything, whatever the number of fundings. Each closing is a transaction of its own: what one throws is
 * listed as its failure and stops no other. `dryRun` closes nothing and sends nothing; its report carries the same message.
 */
export async function autoCloseFundings(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
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
    const failure = dryRun ? undefined : await closeAlone(deps, funding, now);
    if (failure === undefined) report.closed.push(summary);
    else report.failures.push({ ...summary, reason: failure });
  }
  const message = autoCloseMessage(report);
  if (!dryRun)
    await inTransaction(deps.db, (tx) => enqueueChatMessage(tx, deps, { channel: 'funding-follow-up', text: message }));
  return { ...report, message };
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

/** Closes one funding exactly as an administrator would; why it failed, or undefined. */
async function closeAlone(deps: Deps, funding: Funding, at: Temporal.Instant): Promise<string | undefined> {
  try {
    await inTransaction(deps.db, (tx) => closeFunding(tx, deps, funding.propertyId, at));
    return undefined;
  } catch (error) {
    deps.log.error({ err: error, propertyId: funding.propertyId }, 'funding not closed by the daily job');
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
