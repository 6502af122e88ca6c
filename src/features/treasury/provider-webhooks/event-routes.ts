// Routes of the stored notifications, for administrators (extensions).

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '../../../core/http/route.ts';
import { Uuid } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { providerEventErrors, replayEventErrors } from './errors.ts';
import { ProviderEventDetail, ProviderEventsPage, ProviderEventsQuery, ProviderEventView } from './event-schemas.ts';
import { listEvents } from './list-events.ts';
import { readEvent } from './read-event.ts';
import { replayEvent } from './replay-event.ts';

const EventParams = Type.Object({ eventId: Uuid });

/** Registers the group. */
export function providerEventRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
): void {
  route(app, {
    method: 'GET',
    url: '/administration/provider-events',
    operationId: 'listEvents',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Notifications of the payment provider as they were stored, newest first.',
    query: ProviderEventsQuery,
    answer: ProviderEventsPage,
    handle: ({ query }) => listEvents(deps, query),
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
    handle: ({ params }) => readEvent(deps, params.eventId),
  });
  route(app, {
    method: 'POST',
    url: '/administration/provider-events/:eventId/replay',
    operationId: 'replayEvent',
    // A charge-back that is followed at last is booked.
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
