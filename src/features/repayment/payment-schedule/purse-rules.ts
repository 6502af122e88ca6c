// The purses of a project as its schedule fills them, and their change when the schedule changes. Pure.

import { allCentsOf, type Cents } from '../../../core/cents.ts';
import type { Purse } from '../../../money/ledger/index.ts';
import { capitalForHolders, deriveEcheance, pursesOfMensualite } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';

/** Change of each purse and of the open claims between two versions of a schedule, cents. */
export function purseChanges(before: Schedule, after: Schedule): FilledPurses {
  const [was, is] = [pursesOfSchedule(before), pursesOfSchedule(after)];
  return allCentsOf({
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - was.FEES,
    MAIN: is.MAIN - was.MAIN,
    SURPLUS: is.SURPLUS - was.SURPLUS,
    CAPITAL: is.CAPITAL - was.CAPITAL,
    claim: is.claim - was.claim,
  });
}

/** Open claims of the schedule's echeances, cents: money that had left the purses before its debit was charged back. */
export function openClaims(schedule: Schedule): Cents {
  return pursesOfSchedule(schedule).claim;
}

/** Purses that an echeance fills; HELD, for a pending fee, is only changed by the fee's own payment. */
export const FILLED_PURSES = ['COUPON', 'FEES', 'MAIN', 'SURPLUS', 'CAPITAL'] as const satisfies readonly Purse[];

type FilledPurses = Record<(typeof FILLED_PURSES)[number] | 'claim', Cents>;

/** Sums over all echeances, cents, before anything was paid to the holders. */
function pursesOfSchedule(schedule: Schedule): FilledPurses {
  const cents = { COUPON: 0, FEES: 0, MAIN: 0, SURPLUS: 0, CAPITAL: 0, claim: 0 };
  const forHolders = capitalForHolders(schedule);
  for (const echeance of schedule.echeances) {
    const { COUPON, FEES, MAIN, SURPLUS } = pursesOfMensualite(echeance);
    const { paidCapitalCents } = echeance;
    const capitalCents = forHolders.get(echeance.id);
    if (capitalCents === undefined) throw new Error(`echeance ${echeance.id} is of another schedule`);
    const excessCents = Math.max(paidCapitalCents - capitalCents, echeance.keptCapitalSurplusCents);
    cents.COUPON += COUPON;
    cents.FEES += FEES;
    cents.MAIN += MAIN;
    cents.CAPITAL += capitalCents;
    cents.SURPLUS += SURPLUS + excessCents;
    cents.claim += deriveEcheance(echeance).claimCents + capitalCents + excessCents - paidCapitalCents;
  }
  return allCentsOf(cents);
}
