// Which identity documents the provider has that no record of ours is about.

import type { ProviderDocument } from '../../../providers/payments/index.ts';
import type { IdentityDocument } from './queries.ts';
import { IDENTITY_DOCUMENT_TYPES } from './rules.ts';

/** A document of the list: a record of ours, or one that only the provider has. */
export type ListedDocument = Pick<IdentityDocument, 'type' | 'status' | 'providerId' | 'name'>;

/**
 * Handed to the provider by an investor of its hosted onboarding, or by the support team. Not those that a later one of ours took
 * the place of, which the provider keeps. It tells no file name.
 */
export function onlyAtProvider(
  ours: readonly Pick<ListedDocument, 'type' | 'providerId'>[],
  atProvider: readonly ProviderDocument[],
): ListedDocument[] {
  return atProvider.flatMap(({ documentId, type, status }) => {
    const known = IDENTITY_DOCUMENT_TYPES.find((candidate) => candidate === type);
    const isOurs = ours.some(
      ({ type: ourType, providerId }) =>
        providerId === documentId || (ourType === known && providerId !== null && providerId > documentId),
    );
    return known === undefined || isOurs ? [] : [{ type: known, status, providerId: documentId, name: known }];
  });
}
