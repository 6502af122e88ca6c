// GET /customers/investor-identity-document: the documents of the investor with their present status at the provider.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { shareRun } from '../../../core/share-run.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderDocument } from '../../../providers/payments/index.ts';
import { shownDocument } from '../customers/index.ts';
import { followProvider } from './follow-provider.ts';
import { type ListedDocument, onlyAtProvider } from './only-at-provider.ts';
import { listDocuments, markJudged } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;
type Input = { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } };

/**
 * Our records, updated from the provider first, then the documents that only the provider has (A-onboarding-7). Error:
 * `internal-error` when the provider fails, as the list could be wrong.
 */
export async function listIdentityDocuments(deps: Deps, input: Input): Promise<ListedDocument[]> {
  const { customerId } = input;
  const atProvider = await shareRun(deps.db, `identity documents of ${customerId}`, () => follow(deps, input));
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
          await markJudged(tx, { customerId, providerId: documentId }, { status, reason, at });
        return listed;
      },
    },
  );
}
