// The construction budget as somebody else's request names it: it has one home, the property.

import type { Tx } from '../../../core/db/transaction.ts';
import { type BudgetChange, changeBudget } from './change-budget.ts';
import { findBudget } from './queries.ts';
import { assertNoLateDecrease, differences, hasContractBudget } from './rules.ts';
import type { ContractBudget } from './schemas.ts';

/**
 * The construction budget as the creation of a schedule names it: it has one home, the property (A-contract-budget-2). The caller
 * has locked the property. The same amount changes nothing. A published obligation V2 keeps the rules of contract-budget; a
 * property without that endpoint (a draft, a loan, another obligation) refuses a decrease after the first transfer alone.
 * Undefined when it is an increase that the provider must be asked about first: nothing was written, begin again. Errors:
 * `...-decrease-after-transfer`, `...-increase-requires-provider-funds`.
 */
export async function setConstructionBudget(
  tx: Tx,
  change: Omit<BudgetChange, 'changes' | 'needsNoCover'> & { totalConstructionBudget: number },
): Promise<ContractBudget | undefined> {
  const { totalConstructionBudget, ...rest } = change;
  const changes = { totalConstructionBudget };
  const state = await findBudget(tx, change.propertyId);
  if (!state) throw new Error(`property ${change.propertyId} is not there, though it is locked`);
  if (differences(state, changes).budget === 0) return state;
  assertNoLateDecrease(state, changes);
  return changeBudget(tx, state, { ...rest, changes, needsNoCover: !hasContractBudget(state) });
}
