// POST /administration/provider-events/:eventId/replay: a notification that had no effect yet is handled again, now.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { EVENT_ALREADY_HANDLED, EVENT_BEING_REPLAYED } from './errors.ts';
import { claimReplay, findEvent } from './event-queries.ts';
import type { ProviderEventView } from './event-schemas.ts';
import { toProviderEventView } from './event-view.ts';
import { attemptEvent } from './process-event.ts';

/** Longer than the provider may take over all that a notification reads. */
const LEASE_SECONDS = 120;

/**
 * Handles it as its first delivery was. Answers the event as it is then: one that failed again says why, and its audit row as
 * well (A-provider-webhooks-14). Errors: `not-found`, `provider-event-already-handled`, `provider-event-being-replayed`.
 */
export async function replayEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  { eventId, audit }: { eventId: string; audit: RouteAudit },
): Promise<ProviderEventView> {
  const claimed = await inTransaction(deps.db, (tx) => claimReplay(tx, eventId, LEASE_SECONDS));
  if (!claimed) {
    const event = await findEvent(deps.db, eventId);
    if (!event) throw new AppError(NOT_FOUND);
    throw new AppError(event.processedAt === null ? EVENT_BEING_REPLAYED : EVENT_ALREADY_HANDLED);
  }
  const { state, error } = await attemptEvent(deps, claimed, async (tx, outcome) => {
    const target = { type: 'provider-event', id: eventId };
    const payload = { kind: claimed.name, outcome: outcome.state };
    await recordAdminAction(tx, { ...audit, target, payload, at: deps.clock.now() });
  });
  if (state !== 'handled') deps.log.warn({ err: error, eventId }, 'notification replayed by an administrator, without effect');
  const event = await findEvent(deps.db, eventId);
  if (!event) throw new AppError(NOT_FOUND);
  return toProviderEventView(event);
}
