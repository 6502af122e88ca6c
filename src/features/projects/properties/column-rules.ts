// The columns in which the fields of the create and edit payloads are stored. Pure.

import { type Cents, rateOf } from '../../../core/cents.ts';
import type { FundingFrame } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

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
