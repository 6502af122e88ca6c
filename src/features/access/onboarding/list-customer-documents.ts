// GET /administration/customers/:customerId/documents: identity documents of an investor, ours and those that only the provider
// has.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../customers/index.ts';
import { type ListedDocument, onlyAtProvider } from './only-at-provider.ts';
import { type IdentityDocument, listDocuments, listDocumentsPage } from './queries.ts';
import type { AdministrationDocument, AdministrationDocumentsPage, AdministrationDocumentsQuery } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'payments'>;
type Query = Static<typeof AdministrationDocumentsQuery>;

/**
 * Newest first. Only reads: the provider's decisions are written by its webhooks and when the investor lists the documents
 * (A-onboarding-16). Errors: `not-found`, `validation-failed` for a malformed cursor.
 */
export async function listCustomerDocuments(
  deps: Deps,
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
  deps: Deps,
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
