// GET /properties/:propertyId: the public page of a property, or its preview with a draft token.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { countPurchases } from '../../investing/primary-purchase/index.ts';
import { PROPERTY_NOT_FOUND, propertyCacheKey } from '../project-life/index.ts';
import { showPresentation } from '../project-owners/index.ts';
import { toAvailability } from './availability-view.ts';
import { toCatalogueDescription } from './catalogue-view.ts';
import { opensDraft } from './draft-token-rules.ts';
import { findProperty, findSale } from './queries.ts';
import type { CatalogueDescription, CataloguePropertyPage } from './view-schemas.ts';

type Page = { propertyId: PropertyId; draftToken: string | undefined };

/**
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
