// A stored schedule with one more prorogation, with all checks: for the simulation, and for storing it.

import { type Cents, rateOf, sumOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Config } from '../../../deps.ts';
import { dayOf } from './calendar-rules.ts';
import { type OldLast, prorogate, prorogationFault } from './prorogation-rules.ts';
import { listCapitalPayments } from './queries.ts';
import { recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { NewProrogation } from './schemas.ts';
import { termsOf } from './stored-rules.ts';

/**
 * `schedule` with the prorogation; `repayments` are what capital paid on the old last echeance becomes. Errors: the two of the durations,
 * nominal first (schedule.md#prorogation).
 */
export async function prorogatedSchedule(
  db: Database | Tx,
  { schedule, asked, config }: { schedule: Schedule; asked: NewProrogation; config: Pick<Config, 'VAT_RATE_BPS'> },
) {
  const { durationInMonths, interestRateDuringProrogation: percentage } = asked;
  const fault = prorogationFault(schedule, durationInMonths);
  if (fault !== undefined) throw new AppError(fault);
  const prorogation = { durationInMonths, interestRate: percentage === undefined ? null : rateOf(percentage) };
  const { terms, repayments } = prorogate(termsOf(schedule, config), prorogation, await oldLast(db, schedule));
  const echeances = recomputedEcheances(schedule, terms, 1, newId);
  const { events, prorogations } = terms;
  return { schedule: { ...schedule, events, prorogations, echeances }, prorogation, repayments };
}

async function oldLast(db: Database | Tx, schedule: Schedule): Promise<OldLast & { dueCents: Cents }> {
  const last = schedule.echeances.at(-1);
  if (!last) throw new Error(`schedule ${schedule.propertyId} has no echeance`);
  const [startDay, endDay] = [dayOf(last.startDate), dayOf(last.endDate)];
  const asked = schedule.events.filter(
    ({ type, day, duePeriod }) =>
      type === 'capitalRepaymentUnplanned' && (duePeriod === null ? day >= startDay && day < endDay : duePeriod === last.period),
  );
  const payments = await listCapitalPayments(db, last.id);
  return {
    period: last.period,
    dueCents: last.capitalRepaymentDueCents,
    dueOfEventsCents: sumOf(asked.map(({ amountCents }) => amountCents)),
    payments: payments.map(({ date, amountCents }) => ({ day: dayOf(date), amountCents })),
  };
}
