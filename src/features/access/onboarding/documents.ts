// Identity documents as they are shown: ours and those that only the provider has, to the investor and to administrators.

import { extname } from 'node:path';
import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderDocument } from '../../../providers/payments/index.ts';
import { assertCustomer, type IdentityDocument as ListedDocument, shownDocument } from '../customers/index.ts';
import { followProvider } from './follow-provider.ts';
import { findDocument, type IdentityDocument, listDocuments, listDocumentsPage, writeVerdict } from './queries.ts';
import { IDENTITY_DOCUMENT_TYPES } from './rules.ts';
import type { AdministrationDocument, AdministrationDocumentsPage, AdministrationDocumentsQuery } from './schemas.ts';

// GET /customers/investor-identity-document: the documents of the investor with their present status at the provider.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;
type Input = { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } };

/**
 * Our records, updated from the provider first, then the documents that only the provider has. Error:
 * `internal-error` when the provider fails, as the list could be wrong.
 */
export async function listIdentityDocuments(deps: Deps, input: Input): Promise<ListedDocument[]> {
  const { customerId } = input;
  const atProvider = await singleFlight(deps.db, `identity documents of ${customerId}`, () => follow(deps, input));
  const ours = await listDocuments(deps.db, customerId);
  const shown = ours.map(({ type, status, providerId, name, refusalReason }) =>
    shownDocument({ type, status, providerId, name, refusalReason }),
  );
  return [...shown, ...onlyAtProvider(ours, atProvider ?? [])];
}

/** Reads the provider's list and writes its decisions into our records. Undefined when there is no such customer. */
function follow(deps: Deps, { customerId, endUser }: Input): Promise<readonly ProviderDocument[] | undefined> {
  return followProvider(
    deps,
    { customerId },
    {
      read: async () => {
        const listed = await deps.payments.listDocuments(customerId, {
          userAddress: endUser.address,
          userAgent: endUser.userAgent,
        });
        if (listed.ok) return listed.value;
        // An investor who has handed in nothing has no account there.
        if (listed.kind === 'not-found') return [];
        throw new AppError(INTERNAL_ERROR, { cause: listed });
      },
      write: async (tx, listed) => {
        const at = deps.clock.now();
        for (const { documentId, status, reason } of listed)
          await writeVerdict(tx, { customerId, providerId: documentId }, { status, reason, at });
        return listed;
      },
    },
  );
}

// GET /administration/customers/:customerId/documents: identity documents of an investor, ours and those that only the provider
// has.

type ListCustomerDocumentsDeps = Pick<AppDeps, 'db' | 'payments'>;
type Query = Static<typeof AdministrationDocumentsQuery>;

/**
 * Newest first. Only reads: the provider's decisions are written by its webhooks and when the investor lists the documents.
 * Errors: `not-found`, `validation-failed` for a malformed cursor.
 */
export async function listCustomerDocuments(
  deps: ListCustomerDocumentsDeps,
  input: Query & { customerId: CustomerId },
): Promise<AdministrationDocumentsPage> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDocumentsPage(deps.db, customerId, { after, limit: limit + 1, filters });
  const page = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
  return { ...page, onlyAtProvider: await readOnlyAtProvider(deps, customerId, filters) };
}

/** The provider's documents that match the filters, except the period, as it gives no dates; null when it does not answer. */
async function readOnlyAtProvider(
  deps: ListCustomerDocumentsDeps,
  customerId: CustomerId,
  { type, status }: Pick<Query, 'type' | 'status'>,
): Promise<ListedDocument[] | null> {
  const listed = await deps.payments.listDocuments(customerId);
  // An investor who has handed in nothing has no account there.
  if (!listed.ok) return listed.kind === 'not-found' ? [] : null;
  return onlyAtProvider(await listDocuments(deps.db, customerId), listed.value).filter(
    (document) => (type === undefined || document.type === type) && (status === undefined || document.status === status),
  );
}

function toView(row: IdentityDocument): AdministrationDocument {
  const { id, type, status, providerId, name, contentType, refusalReason, createdAt, updatedAt } = row;
  return {
    id,
    type,
    status,
    providerId,
    name,
    contentType,
    refusalReason,
    createdAt: createdAt.toString(),
    updatedAt: updatedAt.toString(),
  };
}

// GET /administration/customers/:customerId/documents/:documentId/file: the file of an identity document, with an audit row.

/**
 * The file as it was handed in; the access is audited before anything is returned. Error: `not-found`, also for
 * a document of another investor and for a file that the storage does not have.
 */
export async function readDocumentFile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>,
  input: { customerId: CustomerId; documentId: string; audit: RouteAudit },
): Promise<{ name: string; contentType: string; bytes: Uint8Array }> {
  const { audit, customerId, documentId } = input;
  const document = await findDocument(deps.db, { customerId, documentId });
  const file = document && (await deps.storage.get(document.storageKey));
  if (!document || !file) throw new AppError(NOT_FOUND, { detail: 'Document not found' });
  const { type, contentType, storageKey } = document;
  await inTransaction(deps.db, (tx) =>
    recordAdminAction(tx, {
      ...audit,
      target: { type: 'customer', id: customerId },
      payload: { documentId, type },
      at: deps.clock.now(),
    }),
  );
  // A generated name: the investor's own could contain anything.
  return { name: `${type}-${documentId}${extname(storageKey)}`, contentType, bytes: file.bytes };
}

/**
 * Documents that came through the provider's hosted onboarding or the support team, without our own older versions, which
 * the provider keeps. The provider gives no file name, so the type stands in for it.
 */
function onlyAtProvider(
  ours: readonly Pick<ListedDocument, 'type' | 'providerId'>[],
  atProvider: readonly ProviderDocument[],
): ListedDocument[] {
  return atProvider.flatMap(({ documentId, type, status, reason }) => {
    const known = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === type);
    const isOurs = ours.some(
      ({ type: ourType, providerId }) =>
        providerId === documentId || (ourType === known && providerId !== null && providerId > documentId),
    );
    return known === undefined || isOurs
      ? []
      : [shownDocument({ type: known, status, providerId: documentId, name: known, refusalReason: reason })];
  });
}
