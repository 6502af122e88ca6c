// All SQL of the contract budget.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../project-life/index.ts';
import type { BudgetState } from './rules.ts';

/** The input of the rules, the SPV, and the amount set aside in the escrow purse, which is null before the closing. */
export type BudgetRow = BudgetState & { spvId: SpvId | null; escrowSetAsideCents: Cents | null };

/** The budget of a property. A transfer to the owner that is still waiting for the provider counts too. */
export async function findBudget(db: Database | Tx, propertyId: PropertyId): Promise<BudgetRow | undefined> {
  return db
    .selectFrom('property')
    .where('property.id', '=', propertyId)
    .select((select) => [
      'property.status',
      'property.investor_contract_type as contractType',
      'property.operation',
      'property.total_fund_escrow_cents as totalFundEscrow',
      'property.total_construction_budget_cents as totalConstructionBudget',
      'property.spv_id as spvId',
      'property.escrow_set_aside_cents as escrowSetAsideCents',
      select
        .exists(select.selectFrom('payment_schedule').select('property_id').whereRef('property_id', '=', 'property.id'))
        .$castTo<boolean>()
        .as('hasSchedule'),
      select
        .exists(
          select
            .selectFrom('owner_transfer')
            .select('id')
            .whereRef('property_id', '=', 'property.id')
            .where('status', 'in', ['waiting', 'transferred']),
        )
        .$castTo<boolean>()
        .as('hasOwnerTransfer'),
    ])
    .executeTakeFirst();
}

/** The same with the property locked: neither a schedule nor a transfer to the owner is written meanwhile. */
export async function lockBudget(tx: Tx, propertyId: PropertyId): Promise<BudgetRow | undefined> {
  return (await lockProperty(tx, propertyId)) && findBudget(tx, propertyId);
}
