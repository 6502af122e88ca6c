// SQL of the edits of a property and of its internal note.

import { sql, type Updateable } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Property, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { wasEverUsed } from '../../../money/ledger/index.ts';
import type { PropertyRow } from '../project-life/index.ts';

/** Writes the given columns. Throws unless the property has the status that the caller has read under its lock. */
export async function updateProperty(
  tx: Tx,
  propertyId: PropertyId,
  status: PropertyRow['status'],
  columns: Updateable<Property>,
): Promise<PropertyRow> {
  return tx
    .updateTable('property')
    .set(columns)
    .where('id', '=', propertyId)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * True once anything points at the wallet of the property's SPV: a posting, a purchase in whatever status, a payment recorded for it or on
 * its way to it, or a schedule, whose mandate and debits are that wallet's. Exact only under the property's lock.
 */
export async function isSpvInUse(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  if (await wasEverUsed(tx, propertyId)) return true;
  const { rows } = await sql<{ isUsed: boolean }>`
    select
      exists (select from purchase where property_id = ${propertyId}::uuid)
      or exists (
        select
        from payment_to_be_assigned
        where property_id = ${propertyId}::uuid or switching_to_property_id = ${propertyId}::uuid
      )
      or exists (select from payment_schedule where property_id = ${propertyId}::uuid) as "isUsed"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an exists without a row');
  return row.isUsed;
}

/** True once the property has a payment schedule. Exact only under its lock. */
export async function hasSchedule(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_schedule')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a DRAFT; false when the property is published or unknown. A row that refers to it violates a foreign key. */
export async function deleteDraft(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .deleteFrom('property')
    .where('id', '=', propertyId)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The internal note, before the first save empty with version 0 (catalogue.md#internal-note); undefined for an unknown property.
 */
export async function findInternalNote(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .select(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}

/**
 * Replaces the note if it still has the version that the caller read; undefined when it has not, or there is no such property.
 */
export async function replaceInternalNote(
  tx: Tx,
  propertyId: PropertyId,
  note: { content: string; version: number; at: Temporal.Instant },
) {
  return tx
    .updateTable('property')
    .set((row) => ({
      internal_note_content: note.content,
      internal_note_version: row('internal_note_version', '+', 1),
      updated_at: note.at,
    }))
    .where('id', '=', propertyId)
    .where('internal_note_version', '=', note.version)
    .returning(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}
