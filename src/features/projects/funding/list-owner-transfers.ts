// GET /administration/property/:propertyId/funding/transfers: transfers to the project owner, and what may still be transferred.

import type { Static } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { readAllowance } from './owner-cap.ts';
import { listOwnerTransferRows } from './owner-transfer-queries.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import type { OwnerTransfers, OwnerTransfersQuery } from './schemas.ts';
import { findTransferProperty } from './transfer-queries.ts';

/**
 * One page, newest first. Failed transfers are listed but do not count in the amounts, which are those of all transfers, whatever
 * the page and the filters. Errors: `not-found`, `validation-failed` for a malformed cursor.
 */
export async function listOwnerTransfers(
  deps: Pick<AppDeps, 'db' | 'config'>,
  input: Static<typeof OwnerTransfersQuery> & { propertyId: PropertyId },
): Promise<OwnerTransfers> {
  const { propertyId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  const property = await findTransferProperty(deps.db, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const allowance = await readAllowance(deps.db, property, deps.config.VAT_RATE_BPS);
  const rows = await listOwnerTransferRows(deps.db, propertyId, { after, limit: limit + 1, filters });
  const { items, nextCursor } = toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toOwnerTransferView);
  return { ...allowance, transfers: items, nextCursor };
}
