// Which columns the fields of the create and edit payloads are kept in. Pure.

import { rateOf } from '../../core/cents.ts';
import type { FundingFrame } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

/** The four fields that are judged together; a field that is not given falls back on what is stored. */
export function frameOf(body: PropertyEdit, stored?: FundingFrame): FundingFrame {
  return {
    amountToFundCents: body.amountToFundCents ?? stored?.amountToFundCents ?? null,
    minAmountToFundCents: body.minAmountToFundCents ?? stored?.minAmountToFundCents ?? null,
    fundingStartDate: instantOf(body.fundingStartDate) ?? stored?.fundingStartDate ?? null,
    fundingMaxEndDate: instantOf(body.fundingMaxEndDate) ?? stored?.fundingMaxEndDate ?? null,
  };
}

/**
 * Terms that investors subscribe to at the publication: written in DRAFT alone. `operation` is not among them, as it is a patch.
 */
export function contractColumns(body: PropertyEdit) {
  const { returnOnInvestment, companyFees } = body;
  return given({
    investor_contract_type: body.investorContractType,
    spv_id: body.spvId,
    amount_to_fund_cents: body.amountToFundCents,
    min_amount_to_fund_cents: body.minAmountToFundCents,
    funding_start_date: instantOf(body.fundingStartDate),
    return_on_investment_rate: returnOnInvestment === undefined ? undefined : rateOf(returnOnInvestment),
    investment_horizon_in_months: body.investmentHorizonInMonths,
    total_fund_escrow_cents: body.totalFundEscrow,
    total_construction_budget_cents: body.totalConstructionBudget,
    funding_fees_excl_tax_cents: companyFees?.fundingFees?.amountExcludingTaxCents,
    fiducie_fees_excl_tax_cents: companyFees?.fiducieFees?.amountExcludingTaxCents,
  });
}

/** What may be written whatever the status; the shown document is kept apart, and the last day to invest has its own rule. */
export function lastingColumns(body: PropertyEdit) {
  return given({
    name: body.name,
    project_owner_id: body.projectOwnerId,
    revenue_start_date: instantOf(body.revenueStartDate),
  });
}

/** The last day to invest, written until the funding has ended. */
export function endColumns(body: PropertyEdit) {
  return given({ funding_max_end_date: instantOf(body.fundingMaxEndDate) });
}

/** Only the columns whose field was given. */
function given<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Border: what is left of the entries is exactly what is not undefined.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;
}

function instantOf(text: string | undefined): Temporal.Instant | undefined {
  return text === undefined ? undefined : Temporal.Instant.from(text);
}
