// A presentation as administrators see it.

import type { AppDeps } from '../../../deps.ts';
import type { Presentation } from './file-queries.ts';
import type { PresentationView } from './file-schemas.ts';

export function toPresentationView({ storage }: Pick<AppDeps, 'storage'>, row: Presentation): PresentationView {
  const { id, propertyId, name, storageKey, contentType, sizeBytes, administratorId, administratorEmail, createdAt } = row;
  return {
    id,
    propertyId,
    name,
    url: storage.publicUrl(storageKey),
    contentType,
    sizeBytes,
    uploadedBy: { administratorId, email: administratorEmail },
    createdAt: createdAt.toString(),
  };
}
