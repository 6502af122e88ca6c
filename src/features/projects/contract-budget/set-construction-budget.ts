// Sets the construction budget that the creation of a payment schedule names: it is stored only on the property
// (A-contract-budget-2).

import type { Cents } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type BudgetChange, changeBudget } from './change-budget.ts';
import { findBudget } from './queries.ts';
import { assertNoLateDecrease, differences, hasContractBudget } from './rules.ts';
import type { ContractBudget } from './schemas.ts';

/**
 * The caller has locked the property. The present amount changes nothing. A published obligation V2 follows the rules of the
 * contract budget; any other property (a draft, a loan, another obligation) only refuses a decrease after the first transfer to
 * the owner. Returns undefined and writes nothing when it is an increase and the balance was not read: the caller reads it and
 * starts again.
 * Errors: `...-decrease-after-transfer`, `...-increase-requires-provider-funds`.
 */
export async function setConstructionBudget(
  tx: Tx,
  change: Omit<BudgetChange, 'changes' | 'needsNoCover'> & { totalConstructionBudget: Cents },
): Promise<ContractBudget | undefined> {
  const { totalConstructionBudget, ...rest } = change;
  const changes = { totalConstructionBudget };
  const state = await findBudget(tx, change.propertyId);
  if (!state) throw new Error(`property ${change.propertyId} was not found, although it is locked`);
  if (differences(state, changes).budget === 0) return state;
  assertNoLateDecrease(state, changes);
  return changeBudget(tx, state, { ...rest, changes, needsNoCover: !hasContractBudget(state) });
}
