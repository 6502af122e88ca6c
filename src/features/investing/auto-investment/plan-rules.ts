// Validation of investment plans, and their conversion between API and database. Pure.

import { type Cents, percentageOf, rateOf } from '../../../core/cents.ts';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';

export const CONTRACT_TYPES = ['obligation', 'loan', 'royalty'] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

/** Inclusive limits; an absent one does not limit. */
export type Limits = { min?: number; max?: number };

/** A plan as the investor sends it: cents, months, percent. */
export type Plan = {
  active: boolean;
  amountPerPropertyCents: Cents;
  contractTypes: readonly ContractType[];
  investmentHorizonInMonths?: Limits;
  returnOnInvestment?: Limits;
};

/** A plan as it is stored: rates with four decimals of a percent. */
export type StoredPlan = {
  isActive: boolean;
  amountPerPropertyCents: Cents;
  contractTypes: ContractType[];
  minHorizonInMonths: number | null;
  maxHorizonInMonths: number | null;
  minReturnRate: number | null;
  maxReturnRate: number | null;
};

/**
 * Error: `validation-failed` when the amount is below the price of a brick, or a minimum above its maximum (A-investment-plan-2).
 */
export function toStoredPlan(plan: Plan, brickPriceCents: Cents): StoredPlan {
  const { investmentHorizonInMonths: horizon = {}, returnOnInvestment: returns = {} } = plan;
  const faults: FieldFault[] = [];
  if (plan.amountPerPropertyCents < brickPriceCents)
    faults.push({ path: 'body/amountPerPropertyCents', reason: `must be at least the price of a brick, ${brickPriceCents}` });
  for (const [path, { min, max }] of [
    ['body/investmentHorizonInMonths', horizon],
    ['body/returnOnInvestment', returns],
  ] as const)
    if (min !== undefined && max !== undefined && min > max) faults.push({ path, reason: 'min must not be greater than max' });
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
  return {
    isActive: plan.active,
    amountPerPropertyCents: plan.amountPerPropertyCents,
    contractTypes: CONTRACT_TYPES.filter((type) => plan.contractTypes.includes(type)),
    minHorizonInMonths: horizon.min ?? null,
    maxHorizonInMonths: horizon.max ?? null,
    minReturnRate: returns.min === undefined ? null : rateOf(returns.min),
    maxReturnRate: returns.max === undefined ? null : rateOf(returns.max),
  };
}

/** A stored plan in the units of the API. */
export function toPlan(stored: StoredPlan) {
  return {
    active: stored.isActive,
    amountPerPropertyCents: stored.amountPerPropertyCents,
    contractTypes: stored.contractTypes,
    investmentHorizonInMonths: limits(stored.minHorizonInMonths, stored.maxHorizonInMonths),
    returnOnInvestment: limits(
      stored.minReturnRate === null ? null : percentageOf(stored.minReturnRate),
      stored.maxReturnRate === null ? null : percentageOf(stored.maxReturnRate),
    ),
  };
}

function limits(min: number | null, max: number | null): Limits {
  return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
}
