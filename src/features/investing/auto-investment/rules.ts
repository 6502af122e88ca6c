// Investment plans, the offer of a property, when its waves start and end, and the summaries for the team's chat. Pure.

import { type Cents, centsOf, formatEuros, percentageOf, rateOf } from '../../../core/cents.ts';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';
import { projectRow } from '../../projects/project-life/index.ts';
import { AUTOMATIC_FUNDING_JOB_NOT_PENDING, FUNDING_ALREADY_ENDED, PROPERTY_NOT_PUBLISHED } from './errors.ts';

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
 * Error: `validation-failed` when the amount is below the price of a brick, or a minimum above its maximum.
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

/** Five million euros (funding.md#automatic-investment). */
export const SIMULATION_TARGET_CENTS = centsOf(500_000_000);

/**
 * What a property offers: price of a brick in cents, horizon in months, return with four decimals of a percent. Null fits only
 * plans without that limit.
 */
export type Offer = { brickPriceCents: Cents; horizonInMonths: number | null; returnRate: number | null };

/** What a wave did; cents. `isStopped`: an administrator ended it. */
export type WaveResult = {
  propertyName: string;
  isStopped: boolean;
  purchases: number;
  bricks: number;
  amountCents: Cents;
  skipped: readonly { reason: string; count: number }[];
};

/** The chat message of a finished wave. */
export function describeWave(wave: WaveResult): string {
  const { propertyName, isStopped, purchases, bricks, amountCents, skipped } = wave;
  const without = skipped.reduce((sum, { count }) => sum + count, 0);
  const reasons = skipped.map(({ reason, count }) => `\n- ${reason} : ${count}`).join('');
  const end = isStopped ? 'vague arrêtée par un administrateur' : 'vague terminée';
  const head = `Investissement automatique, ${propertyName} : ${end}.`;
  if (!isStopped && purchases + without === 0) return `${head} Aucun plan ne convient.`;
  return `${head} ${purchases} achats, ${bricks} briques, ${formatEuros(amountCents)}. Sans achat : ${without}${reasons}`;
}

/** The chat message of a wave that goes on past investors; `named` are ids of some of the `count`, `most` how often each is read. */
export function describeUnread(unread: { propertyName: string; count: number; named: readonly string[]; most: number }): string {
  const { propertyName, count, named, most } = unread;
  const names = `${named.join(', ')}${count > named.length ? ', …' : ''}`;
  return `Investissement automatique, ${propertyName} : le portefeuille de certains investisseurs ne peut pas être lu chez le prestataire (${count} : ${names}). La vague continue sans eux ; chacun est lu ${most} fois au plus, une fois par passage.`;
}

/**
 * What plans would invest; cents. `investorsForTarget`: how many investors, in the order of a wave, it takes to reach the target.
 */
export type SimulationResult = {
  plans: number;
  amountCents: Cents;
  investorsForTarget: number;
  obligationCents: Cents;
  loanCents: Cents;
  royaltyCents: Cents;
};

/** The chat message of a simulation. The percentage is rounded down, so that a target that is not reached never shows 100 %. */
export function describeSimulation(
  asked: { investmentHorizonInMonths: number; returnOnInvestment: number },
  result: SimulationResult,
): string {
  const percent = Math.floor((result.amountCents * 1_000) / SIMULATION_TARGET_CENTS) / 10;
  const reached = result.amountCents >= SIMULATION_TARGET_CENTS;
  return [
    `Simulation d'investissement automatique : ${asked.investmentHorizonInMonths} mois, ${String(asked.returnOnInvestment).replace('.', ',')} %, objectif ${formatEuros(SIMULATION_TARGET_CENTS)}.`,
    `${result.plans} plans apporteraient ${formatEuros(result.amountCents)}, soit ${String(percent).replace('.', ',')} % de l'objectif.`,
    reached ? `Objectif atteint avec ${result.investorsForTarget} investisseurs.` : 'Objectif non atteint.',
    `Par type de contrat accepté : obligation ${formatEuros(result.obligationCents)}, prêt ${formatEuros(result.loanCents)}, royalties ${formatEuros(result.royaltyCents)}.`,
  ].join('\n');
}

export const WAVE_VERBS = {
  'trigger-wave': projectRow(['published'], FUNDING_ALREADY_ENDED, { draft: PROPERTY_NOT_PUBLISHED }),
  // The wave of a funding that was closed ends by itself.
  'end-wave': projectRow(['published'], AUTOMATIC_FUNDING_JOB_NOT_PENDING, { draft: PROPERTY_NOT_PUBLISHED }),
};
