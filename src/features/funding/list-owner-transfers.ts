// GET /administration/property/:propertyId/funding/transfers: what was sent to the project owner, and what may still be.

import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { readAllowance } from './owner-cap.ts';
import { listOwnerTransferRows } from './owner-transfer-queries.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import type { OwnerTransfers } from './schemas.ts';
import { findTransferProperty } from './transfer-queries.ts';

/** Newest first; refused ones are shown and do not count. Error: `not-found`. */
export async function listOwnerTransfers(deps: Pick<AppDeps, 'db' | 'config'>, propertyId: string): Promise<OwnerTransfers> {
  const property = await findTransferProperty(deps.db, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const allowance = await readAllowance(deps.db, property, deps.config.VAT_RATE_BPS);
  const rows = await listOwnerTransferRows(deps.db, propertyId);
  return { ...allowance, transfers: rows.map(toOwnerTransferView) };
}
