// GET .../management-fees/:period: the fees of one month.

import type { AppDeps } from '../../../deps.ts';
import { feeView } from './fee-view.ts';
import { listFeesOfPeriod } from './queries.ts';
import type { ManagementFee } from './schemas.ts';

/** Executed or not, across all properties, by their names. */
export async function listFees({ db }: Pick<AppDeps, 'db'>, period: string): Promise<ManagementFee[]> {
  return (await listFeesOfPeriod(db, period)).map(feeView);
}
