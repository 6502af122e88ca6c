// The last steps of onboarding v1: account and documents at the provider, then KYC waits for the verifier.

import type { Database } from '../../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { type CallContext, FILE_REFUSED, type ProviderFailure } from '../../../providers/payments/index.ts';
import {
  enqueueProviderUpdate,
  findCustomerWithUser,
  markWaitingForVerifier,
  providerProfileOf,
  writeProviderInternalId,
} from '../customers/index.ts';
import { REGISTER_DOCUMENTS_REQUIRED, REGISTER_PROFILE_REQUIRED } from './errors.ts';
import { providerFaults } from './profile-rules.ts';
import { type IdentityDocument, listDocuments, markUploaded } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'storage' | 'payments' | 'log'>;

const UNFIT_FILE = 'The payment provider refused a file: it takes a JPEG, PNG or PDF of 100 KB to 10 MB. Hand in another one.';

/**
 * 1. profile and documents; 2. the account, whose id is the customer's (one that is there already is taken); 3. every document
 * that the provider has not; 4. KYC `waitingForVerifier`. Each step is kept when it is done, so a repeat goes on where the
 * last one stopped. What the steps need is looked at again after the provider answered.
 * Errors: `register.profile.required`, `register.documents.required` (none, or a file that the provider does not take); a provider
 * that fails is `internal-error`.
 */
export async function finishKyc(
  deps: Deps,
  input: { customerId: string; endUser: { address: string; userAgent: string | undefined } },
): Promise<void> {
  const { customerId, endUser } = input;
  const context: CallContext = { userAddress: endUser.address, userAgent: endUser.userAgent };
  const profile = await readProfile(deps.db, customerId);
  assertDocuments(await listDocuments(deps.db, customerId));

  const opened = await deps.payments.openAccount(profile, context);
  if (!opened.ok) throw await failed(deps, customerId, opened);
  await readProfile(deps.db, customerId);
  const documents = await inTransaction(deps.db, async (tx) => {
    await writeProviderInternalId(tx, customerId, opened.value.internalId);
    await tellOfChanges(tx, deps, { customerId, sent: profile, existing: opened.value.existing });
    return listDocuments(tx, customerId);
  });
  assertDocuments(documents);
  let areTaken = true;
  for (const document of documents)
    if (document.status === 'to_be_uploaded') areTaken = (await upload(deps, customerId, document, context)) && areTaken;
  if (!areTaken) throw new AppError(REGISTER_DOCUMENTS_REQUIRED, { detail: UNFIT_FILE });

  await inTransaction(deps.db, (tx) => markWaitingForVerifier(tx, customerId));
}

async function readProfile(db: Database | Tx, customerId: string) {
  const customer = await findCustomerWithUser(db, customerId);
  const profile = customer && providerProfileOf(customer, customer.email);
  // One that was saved before the provider's limits were known here is no profile: the investor corrects it.
  if (!profile || providerFaults(customer).length > 0) throw new AppError(REGISTER_PROFILE_REQUIRED);
  return profile;
}

/**
 * The provider may have an older profile: of an account that was there before, or saved while it opened this one. Whoever saves
 * another one from now on waits for this transaction and sees that there is an account.
 */
async function tellOfChanges(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { customerId, sent, existing }: { customerId: string; sent: object; existing: boolean },
): Promise<void> {
  const customer = await findCustomerWithUser(tx, customerId);
  if (!customer) return;
  const isSame = JSON.stringify(providerProfileOf(customer, customer.email)) === JSON.stringify(sent);
  if (existing || !isSame) await enqueueProviderUpdate(tx, deps, customer);
}

/** A-onboarding-4: a refused document is no document; one that the provider has already counts. */
function assertDocuments(documents: readonly IdentityDocument[]): void {
  if (documents.every(({ status }) => status === 'refused')) throw new AppError(REGISTER_DOCUMENTS_REQUIRED);
}

/** False when the provider does not take such a file: the document is refused, and the investor hands in another one (A-onboarding-8). */
async function upload(deps: Deps, customerId: string, document: IdentityDocument, context: CallContext): Promise<boolean> {
  const file = await deps.storage.get(document.storageKey);
  if (!file) throw new Error(`the file of identity document ${document.id} is gone`);
  const { type, name } = document;
  const uploaded = await deps.payments.uploadDocument({ accountId: customerId, type, name, bytes: file.bytes }, context);
  const at = deps.clock.now();
  if (!uploaded.ok && uploaded.code === FILE_REFUSED) {
    await inTransaction(deps.db, (tx) => markUploaded(tx, document, { providerId: null, status: 'refused', reason: null, at }));
    return false;
  }
  if (!uploaded.ok) throw await failed(deps, customerId, uploaded);
  const { documentId, status, reason } = uploaded.value;
  await inTransaction(deps.db, (tx) => markUploaded(tx, document, { providerId: documentId, status, reason, at }));
  return true;
}

/** The provider's refusal is told to the team: the investor cannot mend it alone. A fault of the moment is only logged. */
async function failed(deps: Pick<Deps, 'db' | 'jobs'>, customerId: string, failure: ProviderFailure): Promise<AppError> {
  if (failure.kind !== 'unavailable' && failure.kind !== 'unauthorized') {
    await inTransaction(deps.db, (tx) =>
      enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé l’entrée en relation du client ${customerId} : ${failure.kind}${failure.code === undefined ? '' : ` (${failure.code})`}.`,
      }),
    );
  }
  return new AppError(INTERNAL_ERROR, { cause: failure });
}
