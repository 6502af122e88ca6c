// Client of the hosted onboarding (v2): a separate service with its own ids (provider.md#online-onboarding).

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/shape.ts';
import type { Client } from './client.ts';
import type { OnboardingAccount, OnboardingAccountStatus, OnboardingProfileStatus, PaymentProvider } from './port.ts';
import { MaybeText, segment } from './wire.ts';

// The type of ids is not documented: numbers and text are both accepted and stored as text.
const Id = Type.Union([Type.String(), Type.Integer()]);
const Requirement = Type.Object({ id: Id, type: MaybeText, dueDate: MaybeText, status: MaybeText });
const Restriction = Type.Object({
  id: Id,
  category: MaybeText,
  reason: MaybeText,
  activatedAt: MaybeText,
  requirementIds: Type.Optional(Type.Union([Type.Array(Id), Type.Null()])),
});
const Reply = Type.Object({
  id: Id,
  status: Type.String(),
  profileStatus: MaybeText,
  externalId: MaybeText,
  requirements: Type.Optional(Type.Union([Type.Array(Requirement), Type.Null()])),
  restrictions: Type.Optional(Type.Union([Type.Array(Restriction), Type.Null()])),
});
const AccountReply = shapeOf(Reply);

const ACCOUNT_STATUSES: readonly OnboardingAccountStatus[] = ['created', 'accepted', 'denied', 'blocked'];
const PROFILE_STATUSES: readonly OnboardingProfileStatus[] = [
  'accepted',
  'awaiting-information',
  'creation-in-progress',
  'denied',
  'identity-verification-in-progress',
  'identity-verification-abandoned',
  'identity-verification-error',
  'information-collection-in-progress',
  'rejected',
  'under-analysis',
];
const REQUIREMENT_STATUSES = ['requested', 'accepted', 'rejected'] as const;

/** `UNDER_ANALYSIS` as `under-analysis`; an unlisted value is `other`. */
function statusOf<S extends string>(list: readonly S[], word: string | null | undefined): S | 'other' {
  const ours = word?.toLowerCase().replaceAll('_', '-');
  return list.find((status) => status === ours) ?? 'other';
}

/** Instant of an ISO date (midnight UTC) or date-time; null when it cannot be parsed. */
function instantOf(text: string | null | undefined): Temporal.Instant | null {
  const milliseconds = text == null ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? null : Temporal.Instant.fromEpochMilliseconds(milliseconds);
}

function accountOf(reply: Static<typeof Reply>): OnboardingAccount {
  return {
    onboardingAccountId: String(reply.id),
    accountId: reply.externalId ?? null,
    status: statusOf(ACCOUNT_STATUSES, reply.status),
    profileStatus: statusOf(PROFILE_STATUSES, reply.profileStatus),
    requirements: (reply.requirements ?? []).map((requirement) => ({
      id: String(requirement.id),
      type: requirement.type ?? '',
      status: statusOf(REQUIREMENT_STATUSES, requirement.status),
      dueAt: instantOf(requirement.dueDate),
    })),
    restrictions: (reply.restrictions ?? []).map((restriction) => ({
      id: String(restriction.id),
      category: restriction.category ?? '',
      reason: restriction.reason ?? '',
      activatedAt: instantOf(restriction.activatedAt),
      requirementIds: (restriction.requirementIds ?? []).map(String),
    })),
  };
}

/** GET /accounts/{id} of the onboarding service. */
export function onboardingMethods(client: Client): Pick<PaymentProvider, 'getOnboardingAccount'> {
  return {
    getOnboardingAccount: (onboardingAccountId, context) =>
      client.call(
        {
          operation: 'getOnboardingAccount',
          service: 'onboarding',
          method: 'GET',
          path: `/accounts/${segment(onboardingAccountId)}`,
          shape: AccountReply,
          read: accountOf,
        },
        context,
      ),
  };
}
