// Turns a configuration of a request into the integers of the computation: cents, rates and days (ground-rules.md#money).

import { type Cents, centsOf, rateOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { Config } from '../../../deps.ts';
import { isSpvCountry, vatBpsOfSpv } from '../../projects/spvs/index.ts';
import { type Day, dayOf } from './calendar-rules.ts';
import type { Event, ScheduleConfig } from './schemas.ts';
import type { CapitalEvent, ScheduleTerms } from './terms-rules.ts';
import { type AskedTerms, configFault } from './validate-config.ts';

/**
 * The terms of `config`, checked. `path` is the path of the configuration in the body, `vatOverrideBps` the SPV's own VAT rate.
 * Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration; `validation-failed` for a date that does not exist.
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
  const { vatBps } = terms;
  const fault = configFault(terms);
  if (fault !== undefined) throw new AppError(fault);
  if (vatBps === undefined) throw new Error(`a configuration of country ${country} passed without a VAT rate`);
  return { ...terms, vatBps };
}

/** A capital event of a request. Error: `validation-failed` for a date that does not exist. */
export function askedEvent(event: Event, path: string): CapitalEvent {
  return {
    type: event.type,
    day: contractDay(event.date, `${path}/date`),
    amountCents: wholeCents(event.amount),
    interestSequestreCents: wholeCents(event.interestSequestreAmount ?? 0),
    duePeriod: null,
  };
}

/** Parts of a cent are rounded half up, only here (ground-rules.md#money). */
export function wholeCents(amount: number): Cents {
  return centsOf(Math.round(amount));
}

/** The day of a date, or the Paris day of an instant. */
function contractDay(text: string, path: string): Day {
  try {
    return dayOf(text.includes('T') ? parisDate(Temporal.Instant.from(text)) : Temporal.PlainDate.from(text));
  } catch (error) {
    throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not a date' }], cause: error });
  }
}
