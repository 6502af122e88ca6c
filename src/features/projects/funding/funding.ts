// A funding: how far it is, and how it is closed with success, by an administrator or by the daily job.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import {
  availableBricks,
  countPurchases,
  declineWaitingPurchases,
  type PurchaseCounts,
  sumPurchasesByDay,
} from '../../investing/primary-purchase/index.ts';
import { recordRewards } from '../../investing/referrals/index.ts';
import { followClosing, lockSchedule } from '../../repayment/payment-schedule/index.ts';
import { changeFinancialStatus, markFundingEnded, projectState, propertyCacheKey } from '../project-life/index.ts';
import { FUNDING_ALREADY_ENDED, FUNDING_PROPERTY_NOT_FOUND } from './errors.ts';
import { countInvestors, type FundingRow, findFunding, listInvestors, lockFunding } from './queries.ts';
import { closingObstacle, divideCollected, FUNDING_VERBS, fundedPercentage, fundingStatus } from './rules.ts';
import type { FundingProgress, FundingView } from './schemas.ts';

/**
 * GET /administration/property/:propertyId/funding: the funding step view.
 * The present numbers. Error: `not-found`.
 */
export async function readFunding(deps: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<FundingView> {
  const funding = await findFunding(deps.db, propertyId);
  if (!funding) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return toFundingView(funding, await countFunding(deps.db, propertyId));
}

/**
 * After the closing `investorCount` is the number stored then, before it the present one. A draft has neither bricks nor a price.
 */
function toFundingView(row: FundingRow, counts: PurchaseCounts & { investorCount: number }): FundingView {
  const { confirmedBricks, waitingBricks } = counts;
  const [totalBricks, minBricks, brickPriceCents] = [row.totalBricks ?? 0, row.minBricks ?? 0, row.brickPriceCents ?? 0];
  const available = availableBricks({ totalBricks, confirmedBricks, waitingBricks });
  return {
    propertyId: row.propertyId,
    name: row.name,
    investorContractType: row.investorContractType,
    status: fundingStatus({ totalBricks, minBricks, confirmedBricks }),
    ended: row.endedAt !== null,
    brickPriceCents: row.brickPriceCents,
    amountToFundCents: row.amountToFundCents,
    minAmountToFundCents: row.minAmountToFundCents,
    totalBricks,
    minBricks,
    confirmed: confirmedBricks,
    waiting: waitingBricks,
    available,
    confirmedPercentage: fundedPercentage(confirmedBricks, totalBricks),
    confirmedAndWaitingPercentage: fundedPercentage(confirmedBricks + waitingBricks, totalBricks),
    confirmedAmountCents: counts.confirmedCents,
    waitingAmountCents: centsOf(waitingBricks * brickPriceCents),
    availableAmountCents: centsOf(available * brickPriceCents),
    investorCount: row.investorCount ?? counts.investorCount,
    purchasedBrickCount: row.purchasedBrickCount,
    primaryMarketOpen: row.primaryMarketOpen,
    financialStatus: row.financialStatus,
    displayDate: row.displayDate?.toString() ?? null,
    publishedAt: row.publishedAt?.toString() ?? null,
    startDate: row.startDate?.toString() ?? null,
    maxEndDate: row.maxEndDate?.toString() ?? null,
    possibleClosingDate: counts.lastWindowEnd?.toString() ?? null,
    endedAt: row.endedAt?.toString() ?? null,
    purchasedDate: row.purchasedDate?.toString() ?? null,
  };
}

/**
 * GET /administration/property/:propertyId/funding/progress: what was bought on each day of a funding.
 * Confirmed purchases by the Paris day on which they were placed. Error: `not-found`.
 */
export async function readFundingProgress({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<FundingProgress> {
  if (!(await findFunding(db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return { propertyId, days: await sumPurchasesByDay(db, propertyId) };
}

/**
 * POST /administration/property/:propertyId/funding/end/success: an administrator closes the funding.
 * Closes and audits in one transaction, and returns the funding step view. Errors: the codes `property-funding.end.*`.
 */
export async function endFunding(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { propertyId: PropertyId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<FundingView> {
  const { propertyId, audit, idempotency } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const payload = await closeFunding(tx, deps, propertyId, at);
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return readFunding({ db: tx }, propertyId);
  });
}

type Deps = Pick<AppDeps, 'jobs' | 'config' | 'clock'>;

/** The result of a closing: bricks sold, investors, and cents collected. */
type ClosedFunding = { purchasedBrickCount: number; investorCount: number; collectedCents: Cents };

/** This many mails are enqueued in one statement, to limit its size. */
const MAILS_PER_STATEMENT = 500;

/**
 * 1. lock the property, so that nobody can buy meanwhile, and check the conditions in the order of funding.md#closing; 2. decline
 * the waiting purchases; 3. count the confirmed ones only then, so that a payment settled concurrently is either counted or
 * declined; 4. end the funding, move the money from COLLECT to ESCROW and MAIN, compare the schedule with it, reward the referrers,
 * invalidate the cached page, mail every investor.
 * Errors: the four codes `property-funding.end.*`.
 */
export async function closeFunding(tx: Tx, deps: Deps, propertyId: PropertyId, at: Temporal.Instant): Promise<ClosedFunding> {
  const funding = await lockFunding(tx, propertyId);
  if (!funding) throw new AppError(FUNDING_PROPERTY_NOT_FOUND);
  assertAllowed(FUNDING_VERBS['close-funding'], stateOf(funding));
  const { confirmedBricks, lastWindowEnd } = await countFunding(tx, propertyId);
  // A draft has no bricks: zeros, for which closingObstacle refuses.
  const bricks = { totalBricks: funding.totalBricks ?? 0, minBricks: funding.minBricks ?? 0, confirmedBricks };
  const obstacle = closingObstacle({ ...bricks, endedAt: funding.endedAt, possibleClosingDate: lastWindowEnd }, at);
  if (obstacle !== undefined) throw new AppError(obstacle);

  // Before any wallet or purse, in the order of locks.
  const schedule = await lockSchedule(tx, propertyId);
  await declineWaitingPurchases(tx, deps, propertyId, at);
  const counted = await countFunding(tx, propertyId);
  const closed = {
    purchasedBrickCount: counted.confirmedBricks,
    investorCount: counted.investorCount,
    collectedCents: counted.confirmedCents,
  };
  const divided = divideCollected(closed.collectedCents, funding.totalFundEscrowCents);
  const ended = await markFundingEnded(tx, { propertyId, ...closed, escrowCents: divided.escrowCents, at });
  if (!ended) throw new AppError(FUNDING_ALREADY_ENDED);
  await changeFinancialStatus(tx, propertyId, 'funding-closed', at);
  await divideMoney(tx, funding, divided, at);
  const { collectedCents } = closed;
  if (schedule) await followClosing(tx, deps, { schedule, collectedCents, escrowSetAsideCents: divided.escrowCents, at });
  await recordRewards(tx, deps, propertyId);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
  await mailInvestors(tx, deps, funding, at);
  return closed;
}

function stateOf({ status, endedAt, financialStatus, settledAt }: FundingRow) {
  return projectState({
    status,
    funding_ended_at: endedAt,
    financial_status: financialStatus,
    solde_de_tout_compte_done_at: settledAt,
  });
}

/** FUNDING_CLOSED: the money of the confirmed purchases leaves COLLECT (ledger.md#postings). */
async function divideMoney(
  tx: Tx,
  funding: FundingRow,
  { escrowCents, mainCents }: ReturnType<typeof divideCollected>,
  at: Temporal.Instant,
): Promise<void> {
  const { spvId, propertyId } = funding;
  if (spvId === null) throw new Error(`published property ${propertyId} has no SPV`);
  const collectedCents = centsOf(escrowCents + mainCents);
  await bookTransaction(tx, {
    owner: { spvId },
    type: 'FUNDING_CLOSED',
    amountCents: collectedCents,
    propertyId,
    at,
    eventAt: at,
    lines: [
      { account: purseOf(propertyId, 'COLLECT'), amountCents: centsOf(-collectedCents) },
      { account: purseOf(propertyId, 'ESCROW'), amountCents: escrowCents },
      { account: purseOf(propertyId, 'MAIN'), amountCents: mainCents },
    ],
  });
}

async function mailInvestors(tx: Tx, deps: Deps, funding: FundingRow, at: Temporal.Instant): Promise<void> {
  const investors = await listInvestors(tx, funding.propertyId);
  const mails = investors.map(({ email, firstName, bricks, investedCents }) => ({
    to: email,
    template: 'funding-closed' as const,
    data: {
      propertyId: funding.propertyId,
      propertyName: funding.name,
      bricks,
      investedCents,
      closedAt: at.toString(),
      ...(firstName === null ? {} : { firstName }),
    },
  }));
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT) {
    await deps.jobs.enqueueMany(tx, sendEmailJob, mails.slice(from, from + MAILS_PER_STATEMENT));
  }
}

/** Bricks, cents, investors and the end of the last withdrawal window; exact only while the property is locked. */
async function countFunding(db: Database | Tx, propertyId: PropertyId): Promise<PurchaseCounts & { investorCount: number }> {
  const counts = (await countPurchases(db, [propertyId])).get(propertyId);
  if (!counts) throw new Error(`no counts of property ${propertyId}`);
  return { ...counts, investorCount: await countInvestors(db, propertyId) };
}
