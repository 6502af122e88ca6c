// GET /customers/investment-plan.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { findPlan } from './plan-queries.ts';
import { toPlan } from './plan-rules.ts';
import type { PlanView } from './plan-schemas.ts';

/** The plan in cents, months and percent; off and empty when none was ever saved (A-investment-plan-1). */
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
