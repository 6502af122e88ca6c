// POST /administration/project-financing-request: records a request of a project owner for financing.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertRequest } from './queries.ts';
import { toFinancingRequest } from './request-view.ts';
import type { FinancingRequest, NewFinancingRequest } from './schemas.ts';
import { refusingUnknownProperty } from './unknown-property.ts';

/** Writes the request and its audit row. Error: `validation-failed` for an unknown property. */
export async function createFinancingRequest(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { request: NewFinancingRequest; audit: RouteAudit },
): Promise<FinancingRequest> {
  const { request, audit } = input;
  const at = deps.clock.now();
  return refusingUnknownProperty(() =>
    inTransaction(deps.db, async (tx) => {
      const row = await insertRequest(tx, { ...request, id: newId(), at });
      const payload = { name: row.name, propertyId: row.property_id };
      await recordAdminAction(tx, { ...audit, target: { type: 'project-financing-request', id: row.id }, payload, at });
      return toFinancingRequest(row);
    }),
  );
}
