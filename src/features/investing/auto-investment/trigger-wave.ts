// POST /administration/property/:propertyId/funding/trigger-automatic-investment: a further wave, asked for by hand.

import { recordAdminAction } from '../../../core/audit.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import { AUTOMATIC_FUNDING_JOB_ALREADY_PENDING, FUNDING_ALREADY_ENDED, PROPERTY_NOT_PUBLISHED } from './errors.ts';
import { automaticFundingJob } from './jobs.ts';
import { INVESTMENT_PLAN_DISABLED } from './plan-errors.ts';
import { findFundingState, insertWave } from './queries.ts';

/**
 * The error table top to bottom, the wave, its audit row and the job that begins it at once. Two administrators at once: the
 * second gets `automatic-funding-job-already-pending`, as the database keeps one wave per property under way.
 */
export async function triggerWave(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { propertyId: string; includesCanceled: boolean; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<void> {
  const { propertyId, includesCanceled, audit, idempotency } = input;
  await inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const at = deps.clock.now();
    const property = await findFundingState(tx, propertyId);
    if (!property) throw new AppError(UNKNOWN_PROPERTY);
    if (property.status !== 'PUBLISHED') throw new AppError(PROPERTY_NOT_PUBLISHED);
    if (property.fundingEndedAt !== null) throw new AppError(FUNDING_ALREADY_ENDED);
    if (!deps.config.ENABLE_INVESTMENT_PLAN) throw new AppError(INVESTMENT_PLAN_DISABLED);
    const waveId = await insertWave(tx, { propertyId, origin: 'administrator', includesCanceled, at });
    if (waveId === undefined) throw new AppError(AUTOMATIC_FUNDING_JOB_ALREADY_PENDING);
    const payload = { waveId, includeInvestorsWithCanceledAutoInvest: includesCanceled };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    await deps.jobs.enqueue(tx, automaticFundingJob, {});
  });
}
