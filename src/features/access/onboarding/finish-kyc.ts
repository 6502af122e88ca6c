// The last steps of onboarding v1: the account and the documents at the provider, then KYC waits for the verifier (A-onboarding-5).

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
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
  refusalText,
  writeProviderInternalId,
} from '../customers/index.ts';
import { REGISTER_DOCUMENTS_REQUIRED, REGISTER_PROFILE_REQUIRED } from './errors.ts';
import { providerFaults } from './profile-rules.ts';
import { type IdentityDocument, listDocuments, markUploaded } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'storage' | 'payments' | 'log'>;

const FILE_NOT_ACCEPTED =
  'The payment provider refused a file: it takes a JPEG, PNG or PDF of 100 KB to 10 MB. Hand in another one.';

/**
 * 1. check profile and documents; 2. open the account, whose id is the customer's (an existing one is used); 3. upload every
 * document that the provider does not have; 4. set KYC to `waitingForVerifier`. Each step is committed on its own, so a retry
 * continues where the last attempt stopped. Profile and documents are checked again after the provider's answer.
 * Errors: `register.profile.required`, `register.documents.required` (none, or a file that the provider does not accept),
 * `internal-error` when the provider fails.
 */
export async function finishKyc(
  deps: Deps,
  input: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
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
    await updateIfOutdated(tx, deps, { customerId, sent: profile, existing: opened.value.existing });
    return listDocuments(tx, customerId);
  });
  assertDocuments(documents);
  let areAccepted = true;
  for (const document of documents)
    if (document.status === 'to_be_uploaded') areAccepted = (await upload(deps, customerId, document, context)) && areAccepted;
  if (!areAccepted) throw new AppError(REGISTER_DOCUMENTS_REQUIRED, { detail: FILE_NOT_ACCEPTED });

  await inTransaction(deps.db, (tx) => markWaitingForVerifier(tx, customerId));
}

async function readProfile(db: Database | Tx, customerId: CustomerId) {
  const customer = await findCustomerWithUser(db, customerId);
  const profile = customer && providerProfileOf(customer, customer.email);
  // A profile that was saved before we knew the provider's limits may exceed them: the investor must correct it.
  if (!profile || providerFaults(customer).length > 0) throw new AppError(REGISTER_PROFILE_REQUIRED);
  return profile;
}

/**
 * Enqueues an update when the provider may have an older profile: the account existed before, or the profile was saved while the
 * account was being opened. A later save waits for this transaction, sees the account and enqueues its own update.
 */
async function updateIfOutdated(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { customerId, sent, existing }: { customerId: CustomerId; sent: object; existing: boolean },
): Promise<void> {
  const customer = await findCustomerWithUser(tx, customerId);
  if (!customer) return;
  const isSame = JSON.stringify(providerProfileOf(customer, customer.email)) === JSON.stringify(sent);
  if (existing || !isSame) await enqueueProviderUpdate(tx, deps, customer);
}

/** A-onboarding-4: refused documents do not count; those that the provider has already do. */
function assertDocuments(documents: readonly IdentityDocument[]): void {
  if (documents.every(({ status }) => status === 'refused')) throw new AppError(REGISTER_DOCUMENTS_REQUIRED);
}

/** False when the provider does not accept the file: the document is marked as refused and must be replaced (A-onboarding-8). */
async function upload(deps: Deps, customerId: CustomerId, document: IdentityDocument, context: CallContext): Promise<boolean> {
  const file = await deps.storage.get(document.storageKey);
  if (!file) throw new Error(`the file of identity document ${document.id} is missing`);
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

/** Reports a refusal of the provider to the team, as the investor cannot resolve it; a temporary failure is only logged. */
async function failed(deps: Pick<Deps, 'db' | 'jobs'>, customerId: CustomerId, failure: ProviderFailure): Promise<AppError> {
  if (failure.kind !== 'unavailable' && failure.kind !== 'unauthorized') {
    await inTransaction(deps.db, (tx) =>
      enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé l’entrée en relation du client ${customerId} : ${refusalText(failure)}.`,
      }),
    );
  }
  return new AppError(INTERNAL_ERROR, { cause: failure });
}
