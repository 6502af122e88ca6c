// GET /customers/investor-identity-document: what was handed in, and what the provider says of it now.

import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { followProvider } from './follow-provider.ts';
import { type IdentityDocument, listDocuments, markJudged } from './queries.ts';

/**
 * Our records, refreshed from the provider first when it has any of them (Q58). A provider that fails is `internal-error`:
 * a list that may be wrong would be worse.
 */
export async function listIdentityDocuments(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  input: { customerId: string; endUser: { address: string; userAgent: string | undefined } },
): Promise<IdentityDocument[]> {
  const { customerId, endUser } = input;
  const documents = await listDocuments(deps.db, customerId);
  if (documents.every(({ providerId }) => providerId === null)) return documents;
  await followProvider(
    deps,
    { customerId },
    {
      read: async () => {
        const listed = await deps.payments.listDocuments(customerId, {
          userAddress: endUser.address,
          userAgent: endUser.userAgent,
        });
        if (!listed.ok) throw new AppError(INTERNAL_ERROR, { cause: listed });
        return listed.value;
      },
      write: async (tx, listed) => {
        const at = deps.clock.now();
        for (const { documentId, status, reason } of listed)
          await markJudged(tx, { customerId, providerId: documentId }, { status, reason, at });
      },
    },
  );
  return listDocuments(deps.db, customerId);
}
