// What a run would distribute now: the dry run.

import { parisDate } from '../../../core/dates.ts';
import { readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { nothing, type PayoutDeps, type PayoutsReport } from './payouts-report.ts';
import { listPaidEcheances } from './queries.ts';
import type { PayoutKind } from './rules.ts';
import { undistributed } from './undistributed.ts';

/** The sums before tax; nothing is written, and who would get them is not asked. */
export async function foreseePayouts(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, true);
  const schedules = new Map<string, Schedule | undefined>();
  for (const { id, propertyId } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    if (!schedules.has(propertyId)) schedules.set(propertyId, await readSchedule(deps.db, propertyId));
    const schedule = schedules.get(propertyId);
    const echeance = schedule?.echeances.find((candidate) => candidate.id === id);
    const cents = schedule && echeance ? undistributed(kind, schedule, echeance) : 0;
    if (cents <= 0) continue;
    report.echeances += 1;
    report.totalCents += cents;
  }
  return report;
}
