// Follows the provider on one document: whether an identity document was accepted, or the bank accounts after a proof
// of IBAN (A-provider-webhooks-7).

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { INTERNAL_SERVER_ERROR } from '../../../money/payments/index.ts';
import { type ProviderDocument, parseDocumentStatusNotification } from '../../../providers/payments/index.ts';
import { hasCustomer, mailInvestor } from '../../access/customers/index.ts';
import { followProvider, IDENTITY_DOCUMENT_TYPES, isSuperseded, markJudged } from '../../access/onboarding/index.ts';
import { customerIdOf } from '../../access/online-onboarding/index.ts';
import { syncBankAccounts } from '../../investing/bank-accounts/index.ts';
import { CUSTOMER_NOT_FOUND } from './errors.ts';
import type { EffectDeps } from './receive-notification.ts';
import { type NotificationEvent, usableFields } from './rules.ts';

/**
 * Ignored: the ExtId of an SPV or of nobody, and a status that the provider has changed since. The document's type is the provider's,
 * not the payload's. Errors: `validation-failed` (the payload, or a DocId that the provider does not have), `customer-not-found` (an
 * identity document without a record of the investor, notifications.md#document-status), `InternalServerError` (the provider does not
 * answer).
 */
export async function syncDocument(deps: EffectDeps, { payload }: NotificationEvent): Promise<void> {
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
        const judged = await markJudged(tx, { customerId, providerId }, { status, reason, at: deps.clock.now() });
        if (!judged && (await isOlderVersion(deps, customerId, document))) return document;
        if (!judged) throw new AppError(CUSTOMER_NOT_FOUND);
        if (status === 'refused' && judged.previousStatus !== 'refused')
          await mailInvestor(tx, deps, {
            customerId,
            template: 'identity-document-refused',
            data: { name: judged.name, reason },
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

/** A file that was handed in twice, or replaced: the provider keeps both, and judges the older one too. */
async function isOlderVersion(deps: EffectDeps, customerId: CustomerId, document: ProviderDocument): Promise<boolean> {
  const type = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === document.type);
  return type !== undefined && isSuperseded(deps.db, { customerId, type, providerId: document.documentId });
}

function isIdentityDocument({ type }: ProviderDocument): boolean {
  return IDENTITY_DOCUMENT_TYPES.some((candidate) => candidate === type);
}
