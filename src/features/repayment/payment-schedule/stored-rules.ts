// Terms and remaining escrow of a stored schedule. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { Config } from '../../../deps.ts';
import { vatBpsOfSpv } from '../../projects/spvs/index.ts';
import { dateOf, dayOf } from './calendar-rules.ts';
import { sequestreRemaining } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { CapitalTerms, ScheduleTerms } from './terms-rules.ts';

/** What the escrow still holds for interest, cents (G-9). */
export function sequestreRemainingOf({
  interestSequestreCents,
  sequestreTransferredCents,
}: Pick<Schedule, 'interestSequestreCents' | 'sequestreTransferredCents'>): Cents {
  return sequestreRemaining({ interestSequestreCents, transferredCents: sequestreTransferredCents });
}

/** What the capital outstanding follows from, beside the payments. */
export function capitalTermsOf(schedule: Schedule): CapitalTerms {
  const { durationInMonths, events, prorogations, initialCapitalLoanedCents: initialCapitalCents } = schedule;
  return { startDay: dayOf(schedule.initialCapitalLoanedDate), initialCapitalCents, durationInMonths, events, prorogations };
}

/** Input of the computation; the VAT rate is today's rate of the SPV, or of its country (A-payment-schedule-7). */
export function termsOf(schedule: Schedule, config: Pick<Config, 'VAT_RATE_BPS'>): ScheduleTerms {
  const { spvCountry: country, vatOverrideBps } = schedule;
  return {
    ...capitalTermsOf(schedule),
    totalFundedAmountCents: schedule.totalFundedAmountCents,
    interestRate: schedule.annualInterestRate,
    managementFeesRate: schedule.managementFeesRate,
    vatBps: vatBpsOfSpv({ country, vatOverrideBps }, config.VAT_RATE_BPS),
    interestSequestreCents: schedule.interestSequestreCents,
  };
}

/** The columns of terms that are created or replaced. */
export function termColumns(terms: ScheduleTerms, at: Temporal.Instant) {
  return {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_date: dateOf(terms.startDay),
    initial_capital_loaned_cents: terms.initialCapitalCents,
    duration_in_months: terms.durationInMonths,
    annual_interest_rate: terms.interestRate,
    management_fees_rate: terms.managementFeesRate,
    interest_sequestre_cents: terms.interestSequestreCents,
    updated_at: at,
  };
}
