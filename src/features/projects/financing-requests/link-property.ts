// PATCH /administration/project-financing-request/:id/property: links a request to the property that was created for it.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { setProperty } from './queries.ts';
import { toFinancingRequest } from './request-view.ts';
import type { FinancingRequest } from './schemas.ts';
import { refusingUnknownProperty } from './unknown-property.ts';

/** Null removes the link. Errors: `not-found`; `validation-failed` for an unknown property. */
export async function linkProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; propertyId: PropertyId | null; audit: RouteAudit },
): Promise<FinancingRequest> {
  const { id, propertyId, audit } = input;
  const at = deps.clock.now();
  return refusingUnknownProperty(() =>
    inTransaction(deps.db, async (tx) => {
      const row = await setProperty(tx, id, { propertyId, at });
      if (row === undefined) throw new AppError(NOT_FOUND);
      await recordAdminAction(tx, {
        ...audit,
        target: { type: 'project-financing-request', id },
        payload: { propertyId },
        at,
      });
      return toFinancingRequest(row);
    }),
  );
}
