// A configuration as it is sent, in the integers of the computation: cents, rates and days (ground-rules.md#money).

import { rateOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { Config } from '../../../deps.ts';
import { isSpvCountry, vatBpsOfSpv } from '../../projects/spvs/index.ts';
import { type Day, dayOf } from './calendar-rules.ts';
import type { Event, ScheduleConfig } from './schemas.ts';
import type { CapitalEvent, ScheduleTerms } from './terms-rules.ts';
import { type AskedTerms, configFault } from './validate-config.ts';

/**
 * The terms that `config` asks for, found sound. `path` names the configuration's place in the body, `vatOverrideBps` the VAT rate
 * of the SPV where its country's does not fit.
 * Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration; `validation-failed` for a day that no calendar has.
 */
export function askedTerms(
  config: ScheduleConfig,
  settings: Pick<Config, 'VAT_RATE_BPS'>,
  { path, vatOverrideBps }: { path: string; vatOverrideBps: number | null },
): ScheduleTerms {
  const { spvCountry: country } = config;
  const terms: AskedTerms = {
    totalFundedAmountCents: wholeCents(config.totalFundedAmount),
    startDay: contractDay(config.initialCapitalLoaned.date, `${path}/initialCapitalLoaned/date`),
    initialCapitalCents: wholeCents(config.initialCapitalLoaned.amount),
    durationInMonths: config.durationInMonths,
    interestRate: rateOf(config.annualInterestPercentage),
    managementFeesRate: rateOf(config.managementFeesPercentage),
    vatBps: isSpvCountry(country) ? vatBpsOfSpv({ country, vatOverrideBps }, settings.VAT_RATE_BPS) : undefined,
    interestSequestreCents: wholeCents(config.interestSequestre),
    events: config.events.map((event, index) => askedEvent(event, `${path}/events/${index}`)),
    prorogations: [],
  };
  const fault = configFault(terms);
  if (fault !== undefined) throw new AppError(fault);
  // Border: a country without VAT of its own was refused just now.
  return terms as ScheduleTerms;
}

/** A capital event as it is sent. Error: `validation-failed` for a day that no calendar has. */
export function askedEvent(event: Event, path: string): CapitalEvent {
  return {
    type: event.type,
    day: contractDay(event.date, `${path}/date`),
    amountCents: wholeCents(event.amount),
    interestSequestreCents: wholeCents(event.interestSequestreAmount ?? 0),
    duePeriod: null,
  };
}

/** Part of a cent: half up, once, here (ground-rules.md#money). */
export function wholeCents(amount: number): number {
  return Math.round(amount);
}

/** The day of a date, or the Paris day of an instant. */
function contractDay(text: string, path: string): Day {
  try {
    return dayOf(text.includes('T') ? parisDate(Temporal.Instant.from(text)) : Temporal.PlainDate.from(text));
  } catch (error) {
    throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not a date' }], cause: error });
  }
}
