// PATCH /administration/property/:projectId/marketplace-allowed: opens or closes the secondary market of a property.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPendingDeals } from '../../investing/marketplace/index.ts';
import { PROJECT_NOT_FOUND } from '../contract-budget/index.ts';
import { lockProperty, propertyCacheKey, setMarketplaceAllowed } from '../project-life/index.ts';
import { type PropertyView, toPropertyView } from '../properties/index.ts';
import { assertMarketMayChange } from './rules.ts';

/** Which market to open or close; `bodyProjectId` is the id in the body, which may repeat that of the path. */
export type AllowMarketplace = {
  projectId: PropertyId;
  bodyProjectId: PropertyId | undefined;
  isAllowed: boolean;
  audit: RouteAudit;
};

/**
 * Under the property's lock: closing cancels the pending deals and releases their bricks, reserved ones continue; opening has no
 * other effect. A request for the present state succeeds. Returns the property. Errors: `validation-failed` (the body names
 * another property, http.md#path-and-body; not royalty), `project.not-found`, `project.not-purchased-yet`,
 * `project.resale-completed`.
 */
export async function allowMarketplace(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: AllowMarketplace,
): Promise<PropertyView> {
  const { projectId, bodyProjectId, isAllowed, audit } = input;
  if (bodyProjectId !== undefined && bodyProjectId !== projectId)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/projectId', reason: 'differs from the path' }] });
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, projectId);
    if (!property) throw new AppError(PROJECT_NOT_FOUND);
    assertMarketMayChange({
      investorContractType: property.investor_contract_type,
      purchasedDate: property.purchased_date,
      resaleCompletedAt: property.resale_completed_at,
    });
    await setMarketplaceAllowed(tx, projectId, { isAllowed, at });
    const canceledDeals = isAllowed ? 0 : await cancelPendingDeals(tx, deps, { propertyId: projectId, reason: 'market-closed' });
    await invalidate(tx, [propertyCacheKey(projectId)]);
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'property', id: projectId },
      payload: { isAllowed, canceledDeals },
      at,
    });
    return toPropertyView({ ...property, is_marketplace_allowed: isAllowed, updated_at: at });
  });
}
