// HTTP of the provider's notifications: a key in the query, no session, empty answers.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { customerStatusChangedErrors, customerTemporarilyBlockedErrors, documentStatusChangedErrors } from './errors.ts';
import { receiveNotification } from './receive-notification.ts';
import { CustomerStatusChanged, CustomerTemporarilyBlocked, DocumentStatusChanged } from './schemas.ts';

/** Registers the group. */
export function providerWebhookRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'payments' | 'log'>): void {
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/customer-status-changed',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an account changed: KYC of an investor, KYB of an SPV.',
    body: CustomerStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: customerStatusChangedErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'customer-status-changed', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/document-status-changed',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of a document changed.',
    body: DocumentStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: documentStatusChangedErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'document-status-changed', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/customer-temporarily-blocked',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A wallet was blocked or unblocked.',
    body: CustomerTemporarilyBlocked,
    consumes: 'json-or-form',
    status: 200,
    errors: customerTemporarilyBlockedErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'customer-temporarily-blocked', body);
      return undefined;
    },
  });
}
