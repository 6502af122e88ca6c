// A stored schedule as the computation and the escrow see it. Pure.

import type { Config } from '../../../deps.ts';
import { isSpvCountry, vatBpsOfSpv } from '../../projects/spvs/index.ts';
import { dayOf } from './calendar-rules.ts';
import { sequestreRemaining } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { ScheduleTerms } from './terms-rules.ts';

/** What the escrow still holds for interest, cents (G-9). */
export function sequestreRemainingOf({
  interestSequestreCents,
  sequestreTransferredCents,
}: Pick<Schedule, 'interestSequestreCents' | 'sequestreTransferredCents'>): number {
  return sequestreRemaining({ interestSequestreCents, transferredCents: sequestreTransferredCents ?? 0 });
}

/** The terms that the computation asks for; the VAT rate is the SPV's, or its country's, of today (A-payment-schedule-7). */
export function termsOf(schedule: Schedule, config: Pick<Config, 'VAT_RATE_BPS'>): ScheduleTerms {
  const { spvCountry: country, vatOverrideBps } = schedule;
  if (!isSpvCountry(country)) throw new Error(`schedule ${schedule.propertyId} has an unknown country`);
  return {
    totalFundedAmountCents: schedule.totalFundedAmountCents,
    startDay: dayOf(schedule.initialCapitalLoanedDate),
    initialCapitalCents: schedule.initialCapitalLoanedCents,
    durationInMonths: schedule.durationInMonths,
    interestRate: schedule.annualInterestRate,
    managementFeesRate: schedule.managementFeesRate,
    vatBps: vatBpsOfSpv({ country, vatOverrideBps }, config.VAT_RATE_BPS),
    interestSequestreCents: schedule.interestSequestreCents,
    events: schedule.events,
    prorogations: schedule.prorogations,
  };
}
