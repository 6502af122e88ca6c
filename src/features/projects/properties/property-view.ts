// Properties as they are shown: to administrators one by one and as a search finds them, and their description on the public page.

import type { Static } from 'typebox';
import { type Cents, percentageOf } from '../../../core/cents.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import type { CompanyFee } from '../funding/index.ts';
import type { PropertyRow } from '../project-life/index.ts';
import { findProperties } from './listing-queries.ts';
import type { Address, Advantage, PropertyDocument, PropertyEdit } from './schemas.ts';
import type { CatalogueDescription, FoundProperties, PropertySearch, PropertyView } from './view-schemas.ts';

export function toPropertyView(row: PropertyRow): PropertyView {
  return {
    ...toCatalogueDescription(row),
    status: row.status,
    spvId: row.spv_id,
    projectOwnerId: row.project_owner_id,
    projectOwnerPresentationId: row.project_owner_presentation_id,
    totalConstructionBudget: row.total_construction_budget_cents,
    totalFundEscrow: row.total_fund_escrow_cents,
    companyFees: {
      fundingFees: feeOf(row.funding_fees_excl_tax_cents, row.funding_fees_transfer),
      fiducieFees: feeOf(row.fiducie_fees_excl_tax_cents, row.fiducie_fees_transfer),
    },
    operation: row.operation,
    funding: {
      startedAt: row.funding_start_date?.toString() ?? null,
      maxEndDate: row.funding_max_end_date?.toString() ?? null,
      ended: row.funding_ended_at !== null,
      endedAt: row.funding_ended_at?.toString() ?? null,
      collectedCents: row.collected_cents,
    },
    createdBricks: row.total_bricks === null ? null : row.total_bricks - row.uncreated_bricks,
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
    hasBeenInDelayOrDefaultOnce: row.has_been_in_delay_or_default_once,
    referralPaidAt: row.referral_paid_at?.toString() ?? null,
    soldeDeToutCompteDoneAt: row.solde_de_tout_compte_done_at?.toString() ?? null,
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
  };
}

/** A fee with its transfer, which is stored as it is shown. */
function feeOf(amountExcludingTaxCents: Cents | null, transfer: unknown): CompanyFee | null {
  if (amountExcludingTaxCents === null) return null;
  // Border: the funding room alone writes both columns.
  return { amountExcludingTaxCents, transfer: transfer as CompanyFee['transfer'] };
}

export function toCatalogueDescription(row: PropertyRow): CatalogueDescription {
  // Border: presentationWith() alone writes this document.
  const shown = row.presentation as Presentation;
  return {
    id: row.id,
    name: row.name,
    investorContractType: row.investor_contract_type,
    investmentCase: shown.investmentCase ?? null,
    imageGallery: shown.imageGallery ?? [],
    videoGallery: shown.videoGallery ?? [],
    documents: shown.documents ?? [],
    address: shown.address ?? null,
    localisationDescription: shown.localisationDescription ?? null,
    surface: shown.surface ?? null,
    fundingStartDate: row.funding_start_date?.toString() ?? null,
    fundingMaxEndDate: row.funding_max_end_date?.toString() ?? null,
    revenueStartDate: row.revenue_start_date?.toString() ?? null,
    investmentHorizonInMonths: row.investment_horizon_in_months,
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    advantages: shown.advantages ?? [],
    finances: shown.finances ?? null,
    attributes: shown.attributes ?? null,
    returnOnInvestment: row.return_on_investment_rate === null ? null : percentageOf(row.return_on_investment_rate),
    lotCount: shown.lotCount ?? null,
    displayDate: row.display_date?.toString() ?? null,
    publishedAt: row.published_at?.toString() ?? null,
    totalBricks: row.total_bricks,
    minBricks: row.min_bricks,
    purchasedDate: row.purchased_date?.toString() ?? null,
    isMarketplaceAllowed: row.is_marketplace_allowed,
  };
}

/** The stored document; a field that was never set is absent. */
export type Presentation = {
  investmentCase?: string;
  imageGallery?: string[];
  videoGallery?: string[];
  documents?: Static<typeof PropertyDocument>[];
  address?: Static<typeof Address>;
  localisationDescription?: string;
  surface?: number;
  lotCount?: number;
  advantages?: Static<typeof Advantage>[];
  finances?: object;
  attributes?: object;
};

/** The stored document updated by the fields of a body; null removes a field, and an advantage without an id gets one. */
export function presentationWith(stored: unknown, body: PropertyEdit): Presentation {
  const { investmentCase, imageGallery, videoGallery, documents, address, localisationDescription } = body;
  const { surface, lotCount, advantages, finances, attributes } = body;
  const shown = Object.entries({
    ...{ investmentCase, imageGallery, videoGallery, documents, address, localisationDescription },
    ...{ surface, lotCount, finances, attributes },
    advantages: advantages?.map((advantage) => ({ ...advantage, id: advantage.id ?? newId() })),
  });
  const updated = { ...Object(stored), ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
  // Border: Object.fromEntries loses the keys; without its null fields the document has this type.
  return Object.fromEntries(Object.entries(updated).filter(([, value]) => value !== null)) as Presentation;
}

/** One page, in the order of `sort`. Error: `validation-failed` for a malformed cursor. */
export async function searchProperties(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { limit, cursor, sort, ...filters }: Static<typeof PropertySearch>,
): Promise<FoundProperties> {
  const page = { limit, after: decodeCursor(cursor), sort, at: deps.clock.now() };
  const rows = await findProperties(deps.db, filters, page);
  const isByChange = sort === 'updatedAt' || sort === '-updatedAt';
  return toPage(
    rows,
    limit,
    (row) => ({ at: isByChange ? row.updatedAt : row.createdAt, id: row.id }),
    ({ createdAt, updatedAt, fundingStartDate, fundingMaxEndDate, ...row }) => ({
      ...row,
      fundingStartDate: fundingStartDate?.toString() ?? null,
      fundingMaxEndDate: fundingMaxEndDate?.toString() ?? null,
      createdAt: createdAt.toString(),
      updatedAt: updatedAt.toString(),
    }),
  );
}
