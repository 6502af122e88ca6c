// The publication of a property schedules its first wave; the job runs it once the funding has started.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertWave } from './queries.ts';

/** Does nothing while the feature is off, or when the property has a pending or running wave (A-auto-investment-1). */
export async function scheduleFirstWave(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  { propertyId, at }: { propertyId: PropertyId; at: Temporal.Instant },
): Promise<void> {
  if (!deps.config.ENABLE_INVESTMENT_PLAN) return;
  await insertWave(tx, { propertyId, origin: 'publication', includesCanceled: false, at });
}
