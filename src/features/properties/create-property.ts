// POST /administration/property: a new DRAFT.

import { recordAdminAction } from '../../core/audit.ts';
import { rateOf } from '../../core/cents.ts';
import { inTransaction, violatedConstraint } from '../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { presentationOf } from './presentation.ts';
import { toPropertyView } from './property-view.ts';
import { insertDraft } from './queries.ts';
import { assertFundingFrame } from './rules.ts';
import type { NewProperty } from './schemas.ts';
import type { PropertyView } from './view-schemas.ts';

const UNKNOWN: Readonly<Record<string, string>> = {
  property_spv_id_fkey: 'body/spvId',
  property_project_owner_id_fkey: 'body/projectOwnerId',
};

/**
 * Writes the DRAFT and its audit row. Errors: `validation-failed` (also for an unknown SPV or project owner) and the two codes
 * of the edit payload over several fields.
 */
export async function createProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { property: NewProperty; audit: RouteAudit },
): Promise<PropertyView> {
  const { property, audit } = input;
  const frame = frameOf(property);
  assertFundingFrame(frame);
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      const row = await insertDraft(tx, { ...columnsOf(property, frame), id: newId(), created_at: at, updated_at: at });
      const payload = { name: row.name, investorContractType: row.investor_contract_type };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: row.id }, payload, at });
      return toPropertyView(row);
    });
  } catch (error) {
    const path = UNKNOWN[violatedConstraint(error) ?? ''];
    throw path === undefined ? error : new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not known' }] });
  }
}

function frameOf(property: NewProperty) {
  return {
    amountToFundCents: property.amountToFundCents ?? null,
    minAmountToFundCents: property.minAmountToFundCents ?? null,
    fundingStartDate: instantOf(property.fundingStartDate),
    fundingMaxEndDate: instantOf(property.fundingMaxEndDate),
  };
}

function instantOf(text: string | undefined): Temporal.Instant | null {
  return text === undefined ? null : Temporal.Instant.from(text);
}

function columnsOf(property: NewProperty, frame: ReturnType<typeof frameOf>) {
  const { returnOnInvestment, companyFees, operation } = property;
  return {
    investor_contract_type: property.investorContractType,
    name: property.name,
    spv_id: property.spvId ?? null,
    project_owner_id: property.projectOwnerId ?? null,
    presentation: JSON.stringify(presentationOf(property)),
    operation: operation === undefined ? null : JSON.stringify(operation),
    amount_to_fund_cents: frame.amountToFundCents,
    min_amount_to_fund_cents: frame.minAmountToFundCents,
    funding_start_date: frame.fundingStartDate,
    funding_max_end_date: frame.fundingMaxEndDate,
    revenue_start_date: instantOf(property.revenueStartDate),
    return_on_investment_rate: returnOnInvestment === undefined ? null : rateOf(returnOnInvestment),
    investment_horizon_in_months: property.investmentHorizonInMonths ?? null,
    total_fund_escrow_cents: property.totalFundEscrow ?? 0,
    total_construction_budget_cents: property.totalConstructionBudget ?? 0,
    funding_fees_excl_tax_cents: companyFees?.fundingFees?.amountExcludingTaxCents ?? null,
    fiducie_fees_excl_tax_cents: companyFees?.fiducieFees?.amountExcludingTaxCents ?? null,
  };
}
