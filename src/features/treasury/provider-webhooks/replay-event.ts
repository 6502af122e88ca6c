// POST /administration/provider-events/:eventId/replay: a notification that had no effect yet is handled again, now.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { attemptEvent } from './attempt-event.ts';
import { EVENT_ALREADY_HANDLED, EVENT_BEING_REPLAYED } from './errors.ts';
import { claimReplay, findEvent } from './event-queries.ts';
import type { ProviderEventView } from './event-schemas.ts';
import { toProviderEventView } from './event-view.ts';
import { noteOutcome } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** Longer than the provider may take over all that a notification reads. */
const LEASE_SECONDS = 120;

/**
 * Handles it as its first delivery was. Answers the event as it is then: one that failed again says why, and its audit row as
 * well (A-provider-webhooks-14). Errors: `not-found`, `provider-event-already-handled`, `provider-event-being-replayed`.
 */
export async function replayEvent(
  deps: Deps,
  input: { eventId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ProviderEventView> {
  const { eventId, audit, idempotency } = input;
  const claimed = await inTransaction(deps.db, (tx) => claimReplay(tx, eventId, LEASE_SECONDS));
  if (!claimed) {
    const event = await findEvent(deps.db, eventId);
    if (!event) throw new AppError(NOT_FOUND);
    throw new AppError(event.processedAt === null ? EVENT_BEING_REPLAYED : EVENT_ALREADY_HANDLED);
  }
  const outcome = await attemptEvent(deps, claimed);
  if (outcome.state !== 'handled')
    deps.log.warn({ err: outcome.error, eventId }, 'notification replayed by an administrator, without effect');
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    await noteOutcome(tx, eventId, outcome, at);
    const payload = { kind: claimed.name, outcome: outcome.state };
    await recordAdminAction(tx, { ...audit, target: { type: 'provider-event', id: eventId }, payload, at });
    return viewOf(tx, eventId);
  });
}

async function viewOf(tx: Tx, eventId: string): Promise<ProviderEventView> {
  const event = await findEvent(tx, eventId);
  if (!event) throw new AppError(NOT_FOUND);
  return toProviderEventView(event);
}
