// All SQL of the financing requests (A-financing-requests-3).

import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { ProjectFinancingRequest, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { AccountManager, NewFinancingRequest } from './schemas.ts';

/** A request as stored. */
export type FinancingRequestRow = Selectable<ProjectFinancingRequest>;

/** Inserts a request. An unknown property violates `project_financing_request_property_id_fkey`. */
export async function insertRequest(
  tx: Tx,
  request: NewFinancingRequest & { id: string; at: Temporal.Instant },
): Promise<FinancingRequestRow> {
  return tx
    .insertInto('project_financing_request')
    .values({
      id: request.id,
      name: request.name,
      property_id: request.propertyId ?? null,
      project_owner_company_id: request.projectOwnerCompanyId ?? null,
      requested_amount_cents: request.requestedAmountCents ?? null,
      account_manager: request.accountManager === undefined ? null : JSON.stringify(request.accountManager),
      created_at: request.at,
      updated_at: request.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Assigns or removes the account manager; undefined when there is no such request. */
export async function setAccountManager(
  tx: Tx,
  id: string,
  change: { accountManager: AccountManager | null; at: Temporal.Instant },
): Promise<FinancingRequestRow | undefined> {
  const { accountManager, at } = change;
  return tx
    .updateTable('project_financing_request')
    .set({ account_manager: accountManager === null ? null : JSON.stringify(accountManager), updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Links the request to a property or to none; undefined when there is no such request. An unknown property violates
 * `project_financing_request_property_id_fkey`.
 */
export async function setProperty(
  tx: Tx,
  id: string,
  change: { propertyId: PropertyId | null; at: Temporal.Instant },
): Promise<FinancingRequestRow | undefined> {
  return tx
    .updateTable('project_financing_request')
    .set({ property_id: change.propertyId, updated_at: change.at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Requests, newest first, starting after the cursor. */
export async function listRequests(
  db: Database,
  page: { propertyId: PropertyId | undefined; after: CursorKey | undefined; limit: number },
): Promise<FinancingRequestRow[]> {
  let query = db.selectFrom('project_financing_request').selectAll();
  const { propertyId, after } = page;
  if (propertyId !== undefined) query = query.where('property_id', '=', propertyId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}
