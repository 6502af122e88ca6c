// A stored schedule with one more prorogation, with all checks: for the simulation, and for storing it.

import { rateOf } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Config } from '../../../deps.ts';
import { prorogationFault } from './prorogation-rules.ts';
import { recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { NewProrogation } from './schemas.ts';
import { termsOf } from './stored-rules.ts';
import type { Prorogation } from './terms-rules.ts';

/** `schedule` with the prorogation. Errors: the two of the durations, nominal first (schedule.md#prorogation). */
export function prorogatedSchedule(
  schedule: Schedule,
  asked: NewProrogation,
  config: Pick<Config, 'VAT_RATE_BPS'>,
): { schedule: Schedule; prorogation: Prorogation } {
  const { durationInMonths, interestRateDuringProrogation: percentage } = asked;
  const fault = prorogationFault(schedule, durationInMonths);
  if (fault !== undefined) throw new AppError(fault);
  const prorogation = { durationInMonths, interestRate: percentage === undefined ? null : rateOf(percentage) };
  const prorogated = { ...schedule, prorogations: [...schedule.prorogations, prorogation] };
  const echeances = recomputedEcheances(prorogated, termsOf(prorogated, config), 1, newId);
  return { schedule: { ...prorogated, echeances }, prorogation };
}
