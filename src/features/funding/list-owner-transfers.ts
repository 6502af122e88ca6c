// GET /administration/property/:propertyId/funding/transfers: what was sent to the project owner, and what may still be.

import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { capOf } from './owner-cap.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import type { OwnerTransfers } from './schemas.ts';
import { findTransferProperty, listOwnerTransferRows } from './transfer-queries.ts';

/** Newest first; refused ones are shown and do not count. Error: `not-found`. */
export async function listOwnerTransfers(deps: Pick<AppDeps, 'db' | 'config'>, propertyId: string): Promise<OwnerTransfers> {
  const property = await findTransferProperty(deps.db, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const rows = await listOwnerTransferRows(deps.db, propertyId);
  const capCents = capOf(property, deps.config.VAT_RATE_BPS);
  const transferredCents = rows.filter((row) => row.status !== 'failed').reduce((sum, row) => sum + row.amountCents, 0);
  const transfers = rows.map(toOwnerTransferView);
  return { capCents, transferredCents, transferableCents: capCents - transferredCents, transfers };
}
