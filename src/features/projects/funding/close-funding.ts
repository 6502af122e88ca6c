// Closes a funding with success, for an administrator or the daily job, with all its consequences in the caller's transaction.

import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { declineWaitingPurchases } from '../../investing/primary-purchase/index.ts';
import { recordRewards } from '../../investing/referrals/index.ts';
import { followClosing, lockSchedule } from '../../repayment/payment-schedule/index.ts';
import { changeFinancialStatus, markFundingEnded, projectState, propertyCacheKey } from '../project-life/index.ts';
import { countFunding } from './count-funding.ts';
import { FUNDING_ALREADY_ENDED, FUNDING_PROPERTY_NOT_FOUND } from './errors.ts';
import { type FundingRow, listInvestors, lockFunding } from './queries.ts';
import { closingObstacle, divideCollected } from './rules.ts';
import { FUNDING_VERBS } from './states.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config' | 'clock'>;

/** The result of a closing: bricks sold, investors, and cents collected. */
export type ClosedFunding = { purchasedBrickCount: number; investorCount: number; collectedCents: Cents };

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
