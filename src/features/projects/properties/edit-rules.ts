// What may be edited, and when (catalogue.md#editing-a-property), what a page must keep to, and the columns of the payloads. Pure.

import { isDeepStrictEqual } from 'node:util';
import { type Cents, rateOf } from '../../../core/cents.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { versionOfOperation } from '../contract-budget/index.ts';
import type { PropertyRow } from '../project-life/index.ts';
import { EDIT_DOES_NOT_SUPPORT_ROYALTY, EDIT_ROYALTY_MUST_BE_ROYALTY } from './errors.ts';
import { assertFundingFrame, type FundingFrame, MIN_IMAGES } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

type Stored = { status: 'DRAFT' | 'PUBLISHED'; investor_contract_type: 'obligation' | 'loan' | 'royalty' };
type LoanTerms = { operation?: object | null; totalFundEscrow?: number; totalConstructionBudget?: number };
type OperationPatch = NonNullable<PropertyEdit['operation']>;

/**
 * First row of the table: a royalty property is never edited here, in no status, and an edit does not make a property a royalty one.
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
  const checked: PropertyEdit = status === 'DRAFT' ? changes : others;
  const hasAmount = checked.amountToFundCents !== undefined || checked.minAmountToFundCents !== undefined;
  const hasDate = checked.fundingStartDate !== undefined || checked.fundingMaxEndDate !== undefined;
  assertFundingFrame({
    ...frameOf(checked, stored),
    ...(hasAmount ? {} : { minAmountToFundCents: null }),
    ...(hasDate ? {} : { fundingMaxEndDate: null }),
  });
}

const TOO_FEW = { path: 'body/imageGallery', reason: `of a published property has at least ${MIN_IMAGES} images` };

type Page = Pick<PropertyEdit, 'imageGallery' | 'advantages'>;

/**
 * No image and no id of an advantage twice, and a published property keeps the images without which it could not be published.
 * `stored` is left out for a new property; what it holds already passes. Error: `validation-failed` with the path of each.
 */
export function assertPage({ imageGallery, advantages = [] }: Page, stored?: { status: string; presentation: unknown }): void {
  const kept = Object(stored?.presentation).imageGallery ?? [];
  const images = imageGallery === undefined || isDeepStrictEqual(imageGallery, kept) ? undefined : imageGallery;
  const faults = [
    ...repeated(images ?? []).map((at) => ({ path: `body/imageGallery/${at}`, reason: 'is in the gallery already' })),
    ...(images && stored?.status === 'PUBLISHED' && images.length < MIN_IMAGES ? [TOO_FEW] : []),
    ...repeated(advantages.map(({ id }) => id)).map((at) => ({
      path: `body/advantages/${at}/id`,
      reason: 'is that of another advantage',
    })),
  ];
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
}

/** Positions of values that stood before; undefined never repeats. */
function repeated(values: readonly (string | undefined)[]): number[] {
  return values.flatMap((value, index) => (value !== undefined && values.indexOf(value) < index ? [index] : []));
}

type Columns = Partial<PropertyRow>;
type Fields = Partial<Record<keyof Columns, string>>;

/** The terms to which investors subscribe. */
const CONTRACT: Fields = {
  investor_contract_type: 'investorContractType',
  spv_id: 'spvId',
  amount_to_fund_cents: 'amountToFundCents',
  min_amount_to_fund_cents: 'minAmountToFundCents',
  funding_start_date: 'fundingStartDate',
  return_on_investment_rate: 'returnOnInvestment',
  investment_horizon_in_months: 'investmentHorizonInMonths',
  operation: 'operation',
};
const BUDGET: Fields = {
  total_fund_escrow_cents: 'totalFundEscrow',
  total_construction_budget_cents: 'totalConstructionBudget',
};
const ESCROW: Fields = { total_fund_escrow_cents: 'totalFundEscrow' };
const END: Fields = { funding_max_end_date: 'fundingMaxEndDate' };
const FEES = {
  funding: { funding_fees_excl_tax_cents: 'companyFees/fundingFees' },
  fiducie: { fiducie_fees_excl_tax_cents: 'companyFees/fiducieFees' },
} satisfies Record<string, Fields>;

/**
 * Checks that `columns` change nothing that is fixed; `paid` are the fees that were transferred or are waiting. The escrow of a
 * property with a schedule is the schedule's (A-payment-schedule-11). Error:
 * `validation-failed` with the path of each fixed field that would change (A-properties-20).
 */
export function assertMayChange(
  stored: PropertyRow,
  columns: Columns,
  { paid, hasSchedule }: { paid: Partial<Record<keyof typeof FEES, unknown>>; hasSchedule: boolean },
): void {
  const isPublished = stored.status !== 'DRAFT';
  const fixed: [boolean, Fields, string][] = [
    [isPublished, CONTRACT, 'cannot change once the property is published'],
    [isPublished, BUDGET, 'of a published property changes by its contract budget alone'],
    [!isPublished && hasSchedule, ESCROW, 'is that of the payment schedule, which can be replaced'],
    [stored.funding_ended_at !== null, END, 'cannot change once the funding has ended'],
    [paid.funding !== undefined, FEES.funding, 'cannot change once it is transferred'],
    [paid.fiducie !== undefined, FEES.fiducie, 'cannot change once it is transferred'],
  ];
  const faults = fixed.flatMap(([isFixed, fields, reason]) =>
    isFixed ? changedFields(stored, columns, fields).map((field) => ({ path: `body/${field}`, reason })) : [],
  );
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { detail: 'Some fields cannot change any more.', faults });
}

function changedFields(stored: PropertyRow, columns: Columns, fields: Fields): string[] {
  // Border: Object.entries loses the keys, which are those of the constants above.
  return (Object.entries(fields) as [keyof Columns, string][])
    .filter(([column]) => columns[column] !== undefined && !isSame(columns[column], stored[column]))
    .map(([, field]) => field);
}

function isSame(given: unknown, stored: unknown): boolean {
  if (given instanceof Temporal.Instant && stored instanceof Temporal.Instant) return given.equals(stored);
  return isDeepStrictEqual(given, stored);
}

/** The four fields that are validated together; a missing field keeps its stored value, and null clears it. */
export function frameOf(body: PropertyEdit, stored?: FundingFrame): FundingFrame {
  const kept = <T>(given: T | undefined, before: T | undefined): T | null => (given === undefined ? (before ?? null) : given);
  return {
    amountToFundCents: kept(body.amountToFundCents, stored?.amountToFundCents),
    minAmountToFundCents: kept(body.minAmountToFundCents, stored?.minAmountToFundCents),
    fundingStartDate: kept(instantOf(body.fundingStartDate), stored?.fundingStartDate),
    fundingMaxEndDate: kept(instantOf(body.fundingMaxEndDate), stored?.fundingMaxEndDate),
  };
}

/** Terms to which investors subscribe, fixed at the publication; without `operation`, whose edit is a patch. */
export function contractColumns(body: PropertyEdit) {
  const { returnOnInvestment } = body;
  return given({
    investor_contract_type: body.investorContractType,
    spv_id: body.spvId,
    amount_to_fund_cents: body.amountToFundCents,
    min_amount_to_fund_cents: body.minAmountToFundCents,
    funding_start_date: instantOf(body.fundingStartDate),
    return_on_investment_rate: typeof returnOnInvestment === 'number' ? rateOf(returnOnInvestment) : returnOnInvestment,
    investment_horizon_in_months: body.investmentHorizonInMonths,
    total_fund_escrow_cents: body.totalFundEscrow,
    total_construction_budget_cents: body.totalConstructionBudget,
  });
}

/** Columns that may be written in every status; the presentation is stored separately. */
export function lastingColumns(body: PropertyEdit) {
  return given({
    name: body.name,
    project_owner_id: body.projectOwnerId,
    project_owner_presentation_id: body.projectOwnerPresentationId,
    revenue_start_date: instantOf(body.revenueStartDate),
  });
}

/** The last day to invest. */
export function endColumns(body: PropertyEdit) {
  return given({ funding_max_end_date: instantOf(body.fundingMaxEndDate) });
}

/** The platform's fees for the funding and for the fiducie. */
export function feeColumns({ companyFees }: PropertyEdit) {
  return given({
    funding_fees_excl_tax_cents: amountOf(companyFees?.fundingFees),
    fiducie_fees_excl_tax_cents: amountOf(companyFees?.fiducieFees),
  });
}

/** Only the columns whose field was given. */
function given<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Border: Object.fromEntries loses the keys; the entries left are exactly those that are not undefined.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;
}

function instantOf(text: string | null | undefined): Temporal.Instant | null | undefined {
  return typeof text === 'string' ? Temporal.Instant.from(text) : text;
}

function amountOf(fee: { amountExcludingTaxCents: Cents } | null | undefined): Cents | null | undefined {
  return fee ? fee.amountExcludingTaxCents : fee;
}
