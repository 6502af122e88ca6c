// POST /administration/property/:propertyId/funding/trigger-automatic-investment: an administrator starts a further wave.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState, UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import { AUTOMATIC_FUNDING_JOB_ALREADY_PENDING, INVESTMENT_PLAN_DISABLED } from './errors.ts';
import { automaticFundingJob } from './jobs.ts';
import { insertWave } from './queries.ts';
import { WAVE_VERBS } from './states.ts';

/**
 * Checks in the order of the error table, then writes the wave, its audit row and the job that runs it at once. Of two concurrent
 * requests the second gets `automatic-funding-job-already-pending`: a unique index allows one open wave per property.
 */
export async function triggerWave(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { propertyId: PropertyId; includesCanceled: boolean; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<void> {
  const { propertyId, includesCanceled, audit, idempotency } = input;
  await inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const at = deps.clock.now();
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(UNKNOWN_PROPERTY);
    assertAllowed(WAVE_VERBS['trigger-wave'], projectState(property));
    if (!deps.config.ENABLE_INVESTMENT_PLAN) throw new AppError(INVESTMENT_PLAN_DISABLED);
    const waveId = await insertWave(tx, { propertyId, origin: 'administrator', includesCanceled, at });
    if (waveId === undefined) throw new AppError(AUTOMATIC_FUNDING_JOB_ALREADY_PENDING);
    const payload = { waveId, includeInvestorsWithCanceledAutoInvest: includesCanceled };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    await deps.jobs.enqueue(tx, automaticFundingJob, {});
  });
}
