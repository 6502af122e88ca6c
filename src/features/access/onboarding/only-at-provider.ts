// The identity documents at the provider for which we have no record.

import type { ProviderDocument } from '../../../providers/payments/index.ts';
import { type IdentityDocument, shownDocument } from '../customers/index.ts';
import { IDENTITY_DOCUMENT_TYPES } from './rules.ts';

/** A listed document: a record of ours, or one that only the provider has. */
export type ListedDocument = IdentityDocument;

/**
 * Documents that came through the provider's hosted onboarding or the support team, without the older versions of our own, which
 * the provider keeps. The provider gives no file name, so the type stands in for it.
 */
export function onlyAtProvider(
  ours: readonly Pick<ListedDocument, 'type' | 'providerId'>[],
  atProvider: readonly ProviderDocument[],
): ListedDocument[] {
  return atProvider.flatMap(({ documentId, type, status, reason }) => {
    const known = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === type);
    const isOurs = ours.some(
      ({ type: ourType, providerId }) =>
        providerId === documentId || (ourType === known && providerId !== null && providerId > documentId),
    );
    return known === undefined || isOurs
      ? []
      : [shownDocument({ type: known, status, providerId: documentId, name: known, refusalReason: reason })];
  });
}
