// PATCH /administration/property/:propertyId/contract-budget: interest escrow and construction budget of a published obligation
// V2.

import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { changeBudget } from './change-budget.ts';
import { PROJECT_NOT_FOUND } from './errors.ts';
import { findBudget, lockBudget } from './queries.ts';
import { readSpvBalance } from './read-spv-balance.ts';
import { assertBudgetMayChange, increaseOf } from './rules.ts';
import type { ContractBudget, ContractBudgetEdit } from './schemas.ts';

/** New amounts in cents; at least one of them. */
export type EditContractBudget = {
  propertyId: PropertyId;
  changes: ContractBudgetEdit;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

/**
 * Checks the rules in the order of the document. The provider's balance is read before the transaction, and only for an increase;
 * in the transaction the property is locked and the rules are checked again, as another administrator may have been faster. After
 * the closing the change of the escrow is moved between the project's MAIN and ESCROW (A-contract-budget-3). Errors:
 * `validation-failed` (neither field; not published) and the codes of the table.
 */
export async function editContractBudget(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  input: EditContractBudget,
): Promise<ContractBudget> {
  const { propertyId, changes } = input;
  if (changes.totalFundEscrow === undefined && changes.totalConstructionBudget === undefined)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body', reason: 'needs totalFundEscrow or totalConstructionBudget' }],
    });
  const found = await findBudget(deps.db, propertyId);
  if (!found) throw new AppError(PROJECT_NOT_FOUND);
  assertBudgetMayChange(found, changes);
  const increaseCents = increaseOf(found, changes);
  const balanceCents = increaseCents > 0 ? await readSpvBalance(deps, found.spvId, input.endUser) : undefined;
  const { administrator } = input.audit;
  const at = deps.clock.now();
  const changed = await inTransaction(deps.db, async (tx) => {
    const state = await lockBudget(tx, propertyId);
    if (!state) throw new AppError(PROJECT_NOT_FOUND);
    assertBudgetMayChange(state, changes);
    const toCoverCents = increaseOf(state, changes);
    return changeBudget(tx, state, { propertyId, changes, administrator, balanceCents, toCoverCents, at });
  });
  // Meanwhile the change had become an increase, for which the balance was not read: start again.
  return changed ?? editContractBudget(deps, input);
}
