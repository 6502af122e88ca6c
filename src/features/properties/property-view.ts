// Turns a stored property into what administrators see: the one view of every answer that carries a property.

import { toCatalogueDescription } from './catalogue-view.ts';
import type { PropertyRow } from './queries.ts';
import type { PropertyView } from './view-schemas.ts';

export function toPropertyView(row: PropertyRow): PropertyView {
  return {
    ...toCatalogueDescription(row),
    status: row.status,
    spvId: row.spv_id,
    projectOwnerId: row.project_owner_id,
    totalConstructionBudget: row.total_construction_budget_cents,
    totalFundEscrow: row.total_fund_escrow_cents,
    companyFees: {
      fundingFees: feeOf(row.funding_fees_excl_tax_cents),
      fiducieFees: feeOf(row.fiducie_fees_excl_tax_cents),
    },
    operation: row.operation,
    funding: {
      startedAt: row.funding_start_date?.toString() ?? null,
      maxEndDate: row.funding_max_end_date?.toString() ?? null,
      ended: row.funding_ended_at !== null,
      endedAt: row.funding_ended_at?.toString() ?? null,
    },
    primaryMarketOpen: row.primary_market_open,
    investorCount: row.investor_count,
    purchasedBrickCount: row.purchased_brick_count,
    resale: {
      saleStartedAt: row.resale_sale_started_at?.toString() ?? null,
      offerAcceptedAt: row.resale_offer_accepted_at?.toString() ?? null,
      saleType: row.resale_sale_type,
      completedAt: row.resale_completed_at?.toString() ?? null,
    },
    financialStatus: row.financial_status,
    referralPaidAt: row.referral_paid_at?.toString() ?? null,
    soldeDeToutCompteDoneAt: row.solde_de_tout_compte_done_at?.toString() ?? null,
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
  };
}

/** No transfer of a fee exists before its endpoint does. */
function feeOf(amountExcludingTaxCents: number | null) {
  return amountExcludingTaxCents === null ? null : { amountExcludingTaxCents, transfer: null };
}
