// A notification of the provider is stored and has its effect while the provider waits: an account or a document is read again.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { INTERNAL_SERVER_ERROR } from '../../../money/payments/index.ts';
import {
  type Parsed,
  type ProviderDocument,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseChargebackNotification,
  parseDocumentStatusNotification,
  parseOnboardingStatusNotification,
} from '../../../providers/payments/index.ts';
import { hasCustomer, mailInvestor } from '../../access/customers/index.ts';
import { followProvider, IDENTITY_DOCUMENT_TYPES, isSuperseded, writeVerdict } from '../../access/onboarding/index.ts';
import { accountOfOnboarding, customerIdOf, followAccount, type OnboardingHint } from '../../access/online-onboarding/index.ts';
import { syncBankAccounts } from '../../investing/bank-accounts/index.ts';
import { followChargeBack } from '../charge-backs/index.ts';
import { CUSTOMER_NOT_FOUND, PAYLOAD_MISSING_IDS } from './errors.ts';
import { storeEvent, writeOutcome } from './queries.ts';
import {
  fingerprintOf,
  HANDLED,
  type NotificationEvent,
  type NotificationName,
  outcomeOfError,
  storable,
  usableFields,
} from './rules.ts';

/** What an effect may use. */
export type EffectDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/**
 * What a notification changes. It is only a hint: each effect reads the provider again, so it may run twice, late, and in any
 * order.
 */
export type Effect = (deps: EffectDeps, event: NotificationEvent) => Promise<void>;

/**
 * Stored before its effect, so that nothing is lost when that fails: the provider delivers again, and so does the job
 * `replay-webhook`. A second delivery is counted and has its effect again, which changes nothing unless the provider's state
 * changed. Errors: those of the effect, after they were written to the stored event.
 */
export async function receiveNotification(
  deps: EffectDeps,
  { name, body, effect }: { name: NotificationEvent['name']; body: unknown; effect: Effect },
): Promise<void> {
  const event = { name, payload: storable(body) };
  const fingerprint = fingerprintOf(name, event.payload);
  const id = await inTransaction(deps.db, (tx) => storeEvent(tx, { ...event, fingerprint, at: deps.clock.now() }));
  const outcome = await effect(deps, event).then(() => HANDLED, outcomeOfError);
  await inTransaction(deps.db, (tx) => writeOutcome(tx, id, outcome, deps.clock.now()));
  if (outcome.state !== 'handled') throw outcome.error;
}

/** The effect of each notification, when it arrives and when it is replayed. */
export const EFFECTS: Readonly<Record<NotificationName, Effect>> = {
  'customer-status-changed': syncAccount,
  'customer-temporarily-blocked': syncAccount,
  'account-status-changed': syncAccount,
  'profile-status-changed': syncAccount,
  'requirement-change': syncAccount,
  'restriction-change': syncAccount,
  'document-status-changed': syncDocument,
  'charge-back': (deps, { payload }) => followChargeBack(deps, usableFields(parseChargebackNotification(payload))),
};

/**
 * Every notification about an account, of onboarding v1 or v2. Reads it again and takes over its state, for the investor, the SPV or the owner whose it is. An account of nobody changes
 * nothing; deliveries at once share a reading. Errors: `provider-webhook-payload-missing-ids`
 * (customer-status-changed without its ids, checked before its other fields, notifications.md#account-status), `validation-failed`,
 * `internal-error` when the provider does not answer.
 */
async function syncAccount(deps: EffectDeps, event: NotificationEvent): Promise<void> {
  const accountId = await accountOf(deps, event);
  if (accountId !== undefined) await followAccount(deps, accountId);
}

/** The provider account of the notification; undefined when there is none to read again. */
async function accountOf(deps: EffectDeps, { name, payload }: NotificationEvent): Promise<string | undefined> {
  switch (name) {
    case 'customer-status-changed': {
      const parsed = parseAccountStatusNotification(payload);
      if (!parsed.ok && parsed.faults.some(isMissingId)) throw new AppError(PAYLOAD_MISSING_IDS);
      return usableFields(parsed).extId;
    }
    case 'customer-temporarily-blocked':
      return usableFields(parseBlockedNotification(payload)).extId;
    case 'account-status-changed':
    case 'profile-status-changed':
      return accountOfOnboarding(deps, usableFields(parseOnboardingHint(payload)));
    case 'requirement-change':
    case 'restriction-change': {
      // The documents give no payload, so one without an account is not refused: there is nothing to read.
      const parsed = parseOnboardingHint(payload);
      if (parsed.ok) return accountOfOnboarding(deps, parsed.value);
      deps.log.info({ notification: name }, 'notification without an account');
      return undefined;
    }
    default:
      throw new Error(`${name} is not about an account`);
  }
}

function isMissingId({ field, reason }: { field: string; reason: string }): boolean {
  return reason === 'missing' && (field === 'ExtId' || field === 'IntId');
}

/** Only `AccountID` is required; other fields are not checked. */
function parseOnboardingHint(payload: unknown): Parsed<OnboardingHint> {
  const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const extId = fields.get('ExtId');
  return parseOnboardingStatusNotification({
    AccountID: fields.get('AccountID'),
    ...(typeof extId === 'string' ? { ExtId: extId } : {}),
  });
}

/**
 * Whether an identity document was accepted, or the bank accounts after a proof of IBAN.
 * Ignored: the ExtId of an SPV or of nobody, and a status that the provider has changed since. The document's type is the provider's,
 * not the payload's. Errors: `validation-failed` (the payload, or a DocId that the provider does not have), `customer-not-found` (an
 * identity document without a record of the investor, notifications.md#document-status), `InternalServerError` (the provider does not
 * answer).
 */
async function syncDocument(deps: EffectDeps, { payload }: NotificationEvent): Promise<void> {
  const notified = usableFields(parseDocumentStatusNotification(payload));
  const customerId = customerIdOf(notified.extId);
  if (customerId === undefined || !(await hasCustomer(deps.db, customerId))) return;
  const current = await followProvider(
    deps,
    { customerId },
    {
      read: () => readDocument(deps, customerId, notified.documentId),
      write: async (tx, document) => {
        if (document.rawStatus !== notified.rawStatus || !isIdentityDocument(document)) return document;
        const { documentId: providerId, status, reason } = document;
        const written = await writeVerdict(tx, { customerId, providerId }, { status, reason, at: deps.clock.now() });
        if (!written && (await isOlderVersion(deps, customerId, document))) return document;
        if (!written) throw new AppError(CUSTOMER_NOT_FOUND);
        if (status === 'refused' && written.previousStatus !== 'refused')
          await mailInvestor(tx, deps, {
            customerId,
            template: 'identity-document-refused',
            data: { name: written.name, reason },
          });
        return document;
      },
    },
  );
  if (!current || current.rawStatus !== notified.rawStatus || isIdentityDocument(current)) return;
  if (current.type !== 'proofOfIban') {
    deps.log.info({ customerId, documentId: current.documentId, type: current.type }, 'document type not handled');
    return;
  }
  if (!(await syncBankAccounts(deps, customerId))) throw new AppError(INTERNAL_SERVER_ERROR);
}

async function readDocument(deps: EffectDeps, customerId: CustomerId, documentId: number): Promise<ProviderDocument> {
  const listed = await deps.payments.listDocuments(customerId);
  if (!listed.ok && listed.kind !== 'not-found') throw new AppError(INTERNAL_SERVER_ERROR, { cause: listed });
  const document = listed.ok ? listed.value.find((candidate) => candidate.documentId === documentId) : undefined;
  if (!document) throw new AppError(VALIDATION_FAILED, { detail: 'The provider does not have this document.' });
  return document;
}

/** A file that was handed in twice, or replaced: the provider keeps both, and decides on the older one too. */
async function isOlderVersion(deps: EffectDeps, customerId: CustomerId, document: ProviderDocument): Promise<boolean> {
  const type = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === document.type);
  return type !== undefined && isSuperseded(deps.db, { customerId, type, providerId: document.documentId });
}

function isIdentityDocument({ type }: ProviderDocument): boolean {
  return IDENTITY_DOCUMENT_TYPES.some((candidate) => candidate === type);
}
