// POST /administration/property/:propertyId/funding/end-automatic-investment (extension): an administrator ends the open wave.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockProperty, projectState, UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import { markRestSkipped } from './candidate-queries.ts';
import { AUTOMATIC_FUNDING_JOB_NOT_PENDING, WAVE_ENDED } from './errors.ts';
import { lockOpenWave, markStopped, sumUpWave } from './queries.ts';
import { describeWave } from './rules.ts';
import { WAVE_VERBS } from './states.ts';

/**
 * Whoever still waits gets nothing; purchases that were made stay. Waits for the purchases that a run is writing, and the run finds nobody
 * to buy for afterwards, as both lock the property (A-auto-investment-9). Errors: `property-not-found`, `property-not-published`,
 * `automatic-funding-job-not-pending`.
 */
export async function endWave(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { propertyId, audit }: { propertyId: PropertyId; audit: RouteAudit },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(UNKNOWN_PROPERTY);
    assertAllowed(WAVE_VERBS['end-wave'], projectState(property));
    const wave = await lockOpenWave(tx, propertyId);
    if (!wave) throw new AppError(AUTOMATIC_FUNDING_JOB_NOT_PENDING);
    const left = await markRestSkipped(tx, wave.id, WAVE_ENDED);
    await markStopped(tx, wave.id, at);
    const text = describeWave({ ...(await sumUpWave(tx, { id: wave.id, propertyName: property.name })), isStopped: true });
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
    const payload = { waveId: wave.id, investorsLeft: left };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  });
}
