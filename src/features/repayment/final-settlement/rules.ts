// The amounts of the final settlement, and the codes of what blocks it. Pure.

import { allCentsOf, type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { PURSES, type Purse } from '../../../money/ledger/index.ts';
import { projectRow } from '../../projects/project-life/index.ts';
import { lentCapital } from '../schedule-computation/index.ts';
import {
  CLAIM_OPEN,
  MUST_BE_IN_REPAYMENT_FINISHED,
  PAYOUT_OPEN,
  PENALTIES_NOT_TRANSFERRED,
  PURSE_NOT_EMPTY,
  SOLDE_DE_TOUT_COMPTE_ALREADY_DONE,
  UNLENT_CAPITAL_NOT_DISTRIBUTED,
} from './errors.ts';

/** Balance of each purse of a project, cents. */
export type Purses = Readonly<Record<Purse, Cents>>;

/** The fields of a schedule that the settlement needs; cents. */
type SettledSchedule = {
  totalFundedAmountCents: Cents;
  /** Null before the funding has closed. */
  collectedCents: Cents | null;
  initialCapitalLoanedCents: Cents;
  events: readonly { type: string; amountCents: Cents }[];
  echeances: readonly { penaltyForBricksCents: Cents }[];
};

/** Penalties of the platform, summed over the echeances (settlement.md#penalties-of-the-platform). */
export function claimedPenalties({ echeances }: Pick<SettledSchedule, 'echeances'>): Cents {
  return sumOf(echeances.map(({ penaltyForBricksCents }) => penaltyForBricksCents));
}

/**
 * Capital of the holders that was never lent to the owner (settlement.md#capital-never-lent): what the schedule was to lend, and what was
 * collected beyond the schedule as far as it is still in MAIN.
 */
export function unlentCapital(schedule: SettledSchedule, mainCents: Cents): Cents {
  const { totalFundedAmountCents, collectedCents } = schedule;
  const plannedCents = totalFundedAmountCents - lentCapital(schedule);
  const beyondCents = Math.max((collectedCents ?? 0) - totalFundedAmountCents, 0);
  return centsOf(plannedCents + Math.min(beyondCents, Math.max(mainCents - plannedCents, 0)));
}

/** Capital that the holders lose when the project is settled: what they paid in, minus what was distributed to them; cents. */
export function lostCapital(capital: { collectedCents: Cents; distributedCents: Cents }): Cents {
  return centsOf(Math.max(capital.collectedCents - capital.distributedCents, 0));
}

/** The account of a project; cents. Open payments are of the project's own money, open payouts are lines not paid to their holder. */
export type Account = {
  purses: Purses;
  claimedPenaltiesCents: Cents;
  /** Transferred, or held for an open transfer. */
  movedPenaltiesCents: Cents;
  unlentCents: Cents;
  unlentDistributedCents: Cents;
  openPayments: number;
  openPayouts: number;
  /** Claims against the owner: debits that the bank took back after their money had left the project, not paid again yet. */
  openClaimsCents: Cents;
  /** What the owner still owes was written off. */
  isGivenUp: boolean;
};

/** Surplus and escrow minus the penalties that are still claimed: what the owner owes, or gets back; cents. */
export function balanceWithOwner({ purses, claimedPenaltiesCents, movedPenaltiesCents, isGivenUp }: Account): {
  owesCents: Cents;
  getsBackCents: Cents;
} {
  const leftCents = purses.SURPLUS + purses.ESCROW - (claimedPenaltiesCents - movedPenaltiesCents);
  return allCentsOf({ owesCents: isGivenUp ? 0 : Math.max(-leftCents, 0), getsBackCents: Math.max(leftCents, 0) });
}

/** The owner's money by purse, once nothing blocks the settlement: all that is left in these three; cents. */
export function shareOfOwner({ MAIN, SURPLUS, ESCROW }: Purses): { MAIN: Cents; SURPLUS: Cents; ESCROW: Cents } {
  return { MAIN, SURPLUS, ESCROW };
}

const NOT_THE_OWNERS = ['COLLECT', 'UNASSIGNED', 'FEES', 'COUPON', 'CAPITAL', 'HELD'] as const;

/**
 * Why the owner cannot be paid back yet: codes in the order in which they are answered. Penalties that surplus and escrow do not cover
 * do not block: they cannot be transferred, and stay shown as owed. An open claim blocks because the SPV's wallet has less than the
 * books.
 */
export function blockersOfOwner(account: Account): string[] {
  const { purses, claimedPenaltiesCents, movedPenaltiesCents } = account;
  const openPenaltiesCents = claimedPenaltiesCents - movedPenaltiesCents;
  const isCovered = purses.SURPLUS + purses.ESCROW >= openPenaltiesCents;
  return [
    ...(isPayoutOpen(account) ? [PAYOUT_OPEN] : []),
    ...(openPenaltiesCents > 0 && movedPenaltiesCents === 0 && isCovered ? [PENALTIES_NOT_TRANSFERRED] : []),
    ...(account.unlentCents > 0 && account.unlentDistributedCents === 0 ? [UNLENT_CAPITAL_NOT_DISTRIBUTED] : []),
    ...(account.openClaimsCents > 0 ? [CLAIM_OPEN] : []),
    ...(NOT_THE_OWNERS.some((purse) => purses[purse] !== 0) ? [PURSE_NOT_EMPTY] : []),
  ];
}

/** Why the settlement cannot be marked done yet: codes in the order in which they are answered. */
export function blockersOfDone(account: Account): string[] {
  return [
    ...(isPayoutOpen(account) ? [PAYOUT_OPEN] : []),
    ...(account.openClaimsCents > 0 ? [CLAIM_OPEN] : []),
    ...(PURSES.some((purse) => account.purses[purse] !== 0) ? [PURSE_NOT_EMPTY] : []),
  ];
}

function isPayoutOpen({ openPayments, openPayouts }: Account): boolean {
  return openPayments + openPayouts > 0;
}

const whenFinished = projectRow(['finished'], MUST_BE_IN_REPAYMENT_FINISHED, { settled: SOLDE_DE_TOUT_COMPTE_ALREADY_DONE });

export const SETTLEMENT_VERBS = {
  'distribute-unlent-capital': whenFinished,
  'transfer-penalties': whenFinished,
  'settle-with-owner': whenFinished,
  'mark-solde-de-tout-compte': whenFinished,
};
export type SettlementVerb = keyof typeof SETTLEMENT_VERBS;
