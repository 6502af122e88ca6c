// GET /administration/property/:propertyId/funding/automatic-investment (extension): the open wave of a property, or its last one.

import type { Static } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import { findFundingState, findLastWave } from './queries.ts';
import type { WaveOfProperty } from './schemas.ts';

/** `wave` is null before the first one. Error: `property-not-found`. */
export async function readWave({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<Static<typeof WaveOfProperty>> {
  const [property, wave] = [await findFundingState(db, propertyId), await findLastWave(db, propertyId)];
  if (!property) throw new AppError(UNKNOWN_PROPERTY);
  if (!wave) return { wave: null };
  const { createdAt, startedAt, finishedAt, ...counts } = wave;
  const moments = { startedAt: startedAt?.toString() ?? null, finishedAt: finishedAt?.toString() ?? null };
  return { wave: { ...counts, createdAt: createdAt.toString(), ...moments } };
}
