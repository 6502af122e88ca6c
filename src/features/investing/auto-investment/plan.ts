// The investment plan of an investor.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { INVESTMENT_PLAN_DISABLED } from './errors.ts';
import { findPlan, savePlan } from './plan-queries.ts';
import { type Plan, toPlan, toStoredPlan } from './rules.ts';
import type { PlanView } from './schemas.ts';

// GET /customers/investment-plan.

/** The plan in cents, months and percent; off and empty when none was ever saved. */
export async function readPlan(db: Database | Tx, customerId: CustomerId): Promise<Static<typeof PlanView>> {
  const stored = await findPlan(db, customerId);
  if (stored) return { ...toPlan(stored), updatedAt: stored.updatedAt.toString() };
  return {
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
 * Replaces and returns the plan. Rights are checked only when it buys. Errors: `validation-failed`, `investment-plan-disabled`.
 */
export async function saveInvestmentPlan(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { customerId, plan }: { customerId: CustomerId; plan: Plan },
): Promise<Static<typeof PlanView>> {
  const stored = toStoredPlan(plan, deps.config.BRICK_PRICE_CENTS);
  if (!deps.config.ENABLE_INVESTMENT_PLAN) throw new AppError(INVESTMENT_PLAN_DISABLED);
  return inTransaction(deps.db, async (tx) => {
    await savePlan(tx, customerId, stored, deps.clock.now());
    return readPlan(tx, customerId);
  });
}
