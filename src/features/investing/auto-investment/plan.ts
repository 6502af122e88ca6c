// The investment plan of an investor.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { INVESTMENT_PLAN_DISABLED, PLAN_CHANGED_MEANWHILE } from './errors.ts';
import { findPlan, savePlan } from './plan-queries.ts';
import { type Plan, toPlan, toStoredPlan } from './rules.ts';
import type { PlanView } from './schemas.ts';

// GET /customers/investment-plan.

/** The plan in cents, months and percent; off and empty when none was ever saved. */
export async function readPlan(
  db: Database | Tx,
  { config }: Pick<AppDeps, 'config'>,
  customerId: CustomerId,
): Promise<Static<typeof PlanView>> {
  const offer = { isOffered: config.ENABLE_INVESTMENT_PLAN, brickPriceCents: config.BRICK_PRICE_CENTS };
  const stored = await findPlan(db, customerId);
  if (stored) return { ...offer, ...toPlan(stored), updatedAt: stored.updatedAt.toString() };
  return {
    ...offer,
    active: false,
    amountPerPropertyCents: null,
    contractTypes: [],
    investmentHorizonInMonths: {},
    returnOnInvestment: {},
    updatedAt: null,
  };
}

// PUT /customers/investment-plan.

/**
 * Replaces and returns the plan. Rights are checked only when it buys. `unchangedSince`: the `updatedAt` that was read, null before the first
 * plan. Errors: `validation-failed`, `investment-plan-disabled`, `investment-plan.changed-meanwhile`.
 */
export async function saveInvestmentPlan(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { customerId, plan, unchangedSince }: { customerId: CustomerId; plan: Plan; unchangedSince?: string | null | undefined },
): Promise<Static<typeof PlanView>> {
  const stored = toStoredPlan(plan, deps.config.BRICK_PRICE_CENTS);
  if (!deps.config.ENABLE_INVESTMENT_PLAN) throw new AppError(INVESTMENT_PLAN_DISABLED);
  return inTransaction(deps.db, async (tx) => {
    const isSaved = await savePlan(tx, customerId, { plan: stored, unchangedSince, at: deps.clock.now() });
    if (!isSaved) throw new AppError(PLAN_CHANGED_MEANWHILE);
    return readPlan(tx, deps, customerId);
  });
}
