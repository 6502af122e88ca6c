// The last steps of onboarding v1: the account and the documents at the provider, then KYC waits for the verifier.

import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  type Account,
  type CallContext,
  FILE_REFUSED,
  type ProviderDocument,
  type ProviderFailure,
} from '../../../providers/payments/index.ts';
import {
  changeKycStatus,
  enqueueProviderUpdate,
  findCustomer,
  findCustomerWithUser,
  fixProviderKind,
  type InvestorView,
  isHeld,
  type KycStatus,
  lockCustomer,
  mailInvestor,
  makeV2,
  NAME_REFUSED,
  nameMarkOf,
  providerProfileOf,
  readInvestorView,
  refusalText,
  writeProviderInternalId,
} from '../customers/index.ts';
import { ONBOARDING_V1_IS_NOT_ENABLED, REGISTER_DOCUMENTS_REQUIRED, REGISTER_PROFILE_REQUIRED } from './errors.ts';
import { followProvider } from './follow-provider.ts';
import { isWalletBlocked, nextKycStatus } from './kyc-rules.ts';
import { claimUpload, forgetUpload, type IdentityDocument, listDocuments, markUploaded, writeVerdict } from './queries.ts';
import { assertMayHandIn, providerFaults } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'storage' | 'payments' | 'log'>;

const FILE_NOT_ACCEPTED =
  'The payment provider refused a file: it takes a JPEG, PNG or PDF of 100 KB to 10 MB. Hand in another one.';

/**
 * 1. check profile and documents; 2. open the account, whose id is the customer's (an existing one is used); 3. upload every
 * document that the provider does not have, after looking for one whose answer was lost; 4. read account and documents again: KYC is
 * `waitingForVerifier` while the provider has one to check, and what it has decided meanwhile stays. Each step is committed on its own, so a
 * retry continues where the last attempt stopped; of two requests at once the second begins when the first has ended.
 * Errors: `register.profile.required` (also for a name that the provider refuses), `register.documents.required` (none, nothing that the
 * provider has not checked already, or a file that it does not accept), `onboarding.v1-is-not-enabled` when the provider opens no accounts
 * this way any more, `internal-error` when it fails, `temporarily-unavailable` while a file may still arrive there.
 */
export function finishKyc(
  deps: Deps,
  input: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
): Promise<void> {
  return singleFlight(deps.db, `identity check of ${input.customerId}`, () => finish(deps, input));
}

async function finish(deps: Deps, { customerId, endUser }: Parameters<typeof finishKyc>[1]): Promise<void> {
  const context: CallContext = { userAddress: endUser.address, userAgent: endUser.userAgent };
  const profile = await readProfile(deps.db, customerId);
  assertDocuments(await listDocuments(deps.db, customerId));

  const opened = await deps.payments.openAccount(profile, context);
  if (!opened.ok && opened.kind === 'retired') throw await movedToV2(deps, customerId);
  if (!opened.ok) {
    const error = await failed(deps, customerId, opened);
    const isForName = opened.kind === 'rejected' && nameMarkOf(profile) !== null;
    throw isForName ? new AppError(REGISTER_PROFILE_REQUIRED, { detail: NAME_REFUSED, cause: opened }) : error;
  }
  await readProfile(deps.db, customerId);
  await inTransaction(deps.db, async (tx) => {
    await writeProviderInternalId(tx, customerId, opened.value.internalId);
    await fixProviderKind(tx, customerId, profile.kind);
    await updateIfOutdated(tx, deps, { customerId, sent: profile, existing: opened.value.existing });
  });
  const before = await readStanding(deps, customerId, context);
  const isSent = await uploadAll(deps, { customerId, context, listed: before.documents });
  if ((await settleKyc(deps, { customerId, context, before, isSent })) === 'nothing-to-check')
    throw new AppError(REGISTER_DOCUMENTS_REQUIRED);
}

/** Account and documents at the provider. Error: `internal-error`. */
async function readStanding(deps: Deps, customerId: CustomerId, context: CallContext) {
  const [account, documents] = await Promise.all([
    deps.payments.getAccount(customerId, context),
    deps.payments.listDocuments(customerId, context),
  ]);
  if (!account.ok) throw await failed(deps, customerId, account);
  if (!documents.ok) throw await failed(deps, customerId, documents);
  return { account: account.value, documents: documents.value };
}

/** Uploads what the provider does not have; whether there was anything. */
async function uploadAll(
  deps: Deps,
  of: { customerId: CustomerId; context: CallContext; listed: readonly ProviderDocument[] },
): Promise<boolean> {
  const documents = await listDocuments(deps.db, of.customerId);
  assertDocuments(documents);
  const waiting = documents.filter(({ status }) => status === 'to_be_uploaded');
  let areAccepted = true;
  for (const document of waiting) areAccepted = (await upload(deps, { ...of, document, ours: documents })) && areAccepted;
  if (!areAccepted) throw new AppError(REGISTER_DOCUMENTS_REQUIRED, { detail: FILE_NOT_ACCEPTED });
  return waiting.length > 0;
}

/**
 * Writes what the provider says now. A status of the account that changed since before the upload is its decision; one that it had already
 * says nothing of the documents that were sent since.
 */
function settleKyc(
  deps: Deps,
  of: { customerId: CustomerId; context: CallContext; before: { account: Account }; isSent: boolean },
): Promise<'settled' | 'nothing-to-check' | undefined> {
  const { customerId, context, before, isSent } = of;
  return followProvider(
    deps,
    { customerId },
    {
      read: () => readStanding(deps, customerId, context),
      write: async (tx, { account, documents }) => {
        const at = deps.clock.now();
        for (const { documentId, status, reason } of documents)
          await writeVerdict(tx, { customerId, providerId: documentId }, { status, reason, at });
        const customer = await lockCustomer(tx, customerId);
        if (!customer) return undefined;
        const isPending = (await listDocuments(tx, customerId)).some(({ status }) => status === 'uploaded');
        const from = customer.kycStatus;
        const isChanged = account.rawStatus !== before.account.rawStatus && account.kycStatus !== 'registered';
        const isDecided = isChanged || account.kycStatus === 'verified';
        const waiting = isPending || isSent ? waitingAfter(from) : from;
        const to = isDecided ? nextKycStatus(from, account.kycStatus) : waiting;
        const { rawStatus, internalId, kind } = account;
        await changeKycStatus(tx, customerId, {
          from,
          to,
          account: { rawStatus, internalId, kind, blocked: isWalletBlocked(account) },
          at,
        });
        const held = isHeld({ frozenAt: customer.frozenAt, providerBlocked: isWalletBlocked(account) });
        if (to !== from && (to === 'verified' || to === 'refused' || to === 'outdated'))
          await mailInvestor(tx, deps, { customerId, template: 'identity-checked', data: { outcome: to, held } });
        return isPending || isSent || to === 'verified' ? 'settled' : 'nothing-to-check';
      },
    },
  );
}

/** Whom the provider has verified meanwhile stays so. */
function waitingAfter(from: KycStatus): KycStatus {
  return from === 'verified' ? from : 'waitingForVerifier';
}

/** The provider opens accounts on its own pages only: the investor enters there (A-online-onboarding-2). */
async function movedToV2(deps: Pick<Deps, 'db'>, customerId: CustomerId): Promise<AppError> {
  await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (customer?.onboardingVersion === 'v1' && customer.providerKind === null) await makeV2(tx, customerId);
  });
  return new AppError(ONBOARDING_V1_IS_NOT_ENABLED, {
    detail: 'The payment provider asks for documents on its own page: start the onboarding there.',
  });
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

/** Refused documents do not count; those that the provider has already do. */
function assertDocuments(documents: readonly IdentityDocument[]): void {
  if (documents.every(({ status }) => status === 'refused')) throw new AppError(REGISTER_DOCUMENTS_REQUIRED);
}

type Upload = {
  customerId: CustomerId;
  context: CallContext;
  document: IdentityDocument;
  ours: readonly IdentityDocument[];
  listed: readonly ProviderDocument[];
};

/**
 * False when the provider does not accept the file: the document is marked as refused and must be replaced. A file that was
 * sent before without an answer is taken over when the provider has it, and sent again only after the margin of repeated calls.
 */
async function upload(deps: Deps, { customerId, context, document, ours, listed }: Upload): Promise<boolean> {
  const arrived = arrivedOf(document, ours, listed);
  if (arrived) {
    await inTransaction(deps.db, (tx) => markUploaded(tx, document, { ...verdictOf(arrived), at: deps.clock.now() }));
    return true;
  }
  const file = await deps.storage.get(document.storageKey);
  if (!file) throw new Error(`the file of identity document ${document.id} is missing`);
  const sentAfter = Math.max(0, ...listed.map(({ documentId }) => documentId));
  const marginSeconds = deps.config.PROVIDER_RESEND_AFTER_SECONDS;
  const isMine = await inTransaction(deps.db, (tx) => claimUpload(tx, document, { sentAfter, marginSeconds }));
  if (!isMine)
    throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The document is on its way to the payment provider; try again.' });
  const { type, name } = document;
  const uploaded = await deps.payments.uploadDocument({ accountId: customerId, type, name, bytes: file.bytes }, context);
  const at = deps.clock.now();
  if (!uploaded.ok && uploaded.code === FILE_REFUSED) {
    await inTransaction(deps.db, (tx) => markUploaded(tx, document, { providerId: null, status: 'refused', reason: null, at }));
    return false;
  }
  if (!uploaded.ok) {
    if (uploaded.kind !== 'unavailable') await inTransaction(deps.db, (tx) => forgetUpload(tx, document.id));
    throw await failed(deps, customerId, uploaded);
  }
  await inTransaction(deps.db, (tx) => markUploaded(tx, document, { ...verdictOf(uploaded.value), at }));
  return true;
}

/** The document at the provider that an unanswered upload left there: of its type, later than all there were, and no other of ours. */
function arrivedOf(
  { type, sentAfter }: IdentityDocument,
  ours: readonly IdentityDocument[],
  listed: readonly ProviderDocument[],
): ProviderDocument | undefined {
  if (sentAfter === null) return undefined;
  const isOurs = ({ documentId }: ProviderDocument) => ours.some(({ providerId }) => providerId === documentId);
  return listed
    .filter((document) => document.type === type && document.documentId > sentAfter && !isOurs(document))
    .toSorted((a, b) => b.documentId - a.documentId)[0];
}

const verdictOf = ({ documentId, status, reason }: Pick<ProviderDocument, 'documentId' | 'status' | 'reason'>) => ({
  providerId: documentId,
  status,
  reason,
});

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

// POST /customers/investor-business-document: hands the KYC of a business to the verifier once the support team has its
// documents.

/**
 * Uploads nothing new: the documents on file go to the provider. Sends no alert for v2 (onboarding.md#identity-documents).
 * Errors: `onboarding.v1-is-not-enabled`, `forbidden` (no profile, an individual, KYC not open), those of {@link finishKyc}.
 */
export async function finishBusinessKyc(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'storage' | 'payments' | 'log'>,
  input: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
): Promise<InvestorView> {
  const customer = await findCustomer(deps.db, input.customerId);
  if (customer?.onboardingVersion === 'v2') throw new AppError(ONBOARDING_V1_IS_NOT_ENABLED);
  assertMayHandIn(customer);
  if (customer?.customerType !== 'business') throw new AppError(FORBIDDEN);
  await finishKyc(deps, input);
  return readInvestorView(deps.db, input.customerId);
}
