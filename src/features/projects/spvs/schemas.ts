// Bodies and answers of the SPV routes.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { PartQuery } from '../../../core/http/pagination.ts';
import { LineOf, Model, Nullable, Timestamp, UuidOf, WholeCents, Words } from '../../../core/http/schemas.ts';
import { SPV_COUNTRIES } from './rules.ts';

export const SpvListQuery = Type.Object({
  ...PartQuery.properties,
  country: Type.Optional(Words(SPV_COUNTRIES, { title: 'SpvCountry' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'in the name of the SPV; an extension' })),
});

export const NewSpv = Model('NewSpv', {
  id: Type.Optional(UuidOf<SpvId>()),
  name: LineOf(200),
  country: Words(SPV_COUNTRIES, { title: 'SpvCountry' }),
  // An account id has 1 to 100 characters (catalogue.md#spvs); a leading `@` marks the provider's internal ids.
  // Null: none yet. A wallet is never taken away.
  providerExternalId: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\s@/][^\\s/]*$', description: 'account id at the provider' }),
    ),
  ),
  // Absent in an update: unchanged. Null: the rate of the country.
  vatOverrideBps: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'VAT on our fees, basis points, in place of the rate of the country',
      }),
    ),
  ),
});
export type NewSpv = Static<typeof NewSpv>;

/** The same with a required id: the path has none (catalogue.md#spvs). */
export const SpvChanges = Model('SpvChanges', { ...NewSpv.properties, id: UuidOf<SpvId>() });
export type SpvChanges = Static<typeof SpvChanges>;

export const SpvParams = Type.Object({ id: UuidOf<SpvId>() });

/** UUID of the SPV, or its account id at the provider (catalogue.md#spvs). */
export const WalletParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'UUID or providerExternalId' }),
});

const SpvProject = Model('SpvProject', {
  id: UuidOf<PropertyId>(),
  name: Type.String(),
  status: Words(['DRAFT', 'PUBLISHED'], { title: 'PublicationStatus' }),
  investorContractType: Words(['obligation', 'loan', 'royalty'], { title: 'ContractType' }),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
});

export const Spv = Model('Spv', {
  id: UuidOf<SpvId>(),
  name: Type.String(),
  country: Words(SPV_COUNTRIES, { title: 'SpvCountry' }),
  providerExternalId: Nullable(Type.String()),
  vatOverrideBps: Nullable(Type.Integer({ description: 'basis points' })),
  kybStatus: Words(['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'], { title: 'KybStatus' }),
  projects: Type.Array(SpvProject),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Spv = Static<typeof Spv>;

export const SpvList = Type.Array(Spv);

export const Countries = Type.Array(Words(SPV_COUNTRIES, { title: 'SpvCountry' }));

/** The amount that may be paid out or transferred now, by the provider. */
export const ProviderBalance = Model('ProviderBalance', { availableBalanceCents: WholeCents({ description: 'cents' }) });
export type ProviderBalance = Static<typeof ProviderBalance>;

/** `id` is `providerWithdrawBankAccountId` in the body of a transfer to the project owner. */
export const WithdrawBankAccounts = Type.Array(
  Type.Object({
    id: Type.Integer(),
    iban: Type.String(),
    bic: Nullable(Type.String()),
    holder: Type.String(),
    status: Words(['activated', 'waiting', 'refused', 'deactivated', 'unused', 'internal', 'other'], {
      title: 'ProviderIbanStatus',
      description: 'only activated can be paid to',
    }),
  }),
);
export type WithdrawBankAccounts = Static<typeof WithdrawBankAccounts>;

/** `id` is the `providerMandateId` of a payment mode. */
export const SddMandates = Type.Array(
  Type.Object({
    id: Type.Integer(),
    iban: Type.String(),
    bic: Nullable(Type.String()),
    holder: Type.String(),
    reference: Nullable(Type.String({ description: 'unique mandate reference' })),
    status: Words(['usable', 'pending', 'disabled', 'refused', 'other'], { title: 'MandateStatus' }),
  }),
);
export type SddMandates = Static<typeof SddMandates>;
