// A stored schedule as the computation and the escrow see it. Pure.

import type { Config } from '../../core/config.ts';
import { isSpvCountry, vatBpsOf } from '../spvs/index.ts';
import { dayOf } from './calendar-rules.ts';
import { sequestreRemaining } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { ScheduleTerms } from './terms-rules.ts';

/** What the escrow still holds for interest, cents (G-9). */
export function sequestreRemainingOf(
  schedule: Pick<Schedule, 'interestSequestreCents' | 'sequestreTransferredCents' | 'events'>,
): number {
  const { interestSequestreCents, events } = schedule;
  return sequestreRemaining({ interestSequestreCents, transferredCents: schedule.sequestreTransferredCents ?? 0, events });
}

/** The terms that the computation asks for; VAT_RATE_BPS is that of today. */
export function termsOf(schedule: Schedule, config: Pick<Config, 'VAT_RATE_BPS'>): ScheduleTerms {
  if (!isSpvCountry(schedule.spvCountry)) throw new Error(`schedule ${schedule.propertyId} has an unknown country`);
  return {
    totalFundedAmountCents: schedule.totalFundedAmountCents,
    startDay: dayOf(schedule.initialCapitalLoanedDate),
    initialCapitalCents: schedule.initialCapitalLoanedCents,
    durationInMonths: schedule.durationInMonths,
    interestRate: schedule.annualInterestRate,
    managementFeesRate: schedule.managementFeesRate,
    vatBps: vatBpsOf(schedule.spvCountry, config.VAT_RATE_BPS),
    interestSequestreCents: schedule.interestSequestreCents,
    events: schedule.events,
    prorogations: schedule.prorogations,
  };
}
