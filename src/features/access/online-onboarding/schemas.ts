// Bodies and answers of the online onboarding.

import { type Static, Type } from 'typebox';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { Email, LineOf, Model, Nullable, PlainDate, Timestamp, Uuid, UuidOf, Words } from '../../../core/http/schemas.ts';
import { ONBOARDING_VERSIONS } from '../customers/index.ts';
import { NEXT_STEPS, ONBOARDING_KINDS, PATH_STATES, PATH_STEPS, STEP_STATUSES } from './rules.ts';

const PathState = Words(PATH_STATES, { title: 'OnboardingState' });

/** `url`: the provider's page, while there is something to do on it; `dueAt`: the day before which an update is due. */
const path = {
  version: Words(ONBOARDING_VERSIONS, { title: 'OnboardingVersion', description: 'v1: by documents that are handed in here' }),
  state: PathState,
  next: Words(NEXT_STEPS, { title: 'OnboardingNextStep' }),
  url: Nullable(Type.String()),
  since: Nullable(Type.String({ ...Timestamp, description: 'when the state began, where the online onboarding says it' })),
  dueAt: Type.Optional(Timestamp),
};

export const Onboarding = Model('Onboarding', {
  ...path,
  steps: Type.Array(
    Model('OnboardingStep', {
      step: Words(PATH_STEPS, { title: 'OnboardingStepName' }),
      status: Words(STEP_STATUSES, { title: 'OnboardingStepStatus' }),
    }),
    { description: 'the whole path in its order' },
  ),
  usualHours: Nullable(Type.Integer({ description: 'hours in which the provider usually decides, while it does' })),
});
export type Onboarding = Static<typeof Onboarding>;

/** `url`: null for who only reads. `askedAt`: when the provider answered last; `refusal`: its words when it did not take the holder. */
export const AdministrationOnboarding = Model('AdministrationOnboarding', {
  ...path,
  kind: Nullable(Words(ONBOARDING_KINDS, { title: 'OnboardingKind' })),
  walletId: Nullable(Type.String()),
  providerAccountId: Nullable(Type.String({ description: 'id of the account at the online onboarding' })),
  askedAt: Nullable(Timestamp),
  refusal: Nullable(Type.String()),
});
export type AdministrationOnboarding = Static<typeof AdministrationOnboarding>;

const Country = Type.String({ minLength: 3, maxLength: 3, description: 'ISO 3166-1 alpha-3' });

const Applicant = Model('OnboardingApplicant', {
  firstName: Type.String({ ...LineOf(256), minLength: 2 }),
  lastName: Type.String({ ...LineOf(256), minLength: 2 }),
  email: Email,
  dateOfBirth: PlainDate,
  cityOfBirth: Type.Optional(LineOf(140)),
  countryOfBirth: Country,
  citizenship: Type.String({ ...LineOf(19), description: 'ISO 3166-1 alpha-3 codes, separated by commas' }),
  phone: Type.Optional(Type.String({ pattern: '^\\+[1-9]\\d{6,14}$', description: 'E.164' })),
  street: Type.Optional(LineOf(256)),
  postcode: Type.Optional(LineOf(10)),
  city: Type.Optional(LineOf(140)),
  country: Country,
});
export type Applicant = Static<typeof Applicant>;

const RegistrationNumber = Type.String({ ...LineOf(40), description: 'SIREN in France' });
const RegistrationDate = Type.Optional(Type.String({ format: 'date', description: 'absent: that of the French registry' }));

/** What an SPV is opened with; it may be left out once the provider has its account. */
export const NewSpvOnboarding = Model('NewSpvOnboarding', {
  registration: Type.Optional(
    Type.Object({ registrationNumber: RegistrationNumber, registrationDate: RegistrationDate, representative: Applicant }),
  ),
});
export type NewSpvOnboarding = Static<typeof NewSpvOnboarding>;

const OwnerEntity = Type.Object({
  name: LineOf(256),
  registrationNumber: Type.Optional(RegistrationNumber),
  registrationDate: RegistrationDate,
  country: Country,
});

/** The same for a project owner: a person, or a company or sole trader with its representative. */
export const NewOwnerOnboarding = Model('NewOwnerOnboarding', {
  applicant: Type.Optional(
    Type.Object({
      kind: Words(['individual', 'company', 'sole-trader'], { title: 'OwnerOnboardingKind' }),
      person: Applicant,
      entity: Type.Optional(OwnerEntity),
    }),
  ),
});
export type NewOwnerOnboarding = Static<typeof NewOwnerOnboarding>;

export const SpvOnboardingParams = Type.Object({ id: UuidOf<SpvId>() });
export const OwnerOnboardingParams = Type.Object({ projectOwnerId: Uuid });

/** One of the three. */
export const OnboardingQuestion = Model('OnboardingQuestion', {
  customerId: Type.Optional(UuidOf<CustomerId>()),
  spvId: Type.Optional(UuidOf<SpvId>()),
  projectOwnerId: Type.Optional(Uuid),
});
export type OnboardingQuestion = Static<typeof OnboardingQuestion>;
