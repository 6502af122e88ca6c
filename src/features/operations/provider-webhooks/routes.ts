// HTTP of the provider's notifications: a key in the query, no session, empty answers.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import {
  chargeBackErrors,
  customerStatusChangedErrors,
  customerTemporarilyBlockedErrors,
  documentStatusChangedErrors,
  onboardingStatusErrors,
  recertificationErrors,
} from './errors.ts';
import { followChargeBack } from './follow-charge-back.ts';
import { type Effect, type EffectDeps, receiveNotification } from './receive-notification.ts';
import type { NotificationName } from './rules.ts';
import {
  ChargeBack,
  CustomerStatusChanged,
  CustomerTemporarilyBlocked,
  DocumentStatusChanged,
  OnboardingStatusChanged,
  Recertification,
} from './schemas.ts';
import { syncAccount } from './sync-account.ts';
import { syncDocument } from './sync-document.ts';

/** Registers the group: each route names the effect of its notification. */
export function providerWebhookRoutes(app: FastifyInstance, deps: EffectDeps): void {
  const receive =
    (name: NotificationName, effect: Effect) =>
    async ({ body }: { body: unknown }): Promise<undefined> => {
      await receiveNotification(deps, { name, body, effect });
      return undefined;
    };
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
    handle: receive('customer-status-changed', syncAccount),
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
    handle: receive('document-status-changed', syncDocument),
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
    handle: receive('customer-temporarily-blocked', syncAccount),
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
    handle: receive('charge-back', followChargeBack),
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
    handle: receive('account-status-changed', syncAccount),
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
    handle: receive('profile-status-changed', syncAccount),
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
    handle: receive('requirement-change', syncAccount),
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
    handle: receive('restriction-change', syncAccount),
  });
}
