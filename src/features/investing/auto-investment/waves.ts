// Waves of automatic investment: the first comes with the publication, administrators start further ones and end them.

import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockProperty, projectState, UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import {
  AUTOMATIC_FUNDING_JOB_ALREADY_PENDING,
  AUTOMATIC_FUNDING_JOB_NOT_PENDING,
  INVESTMENT_PLAN_DISABLED,
  WAVE_ENDED,
} from './errors.ts';
import { automaticFundingJob } from './jobs.ts';
import { findFundingState, findLastWave, insertWave, lockOpenWave, markRestSkipped, markStopped, sumUpWave } from './queries.ts';
import { describeWave, WAVE_VERBS } from './rules.ts';
import type { WaveOfProperty } from './schemas.ts';

/** Does nothing while the feature is off, or when the property has a pending or running wave. */
export async function scheduleFirstWave(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  { propertyId, at }: { propertyId: PropertyId; at: Temporal.Instant },
): Promise<void> {
  if (!deps.config.ENABLE_INVESTMENT_PLAN) return;
  await insertWave(tx, { propertyId, origin: 'publication', includesCanceled: false, at });
}

// POST /administration/property/:propertyId/funding/trigger-automatic-investment: an administrator starts a further wave.

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

// POST /administration/property/:propertyId/funding/end-automatic-investment (extension): an administrator ends the open wave.

/**
 * Candidates that still wait get nothing; purchases that were made stay. Waits for the purchases that a run is writing, and the run finds
 * no candidate afterwards, as both lock the property. Errors: `property-not-found`, `property-not-published`,
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
    const left = await markRestSkipped(tx, wave.id, { reason: WAVE_ENDED });
    await markStopped(tx, wave.id, at);
    const text = describeWave({ ...(await sumUpWave(tx, { id: wave.id, propertyName: property.name })), isStopped: true });
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
    const payload = { waveId: wave.id, investorsLeft: left };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  });
}

// GET /administration/property/:propertyId/funding/automatic-investment (extension): the open wave of a property, or its last one.

/** `wave` is null before the first one. Error: `property-not-found`. */
export async function readWave({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<Static<typeof WaveOfProperty>> {
  const [property, wave] = [await findFundingState(db, propertyId), await findLastWave(db, propertyId)];
  if (!property) throw new AppError(UNKNOWN_PROPERTY);
  if (!wave) return { wave: null };
  const { createdAt, startedAt, finishedAt, ...counts } = wave;
  const moments = { startedAt: startedAt?.toString() ?? null, finishedAt: finishedAt?.toString() ?? null };
  return { wave: { ...counts, createdAt: createdAt.toString(), ...moments } };
}
