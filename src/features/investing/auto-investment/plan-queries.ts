// SQL of investment plans.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { StoredPlan } from './plan-rules.ts';

/** The investor's plan; undefined when none was ever saved. */
export async function findPlan(
  db: Database | Tx,
  customerId: CustomerId,
): Promise<(StoredPlan & { updatedAt: Temporal.Instant }) | undefined> {
  return db
    .selectFrom('investment_plan')
    .select([
      'is_active as isActive',
      'amount_per_property_cents as amountPerPropertyCents',
      'contract_types as contractTypes',
      'min_horizon_in_months as minHorizonInMonths',
      'max_horizon_in_months as maxHorizonInMonths',
      'min_return_rate as minReturnRate',
      'max_return_rate as maxReturnRate',
      'updated_at as updatedAt',
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Writes or replaces the plan; a plan that stays active keeps its `active_since`. */
export async function savePlan(tx: Tx, customerId: CustomerId, plan: StoredPlan, at: Temporal.Instant): Promise<void> {
  const values = {
    is_active: plan.isActive,
    amount_per_property_cents: plan.amountPerPropertyCents,
    contract_types: plan.contractTypes,
    min_horizon_in_months: plan.minHorizonInMonths,
    max_horizon_in_months: plan.maxHorizonInMonths,
    min_return_rate: plan.minReturnRate,
    max_return_rate: plan.maxReturnRate,
    updated_at: at,
  };
  const since = plan.isActive ? at : null;
  await tx
    .insertInto('investment_plan')
    .values({ customer_id: customerId, ...values, active_since: since, created_at: at })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({
        ...values,
        active_since: plan.isActive ? sql`coalesce(investment_plan.active_since, excluded.active_since)` : null,
      }),
    )
    .execute();
}
