// All SQL of the onboarding room: identity documents. The customers' room writes its changes of a customer.

import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import type { DocumentRefusal, DocumentStatus } from '../../../providers/payments/index.ts';
import type { FileType } from '../../../providers/storage/index.ts';
import type { IdentityDocumentType } from './rules.ts';

/** An identity document with the storage key of its file. */
export type IdentityDocument = {
  id: string;
  type: IdentityDocumentType;
  status: 'to_be_uploaded' | DocumentStatus;
  providerId: number | null;
  name: string;
  storageKey: string;
  contentType: FileType['contentType'];
  refusalReason: DocumentRefusal | null;
  /** The highest number of a document there when the file was sent and not answered; null while it was not sent. */
  sentAfter: number | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

const ofCustomer = (db: Database | Tx, customerId: CustomerId) =>
  db
    .selectFrom('identity_document')
    .select(['id', 'type', 'status', 'provider_id as providerId', 'name', 'storage_key as storageKey'])
    .select([
      'content_type as contentType',
      'refusal_reason as refusalReason',
      'sent_after as sentAfter',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('customer_id', '=', customerId);

/** Documents of an investor, oldest first. */
export async function listDocuments(db: Database | Tx, customerId: CustomerId): Promise<IdentityDocument[]> {
  return ofCustomer(db, customerId).orderBy('created_at').orderBy('id').execute();
}

/** Filters of the administrators' list; the period counts by the day on which a document of the type was first handed in. */
export type DocumentFilters = { type?: IdentityDocumentType; status?: IdentityDocument['status'] } & Period;

/** One page of an investor's documents, newest first, starting after the cursor. */
export async function listDocumentsPage(
  db: Database,
  customerId: CustomerId,
  { after, limit, filters }: { after: CursorKey | undefined; limit: number; filters: DocumentFilters },
): Promise<IdentityDocument[]> {
  let query = ofCustomer(db, customerId).where(inPeriod('created_at', filters));
  if (filters.type !== undefined) query = query.where('type', '=', filters.type);
  if (filters.status !== undefined) query = query.where('status', '=', filters.status);
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** One document of the investor; undefined for that of another investor. */
export async function findDocument(
  db: Database,
  key: { customerId: CustomerId; documentId: string },
): Promise<IdentityDocument | undefined> {
  return ofCustomer(db, key.customerId).where('id', '=', key.documentId).executeTakeFirst();
}

/** Storage key of the present document of this type. The caller holds the customer's lock. */
export async function findStorageKey(tx: Tx, customerId: CustomerId, type: IdentityDocumentType): Promise<string | undefined> {
  const row = await tx
    .selectFrom('identity_document')
    .select('storage_key as storageKey')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .executeTakeFirst();
  return row?.storageKey;
}

/**
 * Whether this very file is on record and on its way: not uploaded yet, or uploaded less than `marginSeconds` ago. The caller holds the
 * customer's lock.
 */
export async function isSameOnItsWay(
  tx: Tx,
  { customerId, type, contentSha256 }: { customerId: CustomerId; type: IdentityDocumentType; contentSha256: string },
  marginSeconds: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_document')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .where('content_sha256', '=', contentSha256)
    .where(
      sql<boolean>`(status = 'to_be_uploaded' or (status = 'uploaded' and sent_at >= clock_timestamp() - ${marginSeconds} * interval '1 second'))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a stored file as the document of its type, replacing an earlier one; it must be uploaded to the provider again. */
export async function replaceDocument(
  tx: Tx,
  document: {
    customerId: CustomerId;
    type: IdentityDocumentType;
    name: string;
    contentType: FileType['contentType'];
    contentSha256: string;
    storageKey: string;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { customerId, type, name, contentType, contentSha256, storageKey, at } = document;
  const fields = {
    status: 'to_be_uploaded' as const,
    refusal_reason: null,
    provider_id: null,
    sent_at: null,
    sent_after: null,
    name,
    content_type: contentType,
    content_sha256: contentSha256,
    storage_key: storageKey,
    updated_at: at,
  };
  await tx
    .insertInto('identity_document')
    .values({ id: newId(), customer_id: customerId, type, created_at: at, ...fields })
    .onConflict((conflict) => conflict.columns(['customer_id', 'type']).doUpdateSet(fields))
    .execute();
}

/**
 * Before a file is sent: false when it was replaced or uploaded meanwhile, or was sent less than `marginSeconds` ago without an answer, so
 * that it may still arrive. Real time.
 */
export async function claimUpload(
  tx: Tx,
  document: Pick<IdentityDocument, 'id' | 'storageKey'>,
  { sentAfter, marginSeconds }: { sentAfter: number; marginSeconds: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('identity_document')
    .set({ sent_at: sql<Temporal.Instant>`clock_timestamp()`, sent_after: sentAfter })
    .where('id', '=', document.id)
    .where('storage_key', '=', document.storageKey)
    .where('status', '=', 'to_be_uploaded')
    .where(sql<boolean>`(sent_at is null or sent_at < clock_timestamp() - ${marginSeconds} * interval '1 second')`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The provider refused the call itself: nothing arrived, and the file may be sent again at once. */
export async function forgetUpload(tx: Tx, documentId: string): Promise<void> {
  await tx.updateTable('identity_document').set({ sent_at: null, sent_after: null }).where('id', '=', documentId).execute();
}

/** Whether the file of this type was sent less than `marginSeconds` ago and not answered. The caller holds the customer's lock. */
export async function isUploadOpen(
  tx: Tx,
  { customerId, type }: { customerId: CustomerId; type: IdentityDocumentType },
  marginSeconds: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_document')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .where('status', '=', 'to_be_uploaded')
    .where(sql<boolean>`sent_at >= clock_timestamp() - ${marginSeconds} * interval '1 second'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the investor has a document of this type of which the provider has a later version. */
export async function isSuperseded(
  db: Database,
  { customerId, type, providerId }: { customerId: CustomerId; type: IdentityDocumentType; providerId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_document')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .where('provider_id', '>', providerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The provider's decision on a document. */
export type DocumentVerdict = { status: DocumentStatus; reason: DocumentRefusal | null };

/** Writes the outcome of an upload (no id: the file was refused); false when the document was replaced or uploaded meanwhile. */
export async function markUploaded(
  tx: Tx,
  document: Pick<IdentityDocument, 'id' | 'storageKey'>,
  upload: DocumentVerdict & { providerId: number | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('identity_document')
    .set({ status: upload.status, refusal_reason: upload.reason, provider_id: upload.providerId, updated_at: upload.at })
    .where('id', '=', document.id)
    .where('storage_key', '=', document.storageKey)
    .where('status', '=', 'to_be_uploaded')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the provider's decision; returns the name and previous status, or undefined when no document has this provider id. */
export async function writeVerdict(
  tx: Tx,
  document: { customerId: CustomerId; providerId: number },
  verdict: DocumentVerdict & { at: Temporal.Instant },
): Promise<{ name: string; previousStatus: string } | undefined> {
  return (
    tx
      .updateTable('identity_document')
      .set({ status: verdict.status, refusal_reason: verdict.reason, updated_at: verdict.at })
      .where('customer_id', '=', document.customerId)
      .where('provider_id', '=', document.providerId)
      .where('status', 'in', ['uploaded', 'accepted', 'refused'])
      // The subquery still sees the row as it was before this statement.
      .returning([
        'name',
        sql<string>`(
          select old.status
          from identity_document old
          where old.id = identity_document.id
        )`.as('previousStatus'),
      ])
      .executeTakeFirst()
  );
}
