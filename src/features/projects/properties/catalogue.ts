// Properties as they are shown: to the public, in a preview with a draft token, and to administrators one by one and as a search finds them.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, percentageOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import { availableBricks, countPurchases, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import { type CompanyFee, fundedPercentage, fundingStatus } from '../funding/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, type PublicState, propertyCacheKey } from '../project-life/index.ts';
import { showPresentation } from '../project-owners/index.ts';
import { findProperties } from './listing-queries.ts';
import { findProperty, findSale, listPublished, type SaleRow } from './queries.ts';
import type { Address, Advantage, PropertyDocument, PropertyEdit } from './schemas.ts';
import type {
  Availability,
  CatalogueDescription,
  CataloguePropertyPage,
  FoundProperties,
  PropertySearch,
  PropertyView,
} from './view-schemas.ts';

/**
 * GET /properties: the published properties, newest publication first.
 * One page of published properties whose display date has passed, with their availability; two statements, whatever the length.
 */
export async function listCatalogue(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  query: { limit: number; cursor?: string; investorContractType?: PropertyRow['investor_contract_type']; state?: PublicState },
) {
  const at = deps.clock.now();
  const { limit, cursor, investorContractType, state } = query;
  const rows = await listPublished(deps.db, {
    ...{ at, investorContractType, state },
    after: decodeCursor(cursor),
    limit: limit + 1,
  });
  const counts = await countPurchases(
    deps.db,
    rows.map((row) => row.id),
  );
  return toPage(
    rows,
    limit,
    (row) => {
      if (row.published_at === null) throw new Error(`published property ${row.id} has no date of publication`);
      return { at: row.published_at, id: row.id };
    },
    (row) => ({ ...toCatalogueDescription(row), ...toAvailability(row, counts.get(row.id)) }),
  );
}

type Page = { propertyId: PropertyId; draftToken: string | undefined };

/**
 * GET /properties/:propertyId: the public page of a property, or its preview with a draft token.
 * The description and the presentation of the owner come from the cache, which every change of them invalidates; the availability
 * is read each time, as every purchase changes it. Error: `property.not-found`, also for a draft or before the display date,
 * except with a valid token.
 */
export async function readCatalogueProperty(
  deps: Pick<AppDeps, 'db' | 'clock' | 'cache' | 'config'>,
  page: Page,
): Promise<CataloguePropertyPage> {
  const { propertyId } = page;
  const at = deps.clock.now();
  const sale = await findSale(deps.db, propertyId, at);
  if (!sale) return preview(deps, page, at);
  const { shown, presentationId } = await deps.cache.get(deps.db, propertyCacheKey(propertyId), () => describe(deps, propertyId));
  const projectOwnerPresentation = await showPresentation(deps, presentationId);
  const counts = await countPurchases(deps.db, [propertyId]);
  return { ...shown, projectOwnerPresentation, ...toAvailability(sale, counts.get(propertyId)) };
}

async function describe(
  deps: Pick<AppDeps, 'db'>,
  propertyId: PropertyId,
): Promise<{ shown: CatalogueDescription; presentationId: string | null }> {
  const row = await findProperty(deps.db, propertyId);
  if (!row) throw new AppError(PROPERTY_NOT_FOUND);
  return { shown: toCatalogueDescription(row), presentationId: row.project_owner_presentation_id };
}

/** The page before it is public; not cached, as a cache entry could outlive the token. An invalid token counts as none. */
async function preview(
  deps: Pick<AppDeps, 'db' | 'cache' | 'config'>,
  { propertyId, draftToken }: Page,
  at: Temporal.Instant,
): Promise<CataloguePropertyPage> {
  const isOpen = draftToken !== undefined && opensDraft(deps.config.SESSION_SECRET, propertyId, draftToken, at);
  const row = isOpen ? await findProperty(deps.db, propertyId) : undefined;
  if (!row) throw new AppError(PROPERTY_NOT_FOUND);
  const projectOwnerPresentation = await showPresentation(deps, row.project_owner_presentation_id);
  return {
    ...toCatalogueDescription(row),
    projectOwnerPresentation,
    ...toAvailability({ ...row, brickPriceCents: null, state: 'announced' }, undefined),
  };
}

/**
 * After the end of the funding nothing is available, even if bricks are unsold. A draft, in its preview, has no bricks and no
 * counts.
 */
function toAvailability(row: SaleRow, counts: PurchaseCounts | undefined): Availability {
  const { confirmedBricks = 0, waitingBricks = 0 } = counts ?? {};
  const totalBricks = row.total_bricks ?? 0;
  return {
    state: row.state,
    brickPriceCents: row.brickPriceCents,
    fundingStatus: fundingStatus({ totalBricks, minBricks: row.min_bricks ?? 0, confirmedBricks }),
    fundingEnded: row.funding_ended_at !== null,
    primaryMarketOpen: row.primary_market_open,
    confirmedBricks,
    waitingBricks,
    availableBricks: row.primary_market_open ? availableBricks({ totalBricks, confirmedBricks, waitingBricks }) : 0,
    confirmedPercentage: fundedPercentage(confirmedBricks, totalBricks),
  };
}

/**
 * POST /administration/property/:propertyId/draft-token: a link that shows a property before it is public.
 * The link is valid for seven days, for a property of any status (catalogue.md#draft-tokens). Error: `property.not-found`.
 */
export async function createDraftToken(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<{ url: string }> {
  const { propertyId, audit } = input;
  const { SESSION_SECRET, FRONT_URL } = deps.config;
  const at = deps.clock.now();
  const { token, expiresAt } = signDraftToken(SESSION_SECRET, propertyId, at);
  await inTransaction(deps.db, async (tx) => {
    // With the lock, the audit row cannot be about a property that was deleted before.
    if (!(await lockProperty(tx, propertyId))) throw new AppError(PROPERTY_NOT_FOUND);
    // Never the token itself.
    const payload = { expiresAt: expiresAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  });
  return { url: `${pageUrl(FRONT_URL, 'project')}/${propertyId}?draftToken=${token}` };
}

const LIFETIME = { hours: 7 * 24 };
const TOKEN = /^(\d{13})\.([\w-]{43})$/;

/** A token for this property, valid for seven days: its expiry in Unix milliseconds, a dot, the signature. */
export function signDraftToken(
  secret: string,
  propertyId: PropertyId,
  now: Temporal.Instant,
): { token: string; expiresAt: Temporal.Instant } {
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(now.add(LIFETIME).epochMilliseconds);
  const expires = String(expiresAt.epochMilliseconds);
  return { token: `${expires}.${signatureOf(secret, propertyId, expires).toString('base64url')}`, expiresAt };
}

/** True for a token that {@link signDraftToken} created for this property and that has not expired at `now`. */
export function opensDraft(secret: string, propertyId: PropertyId, token: string, now: Temporal.Instant): boolean {
  const [, expires, signature] = TOKEN.exec(token) ?? [];
  if (expires === undefined || signature === undefined) return false;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, propertyId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && now.epochMilliseconds < Number(expires);
}

/** The secret signs session cookies too: the prefix ensures that one signature is never valid as the other. */
function signatureOf(secret: string, propertyId: PropertyId, expires: string): Buffer {
  return createHmac('sha256', secret).update(`draft token\n${propertyId}\n${expires}`).digest();
}

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
  // Border: only the funding room writes both columns.
  return { amountExcludingTaxCents, transfer: transfer as CompanyFee['transfer'] };
}

export function toCatalogueDescription(row: PropertyRow): CatalogueDescription {
  // Border: only presentationWith() writes this document.
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
    investmentCase,
    imageGallery,
    videoGallery,
    documents,
    address,
    localisationDescription,
    surface,
    lotCount,
    finances,
    attributes,
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
