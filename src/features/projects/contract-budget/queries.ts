// All SQL of the contract budget.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../project-life/index.ts';
import { lockSpv } from '../spvs/index.ts';
import type { BudgetState } from './rules.ts';

/** The input of the rules, the SPV, and the amount set aside in the escrow purse, which is null before the closing. */
export type BudgetRow = BudgetState & { propertyId: PropertyId; spvId: SpvId | null; escrowSetAsideCents: Cents | null };

/** The budget of a property. A transfer to the owner that is still waiting for the provider counts too. */
export async function findBudget(db: Database | Tx, propertyId: PropertyId): Promise<BudgetRow | undefined> {
  return db
    .selectFrom('property')
    .where('property.id', '=', propertyId)
    .select((select) => [
      'property.id as propertyId',
      'property.status',
      'property.funding_ended_at',
      'property.financial_status',
      'property.solde_de_tout_compte_done_at',
      'property.investor_contract_type as contractType',
      'property.operation',
      'property.total_fund_escrow_cents as totalFundEscrow',
      'property.total_construction_budget_cents as totalConstructionBudget',
      'property.spv_id as spvId',
      'property.escrow_set_aside_cents as escrowSetAsideCents',
      'property.budget_increases_cents as budgetIncreasesCents',
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

/**
 * What of the wallet of the property's SPV is not free for an increase, cents; the SPV is locked, so that no two increases count on the
 * same money. Reserved are all purses of the SPV and its projects but HELD, which the provider has let go already, what open fundings
 * were promised beside them, and construction budgets that MAIN does not hold; of the property itself, once its funding has closed, MAIN counts only as far as its budget goes.
 */
export async function lockReserved(tx: Tx, state: BudgetRow): Promise<Cents> {
  const { propertyId, spvId, escrowSetAsideCents, totalConstructionBudget } = state;
  if (spvId === null || !(await lockSpv(tx, spvId))) throw new Error(`property ${propertyId} has lost its SPV`);
  const {
    rows: [reserved],
  } = await sql<{ cents: Cents; ownMainCents: Cents }>`
    select
      coalesce(sum(part.cents), 0)::bigint as cents,
      coalesce(sum(part.main) filter (where part.id = ${propertyId}::uuid), 0)::bigint as "ownMainCents"
    from (
      select property.id, main.cents as main, booked.cents + promised.cents as cents
      from property
      cross join lateral (
        select coalesce(sum(balance_cents), 0) as cents
        from ledger_account
        where owner_id = property.id
          and name <> 'PRO:' || property.id || ':HELD'
      ) booked
      cross join lateral (
        select coalesce(sum(balance_cents), 0) as cents
        from ledger_account
        where owner_id = property.id
          and name = 'PRO:' || property.id || ':MAIN'
      ) main
      cross join lateral (
        select
          case
            when property.funding_ended_at is null then property.budget_increases_cents
            when property.financial_status = 'repayment-finished' then 0
            else greatest(property.total_construction_budget_cents - main.cents, 0)
          end as cents
      ) promised
      where property.spv_id = ${spvId}::uuid
      union all
      select null, 0, balance_cents
      from ledger_account
      where owner_id = ${spvId}::uuid
    ) part`.execute(tx);
  if (!reserved) throw new Error('an aggregate answers one row');
  const ownFreeCents = escrowSetAsideCents === null ? 0 : Math.max(reserved.ownMainCents - totalConstructionBudget, 0);
  return centsOf(reserved.cents - ownFreeCents);
}
