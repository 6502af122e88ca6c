// GET .../payment-to-be-assigned/eligible-projects: for which projects a payment may be created by hand.

import type { AppDeps } from '../../../deps.ts';
import { listProjectsInDebt } from './place-queries.ts';

/** Projects with a schedule whose owner owes (OWNER_DEBT_STATUSES), by name. */
export async function listEligibleProjects({ db, config }: Pick<AppDeps, 'db' | 'config'>) {
  return listProjectsInDebt(db, config.OWNER_DEBT_STATUSES);
}
