// Parameters, bodies and answers of automatic investment and of the investment plan.

import { Type } from 'typebox';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import {
  AskedPositiveCents,
  Model,
  Nullable,
  PageQuery,
  PositiveCents,
  Timestamp,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { CONTRACT_TYPES } from './rules.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const TriggerBody = Model('AutomaticInvestmentTrigger', {
  includeInvestorsWithCanceledAutoInvest: Type.Boolean({
    description:
      'true: leaves out investors with a confirmed or waiting purchase of the property; false: those with any purchase of it',
  }),
});

export const SimulationQuery = Type.Object({
  investmentHorizonInMonths: Type.Integer({ minimum: 1, maximum: 1_200 }),
  returnOnInvestment: Type.Number({ exclusiveMinimum: 0, maximum: 1_000, description: 'percent' }),
});

export const SimulationRunning = Type.String();

/** Why a plan would buy nothing: the first of these that is so. */
const PREVIEW_REASONS = [
  'contract-type',
  'horizon',
  'return',
  'budget',
  'identity',
  'frozen',
  'royalty',
  'has-bought',
  'balance',
  'sold-out',
] as const;
export type PreviewReason = (typeof PREVIEW_REASONS)[number];

export const PreviewQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description: 'nextCursor of the page before' })),
  includeInvestorsWithCanceledAutoInvest: Type.Boolean({ default: false, description: 'as the wave would be asked' }),
});

/** What a wave would do now; the sums are of all plans, not only of the page. */
export const WavePreview = Model('AutomaticInvestmentPreview', {
  items: Type.Array(
    Model('AutomaticInvestmentPreviewPlan', {
      customerId: UuidOf<CustomerId>(),
      name: Type.String(),
      bricks: Type.Integer(),
      amountCents: WholeCents(),
      reason: Nullable(Words(PREVIEW_REASONS, { title: 'AutomaticInvestmentPreviewReason' })),
    }),
  ),
  nextCursor: Nullable(Type.String()),
  totals: Type.Object({
    plans: Type.Integer(),
    buyers: Type.Integer(),
    leftOut: Type.Integer(),
    bricks: Type.Integer(),
    amountCents: WholeCents(),
    freeBricks: Type.Integer(),
  }),
});

/** A wave, how far it is; `unread` of those that wait have an account that the provider has not shown yet. */
const Wave = Model('AutomaticInvestmentWave', {
  status: Words(['pending', 'running', 'done'], { title: 'WaveStatus' }),
  includesCanceled: Type.Boolean(),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  candidates: Type.Integer(),
  purchases: Type.Integer(),
  bricks: Type.Integer(),
  amountCents: WholeCents(),
  skipped: Type.Integer(),
  waiting: Type.Integer(),
  unread: Type.Integer(),
});

export const WaveOfProperty = Model('AutomaticInvestmentOfProperty', { wave: Nullable(Wave) });

const MAX_MONTHS = 1_200;
const Months = Type.Integer({ minimum: 1, maximum: MAX_MONTHS });
const HorizonLimits = Model('HorizonLimits', { min: Type.Optional(Months), max: Type.Optional(Months) });

// Stored with four decimals of a percent (ground-rules.md#rates).
const Percentage = Type.Number({ minimum: 0, maximum: 1_000, description: 'percent' });
const ReturnLimits = Model('ReturnLimits', { min: Type.Optional(Percentage), max: Type.Optional(Percentage) });

const ContractTypes = Type.Array(Words(CONTRACT_TYPES, { title: 'ContractType' }), {
  uniqueItems: true,
  maxItems: CONTRACT_TYPES.length,
});

export const PlanBody = Model('InvestmentPlanChange', {
  active: Type.Boolean(),
  amountPerPropertyCents: AskedPositiveCents,
  contractTypes: Type.Array(Words(CONTRACT_TYPES, { title: 'ContractType' }), {
    uniqueItems: true,
    minItems: 1,
    maxItems: CONTRACT_TYPES.length,
  }),
  investmentHorizonInMonths: Type.Optional(HorizonLimits),
  returnOnInvestment: Type.Optional(ReturnLimits),
  unchangedSince: Type.Optional(
    Nullable(
      Type.String({
        format: 'date-time',
        description: 'the `updatedAt` that was read, null before the first plan; a plan that was saved since refuses this one',
      }),
    ),
  ),
});

/** `isOffered`: plans may be saved, and buy. `brickPriceCents`: the least amount per property. */
export const PlanView = Model('InvestmentPlan', {
  isOffered: Type.Boolean(),
  brickPriceCents: PositiveCents,
  active: Type.Boolean(),
  amountPerPropertyCents: Nullable(PositiveCents),
  contractTypes: ContractTypes,
  investmentHorizonInMonths: HorizonLimits,
  returnOnInvestment: ReturnLimits,
  updatedAt: Nullable(Timestamp),
});
