// POST .../wire-to-be-assigned/archive: the payment is for no echeance.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { EXTERNAL, move, purseOf, unassignedOf } from '../../money/ledger/index.ts';
import { bookTransaction, readPaymentStatus } from '../../money/payments/index.ts';
import { WIRE_NOT_FOUND, WIRE_NOT_WAITING } from './errors.ts';
import { lockPayment, markArchived } from './queries.ts';
import { type PaymentRow, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';

/** Which record and why. */
export type ArchiveWire = { wireToBeAssignedId: string; comment: string; audit: RouteAudit };

/**
 * waiting to archivedNotAssigned. Its money leaves the project's UNASSIGNED: back to the escrow or out of the books where it came
 * from there, else to SURPLUS; of no project, it stays with the SPV (A-incoming-wires-4). Errors: `wire-not-found`,
 * `wire-not-waiting` (also while a transfer for it is on its way).
 */
export async function archiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: ArchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const row = await lockPayment(tx, input.wireToBeAssignedId);
    if (!row) throw new AppError(WIRE_NOT_FOUND);
    if (row.switchingToPropertyId !== null || (await isMoneyOnItsWay(tx, row))) throw new AppError(WIRE_NOT_WAITING);
    if (!(await markArchived(tx, row.id, { comment: input.comment, at }))) throw new AppError(WIRE_NOT_WAITING);
    const target = whereItGoes(row);
    if (target !== null)
      await bookTransaction(tx, {
        type: row.source === 'escrow' ? 'ESCROW_TO_PAYMENT' : 'ASSIGNMENT',
        owner: { spvId: row.spvId },
        amountCents: row.amountCents,
        ...(row.propertyId === null ? {} : { propertyId: row.propertyId }),
        at,
        eventAt: at,
        lines: move(row.amountCents, unassignedOf(row), target),
      });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { comment: input.comment, amountCents: row.amountCents },
      at,
    });
    return toWireRecord({ ...row, status: 'archivedNotAssigned' });
  });
}

/** A p2p-auto record whose transfer may still succeed. */
async function isMoneyOnItsWay(tx: Tx, row: PaymentRow): Promise<boolean> {
  if (row.source !== 'p2pAuto' || row.providerWireId !== null || row.paymentOrderId === null) return false;
  const { status } = await readPaymentStatus(tx, row.paymentOrderId);
  return status === 'created' || status === 'sent';
}

/** Null: no money was ever booked for it, or no project is named for it. */
function whereItGoes({ propertyId, source, providerWireId }: PaymentRow): string | null {
  if (propertyId === null) return null;
  switch (source) {
    case 'escrow':
      return purseOf(propertyId, 'ESCROW');
    case 'other':
      return EXTERNAL;
    case 'p2pAuto':
      return providerWireId === null ? null : purseOf(propertyId, 'SURPLUS');
    default:
      return purseOf(propertyId, 'SURPLUS');
  }
}
