// GET /administration/customers/:customerId/documents: identity documents of an investor, ours and those that only the provider has.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../customers/index.ts';
import { type ListedDocument, onlyAtProvider } from './only-at-provider.ts';
import { type IdentityDocument, listDocuments, listDocumentsPage } from './queries.ts';
import type { AdministrationDocument, AdministrationDocumentsPage, AdministrationDocumentsQuery } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'payments'>;
type Query = Static<typeof AdministrationDocumentsQuery>;

/**
 * Newest first. Reads alone: the provider's verdicts are written when it tells them and when the investor looks (A-onboarding-16).
 * Errors: `not-found`, `validation-failed` for a foreign cursor.
 */
export async function listCustomerDocuments(
  deps: Deps,
  input: Query & { customerId: string },
): Promise<AdministrationDocumentsPage> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDocumentsPage(deps.db, customerId, { after, limit: limit + 1, filters });
  const page = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
  return { ...page, onlyAtProvider: await readOthers(deps, customerId, filters) };
}

/** Those of the provider that fit the filters; null when it does not answer. It tells no dates: the period does not bind them. */
async function readOthers(
  deps: Deps,
  customerId: string,
  { type, status }: Pick<Query, 'type' | 'status'>,
): Promise<ListedDocument[] | null> {
  const listed = await deps.payments.listDocuments(customerId);
  // Whoever has handed nothing in yet has no account there.
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
