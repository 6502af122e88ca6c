// Validates a configuration: rows 3 to 6 of schedule.md#validation-of-a-configuration, the first violated row is the error. Pure.

import { MAX_CENTS } from '../../../core/cents.ts';
import { CONFIG_INVALID, INITIAL_CAPITAL_TOO_LARGE, REPAYMENT_EXCEEDS_LOANED, SEQUESTRE_TOO_LARGE } from './errors.ts';
import { MAX_RATE } from './interest-rules.ts';
import { type CapitalEvent, maturityOf, repaysTooMuch, type ScheduleTerms } from './terms-rules.ts';

/** Longest schedule, prorogations included; months (A-payment-schedule-2). */
export const MAX_MONTHS = 600;

/** Terms of a request: an unknown country has no VAT rate. */
export type AskedTerms = Omit<ScheduleTerms, 'vatBps'> & { vatBps: number | undefined };

/** Code of the first violated row, undefined for a valid configuration. */
export function configFault(terms: AskedTerms): string | undefined {
  if (terms.initialCapitalCents > terms.totalFundedAmountCents) return INITIAL_CAPITAL_TOO_LARGE;
  if (terms.interestSequestreCents > terms.totalFundedAmountCents) return SEQUESTRE_TOO_LARGE;
  if (repaysTooMuch(terms)) return REPAYMENT_EXCEEDS_LOANED;
  return isValid(terms) ? undefined : CONFIG_INVALID;
}

function isValid(terms: AskedTerms): boolean {
  const { startDay, events, initialCapitalCents, totalFundedAmountCents, interestSequestreCents } = terms;
  if (terms.vatBps === undefined || terms.durationInMonths < 1 || terms.durationInMonths > MAX_MONTHS) return false;
  if (initialCapitalCents <= 0 || interestSequestreCents < 0 || totalFundedAmountCents > MAX_CENTS) return false;
  if ([terms.interestRate, terms.managementFeesRate].some((rate) => rate < 0 || rate > MAX_RATE)) return false;
  const maturity = maturityOf(terms);
  const loaned = events.filter(({ type }) => type === 'capitalLoaned').reduce((sum, event) => sum + event.amountCents, 0);
  const fromEscrow = events.reduce((sum, event) => sum + event.interestSequestreCents, 0);
  return (
    initialCapitalCents + loaned <= totalFundedAmountCents &&
    fromEscrow <= interestSequestreCents &&
    events.every((event) => isValidEvent(event) && event.day >= startDay && event.day < maturity)
  );
}

/** Only a repayment may have a part that is paid out of the escrow (A-payment-schedule-3). */
function isValidEvent({ type, amountCents, interestSequestreCents }: CapitalEvent): boolean {
  const mostCents = type === 'capitalLoaned' ? 0 : amountCents;
  return amountCents > 0 && interestSequestreCents >= 0 && interestSequestreCents <= mostCents;
}
