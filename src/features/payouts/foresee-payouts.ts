// What a run would distribute now: the dry run.

import { parisDate } from '../../core/dates.ts';
import { findEcheance } from '../payment-schedule/index.ts';
import { nothing, type PayoutDeps, type PayoutsReport } from './payouts-report.ts';
import { listPaidEcheances, type PayoutKind } from './queries.ts';
import { undistributed } from './undistributed.ts';

/** The sums before tax; nothing is written, and who would get them is not asked. */
export async function foreseePayouts(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, true);
  for (const { id } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    const echeance = await findEcheance(deps.db, id);
    const cents = echeance ? undistributed(kind, echeance) : 0;
    if (cents <= 0) continue;
    report.echeances += 1;
    report.totalCents += cents;
  }
  return report;
}
