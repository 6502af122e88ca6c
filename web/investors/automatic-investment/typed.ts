// The fields of a plan: how a stored one fills them, and what is sent of them.

import type { ContractType, InvestmentPlan, InvestmentPlanChange } from '../../../clients/typescript/src/index.ts';
import { centsOf } from '../../core/format.ts';
import { language } from '../../core/language.ts';

/** Empty where the plan has no such limit. */
type LimitFields = { min: string; max: string };
export type Typed = { amount: string; types: readonly ContractType[]; months: LimitFields; returns: LimitFields };

export function typedOf(plan: InvestmentPlan): Typed {
  const { amountPerPropertyCents: cents, contractTypes, investmentHorizonInMonths, returnOnInvestment } = plan;
  return {
    amount: cents === null ? '' : inLanguage((cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)),
    types: contractTypes,
    months: fieldsOf(investmentHorizonInMonths),
    returns: fieldsOf(returnOnInvestment),
  };
}

/** Undefined where the amount is none; all else is for the API to refuse. */
export function planOf(typed: Typed, active: boolean): InvestmentPlanChange | undefined {
  const amountPerPropertyCents = centsOf(typed.amount);
  if (amountPerPropertyCents === undefined) return undefined;
  return {
    active,
    amountPerPropertyCents,
    contractTypes: [...typed.types],
    investmentHorizonInMonths: limitsOf(typed.months),
    returnOnInvestment: limitsOf(typed.returns),
  };
}

/** The stored plan, turned off; undefined where none is stored. */
export function turnedOff(plan: InvestmentPlan): InvestmentPlanChange | undefined {
  const { amountPerPropertyCents, contractTypes, investmentHorizonInMonths, returnOnInvestment } = plan;
  if (amountPerPropertyCents === null) return undefined;
  return { active: false, amountPerPropertyCents, contractTypes, investmentHorizonInMonths, returnOnInvestment };
}

type Limits = { min?: number; max?: number };

function fieldsOf({ min, max }: Limits): LimitFields {
  return { min: min === undefined ? '' : inLanguage(String(min)), max: max === undefined ? '' : inLanguage(String(max)) };
}

function limitsOf({ min, max }: LimitFields): Limits {
  return { ...(min.trim() === '' ? {} : { min: numberOf(min) }), ...(max.trim() === '' ? {} : { max: numberOf(max) }) };
}

function inLanguage(number: string): string {
  return language.value === 'fr' ? number.replace('.', ',') : number;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/\s/g, '').replace(',', '.'));
}
