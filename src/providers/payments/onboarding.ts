// Client of the hosted onboarding (v2): a separate service with its own ids (provider.md#online-onboarding).

import countries from 'i18n-iso-countries/index.js';
import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import type { Client } from './client.ts';
import type {
  OnboardingAccount,
  OnboardingAccountStatus,
  OnboardingApplicant,
  OnboardingKind,
  OnboardingPerson,
  OnboardingProfileStatus,
  PaymentProvider,
} from './port.ts';
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
  walletId: MaybeText,
  externalId: MaybeText,
  requirements: Type.Optional(Type.Union([Type.Array(Requirement), Type.Null()])),
  restrictions: Type.Optional(Type.Union([Type.Array(Restriction), Type.Null()])),
});
const AccountReply = shapeOf(Reply);
const AccountsReply = shapeOf(Type.Object({ accounts: Type.Array(Reply) }));
const CreatedReply = shapeOf(Type.Object({ id: Id }));
const LinkReply = shapeOf(Type.Object({ id: Id, url: Type.String({ minLength: 1 }) }));

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
    accountId: reply.walletId ?? reply.externalId ?? null,
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

/** A list without the filter would be long: nobody is looked for further than this. */
const [PAGE_LENGTH, MAX_PAGES] = [100, 20];

type Methods = Pick<
  PaymentProvider,
  'getOnboardingAccount' | 'findOnboardingAccount' | 'openOnboardingAccount' | 'startOnboarding' | 'resumeOnboarding'
>;

/** The calls of the onboarding service. */
export function onboardingMethods(client: Client): Methods {
  // The filter is our inference: a provider that does not know it answers everybody, so each page is searched.
  const findOnboardingAccount: Methods['findOnboardingAccount'] = async (walletId, context) => {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const listed = await listAccounts(client, { walletId, page, limit: PAGE_LENGTH }, context);
      if (!listed.ok) return listed;
      const found = listed.value.find(({ accountId }) => accountId === walletId);
      if (found) return { ok: true, value: found };
      if (listed.value.length < PAGE_LENGTH) break;
    }
    return { ok: true, value: null };
  };

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
    findOnboardingAccount,
    async openOnboardingAccount(applicant, context) {
      const known = await findOnboardingAccount(applicant.walletId, context);
      if (!known.ok) return known;
      if (known.value) return adopted(known.value);
      const created = await createAccount(client, applicant, context);
      if (created.ok || (created.kind !== 'conflict' && created.kind !== 'unavailable')) return created;
      const late = await findOnboardingAccount(applicant.walletId, context);
      return late.ok && late.value ? adopted(late.value) : created;
    },
    startOnboarding: ({ onboardingAccountId, kind, redirectUrl }, context) =>
      client.call(
        {
          operation: 'startOnboarding',
          service: 'onboarding',
          method: 'POST',
          path: `/onboardings/${kind}`,
          body: { accountId: onboardingAccountId, redirectUrl },
          shape: LinkReply,
          read: linkOf,
        },
        context,
      ),
    resumeOnboarding: (onboardingId, context) =>
      client.call(
        {
          operation: 'resumeOnboarding',
          service: 'onboarding',
          method: 'GET',
          path: `/onboardings/${segment(onboardingId)}/resume`,
          asksForWhatEnds: true,
          shape: LinkReply,
          read: linkOf,
        },
        context,
      ),
  };
}

type Context = Parameters<Methods['getOnboardingAccount']>[1];

const linkOf = ({ id, url }: { id: string | number; url: string }) => ({ onboardingId: String(id), url });

const adopted = ({ onboardingAccountId }: OnboardingAccount) =>
  ({ ok: true, value: { onboardingAccountId, existing: true } }) as const;

function listAccounts(client: Client, query: Record<string, string | number>, context: Context) {
  return client.call(
    {
      operation: 'findOnboardingAccount',
      service: 'onboarding',
      method: 'GET',
      path: '/accounts',
      query,
      shape: AccountsReply,
      read: ({ accounts }) => accounts.map(accountOf),
    },
    context,
  );
}

function createAccount(client: Client, applicant: OnboardingApplicant, context: Context) {
  const { walletId, activity, profile } = applicant;
  const path = applicant.kind === 'individual' ? '/accounts/individual' : '/accounts/legal-entity';
  return client.call(
    {
      operation: 'openOnboardingAccount',
      service: 'onboarding',
      method: 'POST',
      path,
      body: { activity, profile, walletId, ...holderOf(applicant) },
      shape: CreatedReply,
      read: ({ id }) => ({ onboardingAccountId: String(id), existing: false }),
    },
    context,
  );
}

const ENTITY_TYPES: Record<Exclude<OnboardingKind, 'individual'>, string> = {
  company: 'COMPANY',
  association: 'ASSOCIATION',
  'sole-trader': 'SOLE_TRADER',
};

function holderOf(applicant: OnboardingApplicant): object {
  if (applicant.kind === 'individual') return { individual: personOf(applicant.person) };
  const { entity, representative } = applicant;
  return {
    legalEntity: {
      name: entity.name,
      type: ENTITY_TYPES[applicant.kind],
      registrationNumber: entity.registrationNumber,
      registrationCountry: twoLetters(entity.country),
      registrationDate: entity.registrationDate?.toString(),
    },
    legalRepresentative: personOf(representative),
  };
}

/** Countries have two letters here, three in the rest of the provider's API. */
function personOf({ email, firstName, lastName, birth, nationality, phone, address }: OnboardingPerson) {
  return {
    firstName,
    lastName,
    birthDate: birth.date.toString(),
    email,
    birthCity: birth.city,
    birthCountry: twoLetters(birth.country),
    phoneNumber: phone,
    nationalities: nationality.split(',').map(twoLetters),
    address: {
      street: address.street,
      postCode: address.postcode,
      city: address.city,
      country: twoLetters(address.country),
    },
  };
}

/** An unknown code goes as it is: the provider refuses it, naming the field. */
function twoLetters(alpha3: string): string {
  return countries.alpha3ToAlpha2(alpha3) ?? alpha3;
}
