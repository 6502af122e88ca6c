// Requests of project owners for financing: recorded, listed, given an account manager, and linked to their property.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type FinancingRequestRow, insertRequest, listRequests, setAccountManager, setProperty } from './queries.ts';
import type { AccountManager, FinancingRequest, NewFinancingRequest } from './schemas.ts';

/**
 * POST /administration/project-financing-request: records a request of a project owner for financing.
 * Writes the request and its audit row. Error: `validation-failed` for an unknown property.
 */
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

/**
 * GET /administration/project-financing-request: the requests, newest first.
 * One page; with `propertyId`, only those of this property, of which the property shows the first.
 */
export async function listFinancingRequests(
  deps: Pick<AppDeps, 'db'>,
  query: { limit: number; cursor?: string; propertyId?: PropertyId },
): Promise<{ items: FinancingRequest[]; nextCursor: string | null }> {
  const { limit, cursor, propertyId } = query;
  const rows = await listRequests(deps.db, { propertyId, after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toFinancingRequest);
}

/**
 * PATCH /administration/project-financing-request/:id/account-manager: the platform's account manager of a request.
 * Null removes the account manager; assigning the present one again succeeds. Error: `not-found`.
 */
export async function assignAccountManager(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; accountManager: AccountManager | null; audit: RouteAudit },
): Promise<FinancingRequest> {
  const { id, accountManager, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await setAccountManager(tx, id, { accountManager, at });
    if (row === undefined) throw new AppError(NOT_FOUND);
    const payload = { email: accountManager?.email ?? null };
    await recordAdminAction(tx, { ...audit, target: { type: 'project-financing-request', id }, payload, at });
    return toFinancingRequest(row);
  });
}

/**
 * PATCH /administration/project-financing-request/:id/property: links a request to the property that was created for it.
 * Null removes the link. Errors: `not-found`; `validation-failed` for an unknown property.
 */
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

function toFinancingRequest(row: FinancingRequestRow): FinancingRequest {
  return {
    id: row.id,
    name: row.name,
    propertyId: row.property_id,
    projectOwnerCompanyId: row.project_owner_company_id,
    requestedAmountCents: row.requested_amount_cents,
    // Border: only validated bodies are written there.
    accountManager: row.account_manager as AccountManager | null,
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
  };
}

/** Runs `write`. Error: `validation-failed` for an unknown property. */
async function refusingUnknownProperty<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'project_financing_request_property_id_fkey') throw error;
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'is not known' }] });
  }
}
