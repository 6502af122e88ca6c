// Routes of the stored notifications, for administrators (extensions).

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import { route } from '../../../core/http/route.ts';
import { Uuid } from '../../../core/http/schemas.ts';
import { redactJson } from '../../../core/redact.ts';
import { findHolders } from '../reconciliation/index.ts';
import { providerEventErrors, replayEventErrors } from './errors.ts';
import { findEvent, findEvents } from './event-queries.ts';
import { ProviderEventDetail, ProviderEventsPage, ProviderEventsQuery, ProviderEventView } from './event-schemas.ts';
import { toProviderEventView } from './event-view.ts';
import type { EffectDeps } from './receive-notification.ts';
import { replayEvent } from './replay-event.ts';

const EventParams = Type.Object({ eventId: Uuid });

/** Registers the group. */
export function providerEventRoutes(app: FastifyInstance, deps: EffectDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/provider-events',
    operationId: 'listEvents',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Notifications of the payment provider as they were stored, newest first.',
    query: ProviderEventsQuery,
    answer: ProviderEventsPage,
    handle: async ({ query: { limit, cursor, from, to, ...filters } }) => {
      const bounds = {
        ...(from === undefined ? {} : { from: Temporal.Instant.from(from) }),
        ...(to === undefined ? {} : { to: Temporal.Instant.from(to) }),
      };
      const rows = await findEvents(deps.db, { ...filters, ...bounds }, { limit, after: decodeCursor(cursor) });
      const holders = await findHolders(
        deps.db,
        rows.map(({ extId }) => extId),
      );
      return toPage(
        rows,
        limit,
        ({ receivedAt: at, id }) => ({ at, id }),
        (row) => toProviderEventView(row, holders),
      );
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/provider-events/:eventId',
    operationId: 'readEvent',
    guard: 'administrator',
    tag: 'extension',
    summary: 'One notification with its payload, without secrets.',
    params: EventParams,
    answer: ProviderEventDetail,
    errors: providerEventErrors,
    handle: async ({ params }) => {
      const event = await findEvent(deps.db, params.eventId);
      if (!event) throw new AppError(NOT_FOUND);
      const holders = await findHolders(deps.db, [event.extId]);
      return { ...toProviderEventView(event, holders), payload: redactJson(event.payload) };
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/provider-events/:eventId/replay',
    operationId: 'replayEvent',
    // The effect may book a charge-back.
    money: 'moves',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Handles a notification again that failed, or that nobody has handled.',
    params: EventParams,
    answer: ProviderEventView,
    errors: replayEventErrors,
    audit: 'PROVIDER_EVENT_REPLAY',
    handle: ({ params, audit, idempotency }) => replayEvent(deps, { ...params, audit, idempotency }),
  });
}
