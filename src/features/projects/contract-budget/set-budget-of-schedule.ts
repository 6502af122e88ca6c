// Sets the budget that a payment schedule names: escrow and construction budget are stored only on the property (A-contract-budget-2).

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type BudgetChange, changeBudget } from './change-budget.ts';
import { findBudget } from './queries.ts';
import { assertNoLateDecrease, differences, hasContractBudget } from './rules.ts';
import type { ContractBudget } from './schemas.ts';

/**
 * The caller has locked the property and checked the escrow against what was set aside. The present amounts change nothing. The escrow
 * follows until the closing divides the money, and nothing needs to cover it, as nothing is set aside before. A published obligation V2
 * follows the rules of the contract budget for its construction budget; any other property (a draft, a loan, another obligation) only
 * refuses a decrease after the first transfer to the owner. Returns undefined and writes nothing when it is an increase and the balance
 * was not read: the caller reads it and starts again.
 * Errors: `...-decrease-after-transfer`, `...-increase-requires-provider-funds`.
 */
export async function setBudgetOfSchedule(
  tx: Tx,
  change: Omit<BudgetChange, 'changes' | 'toCoverCents'> & { totalFundEscrow: Cents; totalConstructionBudget: Cents },
): Promise<ContractBudget | undefined> {
  const { totalFundEscrow, totalConstructionBudget, ...rest } = change;
  const state = await findBudget(tx, change.propertyId);
  if (!state) throw new Error(`property ${change.propertyId} was not found, although it is locked`);
  const isDivided = state.escrowSetAsideCents !== null;
  const changes = { totalConstructionBudget, ...(isDivided ? {} : { totalFundEscrow }) };
  const { escrow, budget } = differences(state, changes);
  if (escrow === 0 && budget === 0) return state;
  assertNoLateDecrease(state, changes);
  return changeBudget(tx, state, { ...rest, changes, toCoverCents: hasContractBudget(state) ? centsOf(Math.max(budget, 0)) : 0 });
}
