// POST /administration/property/payment-schedule/simulation: the echeances of a configuration; nothing is stored.

import { sumOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { askedTerms } from './asked-rules.ts';
import { computeSchedule } from './compute-schedule.ts';
import { sequestreRemaining } from './echeance-rules.ts';
import { newEcheance } from './recompute-rules.ts';
import type { ScheduleConfig, SimulatedEcheances } from './schemas.ts';
import { echeanceViews } from './view-rules.ts';

/** Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration. */
export async function simulateSchedule(deps: Pick<AppDeps, 'config'>, config: ScheduleConfig): Promise<SimulatedEcheances> {
  const terms = askedTerms(config, deps.config, { path: 'body', vatOverrideBps: null });
  // A simulated schedule has no ids, and the answer leaves them out: any will do.
  const [echeanceId, propertyId] = [newId<EcheanceId>(), newId<PropertyId>()];
  const echeances = computeSchedule(terms).map((computed) => newEcheance(echeanceId, propertyId, computed));
  const transferredCents = sumOf(terms.events.map((event) => event.interestSequestreCents));
  return echeanceViews(echeances, sequestreRemaining({ ...terms, transferredCents }));
}
