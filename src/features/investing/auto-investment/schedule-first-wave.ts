// A publication schedules the first wave of its property; the job finds it when the funding starts.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertWave } from './queries.ts';

/** Nothing is scheduled while the feature is off, or when the property has a wave under way (A-auto-investment-1). */
export async function scheduleFirstWave(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  { propertyId, at }: { propertyId: string; at: Temporal.Instant },
): Promise<void> {
  if (!deps.config.ENABLE_INVESTMENT_PLAN) return;
  await insertWave(tx, { propertyId, origin: 'publication', includesCanceled: false, at });
}
