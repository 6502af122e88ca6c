// What may be edited, and when (document 2, Property editing and publication). Pure.

import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import {
  DECREASE_AFTER_TRANSFER,
  EDIT_DOES_NOT_SUPPORT_ROYALTY,
  EDIT_ONLY_SUPPORTS_OBLIGATION_V2,
  ESCROW_LOCKED_WITH_SCHEDULE,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
} from './errors.ts';
import { assertFundingFrame, type FundingFrame } from './rules.ts';
import type { ContractBudgetEdit, PropertyEdit } from './schemas.ts';

type ContractType = 'obligation' | 'loan' | 'royalty';

/** First row of the table; an edit cannot make a property royalty either (A-properties-21). */
export function assertEditable(contractType: ContractType, changes: PropertyEdit): void {
  if (contractType === 'royalty' || changes.investorContractType === 'royalty') throw new AppError(EDIT_DOES_NOT_SUPPORT_ROYALTY);
}

/**
 * The operation with the patch laid over it; undefined without a patch. A property without operation takes the variant of the
 * patch. Error: `validation-failed` for the other variant than the property has.
 */
export function patchedOperation(stored: unknown, patch: PropertyEdit['operation']): object | undefined {
  if (patch === undefined) return undefined;
  const version = versionOf(stored);
  if (version !== undefined && version !== patch.version)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body/operation/version', reason: `must be ${version}, the variant of the property` }],
    });
  return { ...Object(stored), ...patch };
}

/** V1, V2, or undefined for a property without operation. */
function versionOf(operation: unknown): unknown {
  return typeof operation === 'object' && operation !== null && 'version' in operation ? operation.version : undefined;
}

/** The rules over several fields; what is stored is not judged again by an edit that leaves it alone. */
export function assertFrameOfEdit(changes: PropertyEdit, frame: FundingFrame): void {
  const amounts = changes.amountToFundCents ?? changes.minAmountToFundCents;
  const dates = changes.fundingStartDate ?? changes.fundingMaxEndDate;
  assertFundingFrame({
    ...frame,
    ...(amounts === undefined ? { minAmountToFundCents: null } : {}),
    ...(dates === undefined ? { fundingMaxEndDate: null } : {}),
  });
}

/** What the contract-budget rules look at; amounts in cents. */
export type BudgetState = {
  status: 'DRAFT' | 'PUBLISHED';
  contractType: ContractType;
  operation: unknown;
  totalFundEscrow: number;
  totalConstructionBudget: number;
  hasSchedule: boolean;
  hasOwnerTransfer: boolean;
};

/**
 * All rules but the one on the provider's balance, in order: obligation V2, published (`validation-failed`), the escrow frozen
 * by a schedule unless it stays the same (Q14, Q72), no decrease after the first transfer to the owner (Q15, A-properties-22).
 */
export function assertBudgetMayChange(state: BudgetState, changes: ContractBudgetEdit): void {
  if (state.contractType !== 'obligation' || versionOf(state.operation) !== 'V2')
    throw new AppError(EDIT_ONLY_SUPPORTS_OBLIGATION_V2);
  if (state.status !== 'PUBLISHED')
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'property/status', reason: 'must be PUBLISHED' }] });
  const { escrow, budget } = differences(state, changes);
  if (state.hasSchedule && escrow !== 0) throw new AppError(ESCROW_LOCKED_WITH_SCHEDULE);
  if (state.hasOwnerTransfer && (escrow < 0 || budget < 0)) throw new AppError(DECREASE_AFTER_TRANSFER);
}

/** Sum of the increases, cents; a decrease of one field pays for nothing of the other. */
export function increaseOf(state: BudgetState, changes: ContractBudgetEdit): number {
  const { escrow, budget } = differences(state, changes);
  return Math.max(escrow, 0) + Math.max(budget, 0);
}

/** The provider must have what the increases ask for. */
export function assertCovered(increaseCents: number, balanceCents: number): void {
  if (increaseCents > balanceCents) throw new AppError(INCREASE_REQUIRES_PROVIDER_FUNDS);
}

/** By how many cents each field changes; 0 for one that is not given. */
export function differences(state: BudgetState, changes: ContractBudgetEdit): { escrow: number; budget: number } {
  return {
    escrow: (changes.totalFundEscrow ?? state.totalFundEscrow) - state.totalFundEscrow,
    budget: (changes.totalConstructionBudget ?? state.totalConstructionBudget) - state.totalConstructionBudget,
  };
}
