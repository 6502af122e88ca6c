// One transfer to the project owner, with what may still be transferred: the answer of the verbs that write it.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { readAllowance } from './owner-cap.ts';
import { findOwnerTransfer } from './owner-transfer-queries.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import type { OwnerTransferAnswer } from './schemas.ts';
import { findTransferProperty } from './transfer-queries.ts';

/** Throws when there is no such property or transfer. */
export async function readOwnerTransfer(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  propertyId: PropertyId,
  id: string,
): Promise<OwnerTransferAnswer> {
  const [property, row] = [await findTransferProperty(tx, propertyId), await findOwnerTransfer(tx, id)];
  if (!property || !row) throw new Error(`transfer ${id} was not found`);
  const { transferredCents, transferableCents, proposedCents } = await readAllowance(tx, property, config.VAT_RATE_BPS);
  const transfer = toOwnerTransferView(row, await readOpenPayments(tx, [row.orderId]));
  return { transfer, transferredCents, transferableCents, proposedCents };
}
