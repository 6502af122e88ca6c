// HTTP of the provider's notifications: a key in the query, no session, empty answers.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  chargeBackErrors,
  customerStatusChangedErrors,
  customerTemporarilyBlockedErrors,
  documentStatusChangedErrors,
  onboardingStatusErrors,
  recertificationErrors,
} from './errors.ts';
import { receiveNotification } from './receive-notification.ts';
import {
  ChargeBack,
  CustomerStatusChanged,
  CustomerTemporarilyBlocked,
  DocumentStatusChanged,
  OnboardingStatusChanged,
  Recertification,
} from './schemas.ts';

/** Registers the group. */
export function providerWebhookRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
): void {
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/customer-status-changed',
    operationId: 'receiveCustomerStatusChanged',
    money: 'told',
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
    operationId: 'receiveDocumentStatusChanged',
    money: 'told',
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
    operationId: 'receiveCustomerTemporarilyBlocked',
    money: 'told',
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
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/charge-back',
    operationId: 'receiveChargeBack',
    money: 'told',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'Money was taken back from a wallet: the team is told, and an investor frozen.',
    body: ChargeBack,
    consumes: 'json-or-form',
    status: 200,
    errors: chargeBackErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'charge-back', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/account-status-changed',
    operationId: 'receiveAccountStatusChanged',
    money: 'told',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an onboarding account changed (onboarding v2).',
    body: OnboardingStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: onboardingStatusErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'account-status-changed', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/profile-status-changed',
    operationId: 'receiveProfileStatusChanged',
    money: 'told',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'The status of an onboarding profile changed (onboarding v2).',
    body: OnboardingStatusChanged,
    consumes: 'json-or-form',
    status: 200,
    errors: onboardingStatusErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'profile-status-changed', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/requirement-change',
    operationId: 'receiveRequirementChange',
    money: 'told',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A recertification is asked for, answered or judged.',
    body: Recertification,
    consumes: 'json-or-form',
    status: 200,
    errors: recertificationErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'requirement-change', body);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/provider/webhook/restriction-change',
    operationId: 'receiveRestrictionChange',
    money: 'told',
    guard: 'provider-webhook',
    tag: 'schedules',
    summary: 'A restriction of an account begins or ends.',
    body: Recertification,
    consumes: 'json-or-form',
    status: 200,
    errors: recertificationErrors,
    emptyErrors: [400],
    handle: async ({ body }) => {
      await receiveNotification(deps, 'restriction-change', body);
      return undefined;
    },
  });
}
