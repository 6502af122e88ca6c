// HTTP of the provider's notifications (a key in the query, no session, empty answers), and of what is stored of them.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { Uuid } from '../../../core/http/schemas.ts';
import { redactJson } from '../../../core/telemetry/redact.ts';
import { findHolders } from '../reconciliation/index.ts';
import {
  chargeBackErrors,
  customerStatusChangedErrors,
  customerTemporarilyBlockedErrors,
  documentStatusChangedErrors,
  onboardingStatusErrors,
  providerEventErrors,
  recertificationErrors,
  replayEventErrors,
} from './errors.ts';
import { EFFECTS, type EffectDeps, receiveNotification } from './notifications.ts';
import { findEvent, findEvents } from './queries.ts';
import { replayEvent, toProviderEventView } from './replay-event.ts';
import type { NotificationName } from './rules.ts';
import {
  ChargeBack,
  CustomerStatusChanged,
  CustomerTemporarilyBlocked,
  DocumentStatusChanged,
  OnboardingStatusChanged,
  ProviderEventDetail,
  ProviderEventsPage,
  ProviderEventsQuery,
  ProviderEventView,
  Recertification,
} from './schemas.ts';

/** Registers the group. */
export function providerWebhookRoutes(app: FastifyInstance, deps: EffectDeps): void {
  const receive =
    (name: NotificationName) =>
    async ({ body }: { body: unknown }): Promise<undefined> => {
      await receiveNotification(deps, { name, body, effect: EFFECTS[name] });
      return undefined;
    };
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/customer-status-changed',
    operationId: 'receiveCustomerStatusChanged',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an account changed: KYC of an investor, KYB of an SPV.',
    body: CustomerStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: customerStatusChangedErrors,
    emptyErrors: [400],
    handle: receive('customer-status-changed'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/document-status-changed',
    operationId: 'receiveDocumentStatusChanged',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of a document changed.',
    body: DocumentStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: documentStatusChangedErrors,
    emptyErrors: [400],
    handle: receive('document-status-changed'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/customer-temporarily-blocked',
    operationId: 'receiveCustomerTemporarilyBlocked',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A wallet was blocked or unblocked.',
    body: CustomerTemporarilyBlocked,
    consumes: 'json-or-form',
    status: 200,
    errors: customerTemporarilyBlockedErrors,
    emptyErrors: [400],
    handle: receive('customer-temporarily-blocked'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/charge-back',
    operationId: 'receiveChargeBack',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'Money was taken back from a wallet: the team is told, and an investor frozen.',
    body: ChargeBack,
    consumes: 'json-or-form',
    status: 200,
    errors: chargeBackErrors,
    emptyErrors: [400],
    handle: receive('charge-back'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/account-status-changed',
    operationId: 'receiveAccountStatusChanged',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an onboarding account changed (onboarding v2).',
    body: OnboardingStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: onboardingStatusErrors,
    emptyErrors: [400],
    handle: receive('account-status-changed'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/profile-status-changed',
    operationId: 'receiveProfileStatusChanged',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an onboarding profile changed (onboarding v2).',
    body: OnboardingStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: onboardingStatusErrors,
    emptyErrors: [400],
    handle: receive('profile-status-changed'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/requirement-change',
    operationId: 'receiveRequirementChange',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A recertification is asked for, answered or judged.',
    body: Recertification,
    consumes: 'json-or-form',
    status: 200,
    errors: recertificationErrors,
    emptyErrors: [400],
    handle: receive('requirement-change'),
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/restriction-change',
    operationId: 'receiveRestrictionChange',
    idempotency: 'webhook',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A restriction of an account begins or ends.',
    body: Recertification,
    consumes: 'json-or-form',
    status: 200,
    errors: recertificationErrors,
    emptyErrors: [400],
    handle: receive('restriction-change'),
  });
}

const EventParams = Type.Object({ eventId: Uuid });

/** Registers the group. */
export function providerEventRoutes(app: FastifyInstance, deps: EffectDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/provider-events',
    operationId: 'listEvents',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'Notifications of the payment provider as they were stored, newest first.',
    query: ProviderEventsQuery,
    answer: ProviderEventsPage,
    handle: async ({ query: { limit, cursor, ...filters } }) => {
      const rows = await findEvents(deps.db, filters, { limit, after: decodeCursor(cursor) });
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
    permission: 'operations.read',
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
    idempotency: 'key',
    guard: 'administrator',
    permission: 'operations.write',
    tag: 'extension',
    summary: 'Handles a notification again that failed, or that nobody has handled.',
    params: EventParams,
    answer: ProviderEventView,
    errors: replayEventErrors,
    audit: 'PROVIDER_EVENT_REPLAY',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) => replayEvent(deps, { ...params, audit, idempotency }),
  });
}
