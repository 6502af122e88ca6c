// All SQL of the project owners, their presentations and their requests for financing.

import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { containing } from '../../../core/db/sql-fragments.ts';
import type { ProjectFinancingRequest, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { ChoiceQuery } from '../../../core/http/schemas.ts';
import type { AccountManager, NewFinancingRequest } from './schemas.ts';

const OWNER_COLUMNS = [
  'id',
  'firstname',
  'lastname',
  'email',
  'phone_number as phoneNumber',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** A project owner as stored. */
export type ProjectOwnerRow = Awaited<ReturnType<typeof listOwners>>[number];
type OwnerFields = {
  id: string;
  firstname: string;
  lastname: string;
  email: string;
  phoneNumber: string | null;
  at: Temporal.Instant;
};

/**
 * All project owners, newest first; with a text those whose name or address contains it, or whose id it is.
 */
export async function listOwners(db: Database, { search, limit }: ChoiceQuery = {}) {
  let query = db.selectFrom('project_owner').select(OWNER_COLUMNS);
  if (search?.trim()) {
    const part = containing(search.trim());
    query = query.where(
      sql<boolean>`(lower(firstname || ' ' || lastname) like ${part} or lower(email) like ${part} or id::text = lower(${search.trim()}))`,
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** The owner with this address, in upper or lower case. */
export async function findOwnerByEmail(tx: Tx, email: string): Promise<ProjectOwnerRow | undefined> {
  return tx
    .selectFrom('project_owner')
    .select(OWNER_COLUMNS)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
}

/**
 * Inserts an owner; undefined when an owner has the address already, also one inserted concurrently. The id of another owner
 * violates `project_owner_pkey`.
 */
export async function insertOwnerUnlessEmailKnown(tx: Tx, owner: OwnerFields): Promise<ProjectOwnerRow | undefined> {
  return tx
    .insertInto('project_owner')
    .values({
      id: owner.id,
      firstname: owner.firstname,
      lastname: owner.lastname,
      email: owner.email,
      phone_number: owner.phoneNumber,
      created_at: owner.at,
      updated_at: owner.at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(OWNER_COLUMNS)
    .executeTakeFirst();
}

/** Replaces an owner's fields; false when there is none. Another owner's address violates `project_owner_email_any_case`. */
export async function updateOwner(tx: Tx, owner: OwnerFields): Promise<boolean> {
  const updated = await tx
    .updateTable('project_owner')
    .set({
      firstname: owner.firstname,
      lastname: owner.lastname,
      email: owner.email,
      phone_number: owner.phoneNumber,
      updated_at: owner.at,
    })
    .where('id', '=', owner.id)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Deletes an owner; false when there is none. An owner with projects violates the foreign key of what refers to them. */
export async function deleteOwner(tx: Tx, ownerId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('project_owner').where('id', '=', ownerId).returning('id').executeTakeFirst();
  return gone !== undefined;
}

const PRESENTATION_COLUMNS = [
  'id',
  'name',
  'description',
  'profile_picture_url as profilePictureUrl',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** A presentation as stored. */
export type PresentationRow = Awaited<ReturnType<typeof listAllPresentations>>[number];
type PresentationFields = {
  id: string;
  name: string;
  description: string;
  profilePictureUrl: string | null;
  at: Temporal.Instant;
};

/** All presentations, newest first; with a text those whose name contains it, or whose id it is. */
export async function listAllPresentations(db: Database, { search, limit }: ChoiceQuery = {}) {
  let query = db.selectFrom('project_owner_presentation').select(PRESENTATION_COLUMNS);
  if (search?.trim())
    query = query.where(sql<boolean>`(lower(name) like ${containing(search.trim())} or id::text = lower(${search.trim()}))`);
  if (limit !== undefined) query = query.limit(limit);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Whether a presentation other than `presentationId` has the name. */
export async function isNameTaken(tx: Tx, name: string, presentationId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('project_owner_presentation')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', presentationId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Inserts a presentation. A taken name violates `project_owner_presentation_name_once`. */
export async function insertPresentation(tx: Tx, presentation: PresentationFields): Promise<PresentationRow> {
  return tx
    .insertInto('project_owner_presentation')
    .values({
      id: presentation.id,
      name: presentation.name,
      description: presentation.description,
      profile_picture_url: presentation.profilePictureUrl,
      created_at: presentation.at,
      updated_at: presentation.at,
    })
    .returning(PRESENTATION_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Replaces a presentation; undefined when there is none. A taken name violates `project_owner_presentation_name_once`. */
export async function updatePresentationRow(tx: Tx, presentation: PresentationFields): Promise<PresentationRow | undefined> {
  return tx
    .updateTable('project_owner_presentation')
    .set({
      name: presentation.name,
      description: presentation.description,
      profile_picture_url: presentation.profilePictureUrl,
      updated_at: presentation.at,
    })
    .where('id', '=', presentation.id)
    .returning(PRESENTATION_COLUMNS)
    .executeTakeFirst();
}

/** One presentation; undefined when there is none. */
export async function findPresentation(db: Database, presentationId: string): Promise<PresentationRow | undefined> {
  return db
    .selectFrom('project_owner_presentation')
    .select(PRESENTATION_COLUMNS)
    .where('id', '=', presentationId)
    .executeTakeFirst();
}

/** Locks a presentation: the foreign key makes every new link to it wait. Undefined when there is none. */
export async function lockPresentation(tx: Tx, presentationId: string): Promise<PresentationRow | undefined> {
  return tx
    .selectFrom('project_owner_presentation')
    .select(PRESENTATION_COLUMNS)
    .where('id', '=', presentationId)
    .forUpdate()
    .executeTakeFirst();
}

/** Number of properties that show a presentation, drafts included. Exact only under its lock. */
export async function countPropertiesShowing(tx: Tx, presentationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('property')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_owner_presentation_id', '=', presentationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a presentation. One that a property shows violates `property_project_owner_presentation_id_fkey`. */
export async function deletePresentationRow(tx: Tx, presentationId: string): Promise<void> {
  await tx.deleteFrom('project_owner_presentation').where('id', '=', presentationId).execute();
}

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
