// GET /administration/property/payment-schedule/payment/:period: what the projects owe for one month.

import type { AppDeps } from '../../../deps.ts';
import { listEcheancesOfPeriod } from './queries.ts';
import type { PaymentsOfPeriod } from './schemas.ts';
import { echeanceView, projectView } from './view-rules.ts';

/** A payment is an echeance with its project (A-payment-schedule-9), by project name. */
export async function listPaymentsOfPeriod(deps: Pick<AppDeps, 'db'>, period: string): Promise<PaymentsOfPeriod> {
  const rows = await listEcheancesOfPeriod(deps.db, period);
  return rows.map((row) => ({ ...echeanceView(row, 0), project: projectView(row) }));
}
