// What may be edited, and when (document 2, Property editing and publication). Pure.

import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import { versionOfOperation } from '../contract-budget/index.ts';
import { EDIT_DOES_NOT_SUPPORT_ROYALTY } from './errors.ts';
import { assertFundingFrame, type FundingFrame } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

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
  const version = versionOfOperation(stored);
  if (version !== undefined && version !== patch.version)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body/operation/version', reason: `must be ${version}, the variant of the property` }],
    });
  return { ...Object(stored), ...patch };
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
