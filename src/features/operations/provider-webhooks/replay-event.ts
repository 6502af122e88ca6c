// A stored notification has its effect again, ordered by an administrator; those that nothing came of yet, as metrics.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { defineSampler } from '../../../core/telemetry/metrics.ts';
import { redactText } from '../../../core/telemetry/redact.ts';
import { linkTo } from '../../../core/telemetry/trace.ts';
import type { AppDeps } from '../../../deps.ts';
import { findHolders } from '../reconciliation/index.ts';
import { EVENT_ALREADY_HANDLED, EVENT_BEING_REPLAYED } from './errors.ts';
import { EFFECTS, type EffectDeps } from './notifications.ts';
import { claimReplay, countOpenEvents, type EventRow, findEvent, writeOutcome } from './queries.ts';
import { eventStateOf, HANDLED, outcomeOfError } from './rules.ts';
import type { ProviderEventView } from './schemas.ts';

/** Longer than all requests to the provider of one effect may take. */
const LEASE_SECONDS = 120;

/**
 * Runs the effect as at the first delivery, and answers the event as it is then. When it failed again, event and audit row say so.
 * Errors: `not-found`, `provider-event-already-handled`, `provider-event-being-replayed`.
 */
export async function replayEvent(
  deps: EffectDeps,
  input: { eventId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ProviderEventView> {
  const { eventId, audit, idempotency } = input;
  const claimed = await inTransaction(deps.db, (tx) => claimReplay(tx, eventId, LEASE_SECONDS));
  if (!claimed) {
    const event = await findEvent(deps.db, eventId);
    if (!event) throw new AppError(NOT_FOUND);
    throw new AppError(event.processedAt === null ? EVENT_BEING_REPLAYED : EVENT_ALREADY_HANDLED);
  }
  linkTo(claimed.traceparent);
  const outcome = await EFFECTS[claimed.name](deps, claimed).then(() => HANDLED, outcomeOfError);
  if (outcome.state !== 'handled')
    deps.log.warn({ err: outcome.error, eventId }, 'notification replayed by an administrator, without effect');
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    await writeOutcome(tx, eventId, outcome, at);
    const payload = { kind: claimed.name, outcome: outcome.state };
    await recordAdminAction(tx, { ...audit, target: { type: 'provider-event', id: eventId }, payload, at });
    return viewOf(tx, eventId);
  });
}

async function viewOf(tx: Tx, eventId: string): Promise<ProviderEventView> {
  const event = await findEvent(tx, eventId);
  if (!event) throw new AppError(NOT_FOUND);
  return toProviderEventView(event, await findHolders(tx, [event.extId]));
}

/** How all routes of notifications show one. `lastError` is one of our codes or the text of an error, which may quote anything. */
export function toProviderEventView(
  { id, path, extId, deliveries, ...event }: EventRow,
  holders: ReadonlyMap<string | null, NonNullable<ProviderEventView['holder']>>,
): ProviderEventView {
  return {
    id,
    kind: path,
    state: eventStateOf(event),
    extId,
    deliveries,
    holder: holders.get(extId) ?? null,
    receivedAt: event.receivedAt.toString(),
    handledAt: event.processedAt?.toString() ?? null,
    lastError: event.lastError === null ? null : redactText(event.lastError),
  };
}

export const providerEventSampler = defineSampler({
  name: 'provider-events',
  gauges: {
    mortar_provider_events_open: {
      help: 'Notifications of the provider without effect, by state: unhandled (just arrived) or failed (replayed for three days).',
      labels: ['state'],
    },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const { unhandled, failed } = await countOpenEvents(db);
    return {
      mortar_provider_events_open: [
        { labels: { state: 'unhandled' }, value: unhandled },
        { labels: { state: 'failed' }, value: failed },
      ],
    };
  },
});
