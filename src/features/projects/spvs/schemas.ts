// Bodies and answers of the SPV routes.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { FINANCIAL_STATUSES } from '../project-life/index.ts';
import { SPV_COUNTRIES } from './rules.ts';

export const NewSpv = Model('NewSpv', {
  id: Type.Optional(Uuid),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  country: Words(SPV_COUNTRIES),
  // catalogue.md#spvs: an account id has 1 to 100 characters; `@` marks the provider's internal ids.
  providerExternalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\s@/][^\\s/]*$', description: 'account id at the provider' }),
  ),
  // Absent in an update: as it was. Null: the rate of the country again.
  vatOverrideBps: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'VAT on our fees where that of the country does not fit, basis points',
      }),
    ),
  ),
});
export type NewSpv = Static<typeof NewSpv>;

/** The same with the id that catalogue.md#spvs puts into the body. */
export const SpvChanges = Model('SpvChanges', { ...NewSpv.properties, id: Uuid });
export type SpvChanges = Static<typeof SpvChanges>;

export const SpvParams = Type.Object({ id: Uuid });

/** UUID of the SPV, or its account id at the provider (catalogue.md#spvs). */
export const WalletParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'UUID or providerExternalId' }),
});

const SpvProject = Model('SpvProject', {
  id: Uuid,
  name: Type.String(),
  status: Words(['DRAFT', 'PUBLISHED']),
  investorContractType: Words(['obligation', 'loan', 'royalty']),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES)),
});

export const Spv = Model('Spv', {
  id: Uuid,
  name: Type.String(),
  country: Words(SPV_COUNTRIES),
  providerExternalId: Nullable(Type.String()),
  vatOverrideBps: Nullable(Type.Integer({ description: 'basis points' })),
  kybStatus: Words(['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated']),
  projects: Type.Array(SpvProject),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Spv = Static<typeof Spv>;

export const SpvList = Type.Array(Spv);

export const Countries = Type.Array(Words(SPV_COUNTRIES));

/** What the provider says may be paid out or transferred now. */
export const ProviderBalance = Model('ProviderBalance', { availableBalanceCents: Type.Integer({ description: 'cents' }) });
export type ProviderBalance = Static<typeof ProviderBalance>;

/** `id` is what the transfer to a project owner names as providerWithdrawBankAccountId. */
export const WithdrawBankAccounts = Type.Array(
  Type.Object({
    id: Type.Integer(),
    iban: Type.String(),
    bic: Nullable(Type.String()),
    holder: Type.String(),
    status: Words(['activated', 'waiting', 'refused', 'deactivated', 'unused', 'internal', 'other'], {
      description: 'only activated can be paid to',
    }),
  }),
);
export type WithdrawBankAccounts = Static<typeof WithdrawBankAccounts>;

/** `id` is what a payment mode names as providerMandateId. */
export const SddMandates = Type.Array(
  Type.Object({
    id: Type.Integer(),
    iban: Type.String(),
    bic: Nullable(Type.String()),
    holder: Type.String(),
    reference: Nullable(Type.String({ description: 'unique mandate reference' })),
    status: Words(['usable', 'pending', 'disabled', 'refused', 'other']),
  }),
);
export type SddMandates = Static<typeof SddMandates>;
