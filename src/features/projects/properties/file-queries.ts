// SQL of the presentations of properties.

import { type SqlBool, sql } from 'kysely';
import type { Administrator } from '../../../core/audit.ts';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

/** A presentation with where its file lies, and who put it there. */
export type Presentation = {
  id: string;
  propertyId: string;
  name: string;
  storageKey: string;
  contentType: string;
  sizeBytes: number;
  administratorId: string;
  administratorEmail: string;
  createdAt: Temporal.Instant;
};

const COLUMNS = [
  'id',
  'property_id as propertyId',
  'name',
  'storage_key as storageKey',
  'content_type as contentType',
  'size_bytes as sizeBytes',
  'administrator_id as administratorId',
  'administrator_email as administratorEmail',
  'created_at as createdAt',
] as const;

export type NewPresentation = Omit<Presentation, 'administratorId' | 'administratorEmail'> & { administrator: Administrator };

/** Writes it. The caller holds the property's lock. */
export async function insertPresentation(tx: Tx, presentation: NewPresentation): Promise<Presentation> {
  return tx
    .insertInto('property_presentation')
    .values({
      id: presentation.id,
      property_id: presentation.propertyId,
      name: presentation.name,
      storage_key: presentation.storageKey,
      content_type: presentation.contentType,
      size_bytes: presentation.sizeBytes,
      administrator_id: presentation.administrator.administratorId,
      administrator_email: presentation.administrator.email,
      created_at: presentation.createdAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** What the list may be narrowed by; `name` is any part of it, case apart. */
export type PresentationFilters = { name?: string } & Period;

/** Presentations of a property, newest first, after the cursor's one. */
export async function listPresentationRows(
  db: Database,
  propertyId: string,
  { after, limit, filters = {} }: { after?: CursorKey | undefined; limit: number; filters?: PresentationFilters },
): Promise<Presentation[]> {
  let query = db
    .selectFrom('property_presentation')
    .select(COLUMNS)
    .where('property_id', '=', propertyId)
    .where(inPeriod('created_at', filters));
  if (filters.name !== undefined) query = query.where(sql<SqlBool>`position(lower(${filters.name}) in lower(name)) > 0`);
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Takes away one of this property; undefined when it has no such presentation, also when another call was first. */
export async function deletePresentationOf(
  tx: Tx,
  key: { propertyId: string; presentationId: string },
): Promise<Presentation | undefined> {
  return tx
    .deleteFrom('property_presentation')
    .where('id', '=', key.presentationId)
    .where('property_id', '=', key.propertyId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Takes away all of a property. The caller holds its lock: no new one comes. */
export async function deletePresentationsOf(tx: Tx, propertyId: string): Promise<Presentation[]> {
  return tx.deleteFrom('property_presentation').where('property_id', '=', propertyId).returning(COLUMNS).execute();
}

/** Whether there is such a property. */
export async function hasProperty(db: Database, propertyId: string): Promise<boolean> {
  const row = await db.selectFrom('property').select('id').where('id', '=', propertyId).executeTakeFirst();
  return row !== undefined;
}
