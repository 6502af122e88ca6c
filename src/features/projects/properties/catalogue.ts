// The published properties as the public sees them, and one before it is public with a draft token.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import { availableBricks, countPurchases, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import { fundedPercentage, fundingStatus } from '../funding/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, propertyCacheKey } from '../project-life/index.ts';
import { showPresentation } from '../project-owners/index.ts';
import { toCatalogueDescription } from './property-view.ts';
import { findProperty, findSale, listPublished, type SaleRow } from './queries.ts';
import type { Availability, CatalogueDescription, CataloguePropertyPage } from './view-schemas.ts';

/**
 * GET /properties: the published properties, newest publication first.
 * One page of published properties whose display date has passed, with their availability; two statements, whatever the length.
 */
export async function listCatalogue(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  query: { limit: number; cursor?: string; investorContractType?: PropertyRow['investor_contract_type'] },
) {
  const at = deps.clock.now();
  const { limit, cursor, investorContractType } = query;
  const rows = await listPublished(deps.db, { at, investorContractType, after: decodeCursor(cursor), limit: limit + 1 });
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
    ...toAvailability({ ...row, brickPriceCents: null }, undefined),
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
