// POST /administration/property/:propertyId/funding/end/success: an administrator closes the funding.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { closeFunding } from './close-funding.ts';
import { readFunding } from './read-funding.ts';
import type { FundingView } from './schemas.ts';

/** Closes and audits in one transaction, and returns the funding step view. Errors: the codes `property-funding.end.*`. */
export async function endFunding(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { propertyId: PropertyId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<FundingView> {
  const { propertyId, audit, idempotency } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const payload = await closeFunding(tx, deps, propertyId, at);
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return readFunding({ db: tx }, propertyId);
  });
}
