// Body and answer of the investment plan.

import { Type } from 'typebox';
import { AskedPositiveCents, Model, Nullable, PositiveCents, Timestamp, Words } from '../../../core/http/schemas.ts';
import { CONTRACT_TYPES } from './plan-rules.ts';

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
});

export const PlanView = Model('InvestmentPlan', {
  active: Type.Boolean(),
  amountPerPropertyCents: Nullable(PositiveCents),
  contractTypes: ContractTypes,
  investmentHorizonInMonths: HorizonLimits,
  returnOnInvestment: ReturnLimits,
  updatedAt: Nullable(Timestamp),
});
