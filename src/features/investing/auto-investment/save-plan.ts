// PUT /customers/investment-plan (A-investment-plan-3).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { INVESTMENT_PLAN_DISABLED } from './errors.ts';
import { savePlan } from './plan-queries.ts';
import { type Plan, toStoredPlan } from './plan-rules.ts';
import type { PlanView } from './plan-schemas.ts';
import { readPlan } from './read-plan.ts';

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
