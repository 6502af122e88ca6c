// What may be edited, and when (catalogue.md#editing-a-property). Pure.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { versionOfOperation } from '../contract-budget/index.ts';
import { frameOf } from './column-rules.ts';
import { EDIT_DOES_NOT_SUPPORT_ROYALTY, EDIT_ROYALTY_MUST_BE_ROYALTY } from './errors.ts';
import { assertFundingFrame, type FundingFrame } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

type Stored = { status: 'DRAFT' | 'PUBLISHED'; investor_contract_type: 'obligation' | 'loan' | 'royalty' };
type LoanTerms = { operation?: object | null; totalFundEscrow?: number; totalConstructionBudget?: number };
type OperationPatch = NonNullable<PropertyEdit['operation']>;

/**
 * First row of the table: a royalty property is never edited here, in no status, and an edit does not make a property a royalty one
 * (A-properties-21).
 */
export function assertNoRoyalty(stored: Stored, { investorContractType }: PropertyEdit): void {
  if (stored.investor_contract_type === 'royalty' || investorContractType === 'royalty')
    throw new AppError(EDIT_DOES_NOT_SUPPORT_ROYALTY);
}

/** The same the other way round, for the route of royalties. */
export function assertStaysRoyalty(stored: Stored, { investorContractType = 'royalty' }: PropertyEdit): void {
  if (stored.investor_contract_type !== 'royalty' || investorContractType !== 'royalty')
    throw new AppError(EDIT_ROYALTY_MUST_BE_ROYALTY);
}

/** Without the terms of a loan, which a royalty has not: nothing would ever spend its escrow or budget, or read its operation. */
export function withoutLoanTerms<Terms extends LoanTerms>(body: Terms): Omit<Terms, keyof LoanTerms> {
  const { operation: _, totalFundEscrow: __, totalConstructionBudget: ___, ...others } = body;
  return others;
}

/** For each variant of the operation, the field that only the other variant has. */
const FOREIGN_FIELD: Readonly<Record<'V1' | 'V2', 'repayment' | 'managementFeesPercentage'>> = {
  V1: 'managementFeesPercentage',
  V2: 'repayment',
};

/**
 * The operation after the patch, in which null removes a term; null when the patch is null, undefined without a patch. The
 * variant is that of the stored operation, else that of the patch. Error: `validation-failed` for a patch of the other variant,
 * for a field of it, and when neither the property nor the patch has a variant.
 */
export function patchedOperation(stored: unknown, patch: PropertyEdit['operation']): object | null | undefined {
  if (!patch) return patch;
  const terms = { ...Object(stored), ...patch, version: versionOfPatch(stored, patch) };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));
}

function versionOfPatch(stored: unknown, patch: OperationPatch): 'V1' | 'V2' {
  const has = versionOfOperation(stored);
  const version = has === 'V1' || has === 'V2' ? has : patch.version;
  if (version === undefined) throw faulty('body/operation/version', 'is required: the property has no operation yet');
  if (patch.version !== undefined && patch.version !== version)
    throw faulty('body/operation/version', `must be ${version}, the variant of the property`);
  const foreign = FOREIGN_FIELD[version];
  if ((patch[foreign] ?? null) === null) return version;
  throw faulty(`body/operation/${foreign}`, `is no field of ${version}, the variant of the property`);
}

function faulty(path: string, reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path, reason }] });
}

/**
 * The two rules over several fields; fields that the edit does not contain are not checked again on their own. For a published
 * property the stored start of the funding counts, whatever the body has.
 */
export function assertFrameOfEdit(changes: PropertyEdit, stored: FundingFrame, status: Stored['status']): void {
  const { fundingStartDate, ...others } = changes;
  const judged: PropertyEdit = status === 'DRAFT' ? changes : others;
  const hasAmount = judged.amountToFundCents !== undefined || judged.minAmountToFundCents !== undefined;
  const hasDate = judged.fundingStartDate !== undefined || judged.fundingMaxEndDate !== undefined;
  assertFundingFrame({
    ...frameOf(judged, stored),
    ...(hasAmount ? {} : { minAmountToFundCents: null }),
    ...(hasDate ? {} : { fundingMaxEndDate: null }),
  });
}
