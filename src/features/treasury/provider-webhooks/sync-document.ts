// Follows the provider on one document: an identity document's verdict, or the bank account that a proof of IBAN speaks for.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { INTERNAL_SERVER_ERROR } from '../../../money/payments/index.ts';
import type { DocumentStatusNotification, ProviderDocument } from '../../../providers/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { followProvider, IDENTITY_DOCUMENT_TYPES, markJudged } from '../../access/onboarding/index.ts';
import { syncBankAccounts } from '../../investing/bank-accounts/index.ts';
import { CUSTOMER_NOT_FOUND } from './errors.ts';
import { customerExists } from './queries.ts';
import { customerIdOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/**
 * Ignored: an SPV's or unknown ExtId, and a status that is not the provider's own any more. The type is the provider's, not
 * the payload's. Errors: `validation-failed` (a DocId the provider does not have), `customer-not-found` (an identity document
 * that no record of the investor knows, notifications.md#document-status), `InternalServerError` (the provider does not answer).
 */
export async function syncDocument(deps: Deps, notified: DocumentStatusNotification): Promise<void> {
  const customerId = customerIdOf(notified.extId);
  if (customerId === undefined || !(await customerExists(deps.db, customerId))) return;
  const current = await followProvider(
    deps,
    { customerId },
    {
      read: () => readDocument(deps, customerId, notified.documentId),
      write: async (tx, document) => {
        if (document.rawStatus !== notified.rawStatus || !isIdentityDocument(document)) return document;
        const { documentId: providerId, status, reason } = document;
        const judged = await markJudged(tx, { customerId, providerId }, { status, reason, at: deps.clock.now() });
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

async function readDocument(deps: Deps, customerId: string, documentId: number): Promise<ProviderDocument> {
  const listed = await deps.payments.listDocuments(customerId);
  if (!listed.ok && listed.kind !== 'not-found') throw new AppError(INTERNAL_SERVER_ERROR, { cause: listed });
  const document = listed.ok ? listed.value.find((candidate) => candidate.documentId === documentId) : undefined;
  if (!document) throw new AppError(VALIDATION_FAILED, { detail: 'The provider does not have this document.' });
  return document;
}

function isIdentityDocument({ type }: ProviderDocument): boolean {
  return IDENTITY_DOCUMENT_TYPES.some((candidate) => candidate === type);
}
