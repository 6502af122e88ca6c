// GET /administration/provider-events/:eventId: one notification with what it said.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { redactJson } from '../../../core/redact.ts';
import type { AppDeps } from '../../../deps.ts';
import { findEvent } from './event-queries.ts';
import type { ProviderEventDetail } from './event-schemas.ts';
import { toProviderEventView } from './event-view.ts';

/** Error: `not-found`. */
export async function readEvent({ db }: Pick<AppDeps, 'db'>, eventId: string): Promise<ProviderEventDetail> {
  const event = await findEvent(db, eventId);
  if (!event) throw new AppError(NOT_FOUND);
  return { ...toProviderEventView(event), payload: redactJson(event.payload) };
}
