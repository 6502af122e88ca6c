// Which purses of a project all echeances of its schedule filled, and how a change of the schedule changes that. Pure.

import type { Purse } from '../../../money/ledger/index.ts';
import { capitalForHolders, deriveEcheance, pursesOfMensualite } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';

/** By how many cents each purse, and what is open as a claim, differ between two states of a schedule. */
export function purseChanges(before: Schedule, after: Schedule): FilledPurses {
  const [was, is] = [pursesOfSchedule(before), pursesOfSchedule(after)];
  return {
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - was.FEES,
    MAIN: is.MAIN - was.MAIN,
    SURPLUS: is.SURPLUS - was.SURPLUS,
    CAPITAL: is.CAPITAL - was.CAPITAL,
    claim: is.claim - was.claim,
  };
}

/** What is open as a claim of its echeances, cents: it had left the project before the debit that brought it was charged back. */
export function openClaims(schedule: Schedule): number {
  return pursesOfSchedule(schedule).claim;
}

/** Those that an echeance fills; a fee on its way (HELD) is changed by its own payment alone. */
export const FILLED_PURSES = ['COUPON', 'FEES', 'MAIN', 'SURPLUS', 'CAPITAL'] as const satisfies readonly Purse[];

type FilledPurses = Record<(typeof FILLED_PURSES)[number] | 'claim', number>;

/** What all echeances together filled, cents, before anything left to the holders. */
function pursesOfSchedule(schedule: Schedule): FilledPurses {
  const cents = { COUPON: 0, FEES: 0, MAIN: 0, SURPLUS: 0, CAPITAL: 0, claim: 0 };
  const forHolders = capitalForHolders(schedule);
  for (const echeance of schedule.echeances) {
    const { COUPON, FEES, MAIN, SURPLUS } = pursesOfMensualite(echeance);
    const { paidCapitalCents } = echeance;
    const capitalCents = forHolders.get(echeance.id) ?? 0;
    const excessCents = Math.max(paidCapitalCents - capitalCents, echeance.keptCapitalSurplusCents);
    cents.COUPON += COUPON;
    cents.FEES += FEES;
    cents.MAIN += MAIN;
    cents.CAPITAL += capitalCents;
    cents.SURPLUS += SURPLUS + excessCents;
    cents.claim += deriveEcheance(echeance).claimCents + capitalCents + excessCents - paidCapitalCents;
  }
  return cents;
}
