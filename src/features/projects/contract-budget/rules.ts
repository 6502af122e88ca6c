// When interest escrow and construction budget may change (funding.md#contract-budget). Pure.

import { allCentsOf, type Cents, centsOf } from '../../../core/cents.ts';
import { AppError, notCovered, VALIDATION_FAILED } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, type ProjectFacts, projectRow, projectState } from '../project-life/index.ts';
import {
  DECREASE_AFTER_TRANSFER,
  EDIT_ONLY_SUPPORTS_OBLIGATION_V2,
  ESCROW_LOCKED_WITH_SCHEDULE,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
} from './errors.ts';
import type { ContractBudgetEdit } from './schemas.ts';

/** The input of the rules; amounts in cents. */
export type BudgetState = ProjectFacts & {
  status: 'DRAFT' | 'PUBLISHED';
  contractType: 'obligation' | 'loan' | 'royalty';
  operation: unknown;
  totalFundEscrow: Cents;
  totalConstructionBudget: Cents;
  /** Increases before the closing that were covered by money on the SPV's wallet. */
  budgetIncreasesCents: Cents;
  hasSchedule: boolean;
  hasOwnerTransfer: boolean;
};

/** The version of an operation, V1 or V2; undefined for a property without operation. */
export function versionOfOperation(operation: unknown): unknown {
  return typeof operation === 'object' && operation !== null && 'version' in operation ? operation.version : undefined;
}

/** True for a property whose budget is edited by the endpoint: a published obligation V2. */
export function hasContractBudget({ status, contractType, operation }: BudgetState): boolean {
  return status === 'PUBLISHED' && contractType === 'obligation' && versionOfOperation(operation) === 'V2';
}

/**
 * All rules except those about money, in order: obligation V2, published (`validation-failed`), not finished, no change of the escrow once
 * there is a schedule, no decrease after the first transfer to the owner (funding.md#contract-budget).
 */
export function assertBudgetMayChange(state: BudgetState, changes: ContractBudgetEdit): void {
  if (state.contractType !== 'obligation' || versionOfOperation(state.operation) !== 'V2')
    throw new AppError(EDIT_ONLY_SUPPORTS_OBLIGATION_V2);
  if (state.status !== 'PUBLISHED')
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'property/status', reason: 'must be PUBLISHED' }] });
  assertAllowed(BUDGET_VERBS['edit-contract-budget'], projectState(state));
  if (state.hasSchedule && differences(state, changes).escrow !== 0) throw new AppError(ESCROW_LOCKED_WITH_SCHEDULE);
  assertNoLateDecrease(state, changes);
}

/** No decrease once the owner was paid, as the difference would become transferable to the owner. */
export function assertNoLateDecrease(state: BudgetState, changes: ContractBudgetEdit): void {
  const { escrow, budget } = differences(state, changes);
  if (state.hasOwnerTransfer && (escrow < 0 || budget < 0)) throw new AppError(DECREASE_AFTER_TRANSFER);
}

/** Sum of the increases, cents; a decrease of one field does not offset the increase of the other. */
export function increaseOf(state: BudgetState, changes: ContractBudgetEdit): Cents {
  const { escrow, budget } = differences(state, changes);
  return centsOf(Math.max(escrow, 0) + Math.max(budget, 0));
}

/**
 * What open increases of a funding promise out of the wallet after a change, cents: a decrease gives back what an earlier increase took.
 */
export function promisedAfter(state: BudgetState, changes: ContractBudgetEdit, coveredCents: Cents): Cents {
  const { escrow, budget } = differences(state, changes);
  const loweredCents = Math.max(-escrow, 0) + Math.max(-budget, 0);
  return centsOf(Math.max(state.budgetIncreasesCents + coveredCents - loweredCents, 0));
}

/** `freeCents`: what nobody else was promised. Error: `...-increase-requires-provider-funds`. */
export function assertCovered(increaseCents: Cents, freeCents: Cents): void {
  if (increaseCents > freeCents) throw notCovered(INCREASE_REQUIRES_PROVIDER_FUNDS, increaseCents, freeCents);
}

/** By how many cents each field changes; 0 for one that is not given. */
export function differences(state: BudgetState, changes: ContractBudgetEdit): { escrow: Cents; budget: Cents } {
  return allCentsOf({
    escrow: (changes.totalFundEscrow ?? state.totalFundEscrow) - state.totalFundEscrow,
    budget: (changes.totalConstructionBudget ?? state.totalConstructionBudget) - state.totalConstructionBudget,
  });
}

export const BUDGET_VERBS = {
  'edit-contract-budget': projectRow(['published', 'closed', 'repayment', 'delay', 'default'], PROJECT_IS_FINISHED, {
    draft: VALIDATION_FAILED,
    settled: PROJECT_IS_SETTLED,
  }),
};
