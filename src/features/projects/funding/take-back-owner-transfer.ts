// POST .../funding/transfers/:transferId/take-back: a transfer that was recorded as made outside, and was not.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockPurses, move, postToLedger, purseOf } from '../../../money/ledger/index.ts';
import { lockProperty, projectState } from '../project-life/index.ts';
import { OWNER_TRANSFER_STANDS } from './errors.ts';
import { findNewestTransfer, findOwnerTransfer, markTakenBack } from './owner-transfer-queries.ts';
import { readOwnerTransfer } from './read-owner-transfer.ts';
import type { OwnerTransferAnswer } from './schemas.ts';
import { FUNDING_VERBS } from './states.ts';
import { undoRepayment } from './undo-repayment.ts';

/** Which record, and why it is wrong. */
export type TakeBackOwnerTransfer = {
  propertyId: PropertyId;
  transferId: string;
  comment: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Only the newest transfer that stands, and only a record (A-funding-19): the amount is the project's again, EXT to MAIN, and where it was
 * the only transfer the repayment has not begun. Errors: `not-found`, `project-is-settled`,
 * `property.owner-transfer-cannot-be-taken-back`.
 */
export async function takeBackOwnerTransfer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: TakeBackOwnerTransfer,
): Promise<OwnerTransferAnswer> {
  const { propertyId, transferId, comment, audit } = input;
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const transfer = await findOwnerTransfer(tx, transferId);
    if (!property || transfer?.propertyId !== propertyId) throw new AppError(NOT_FOUND);
    assertAllowed(FUNDING_VERBS['take-back-owner-transfer'], projectState(property));
    const newest = await findNewestTransfer(tx, propertyId);
    if (newest?.id !== transferId || transfer.action !== 'no-withdraw') throw new AppError(OWNER_TRANSFER_STANDS);
    const { amountCents, transactionId: reference } = transfer;
    const at = deps.clock.now();
    await lockPurses(tx, propertyId, ['MAIN']);
    await markTakenBack(tx, transferId);
    const lines = move(amountCents, EXTERNAL, purseOf(propertyId, 'MAIN'));
    await postToLedger(tx, { reference, step: 'release', type: 'OWNER_TRANSFER', eventAt: at, createdAt: at, lines });
    await undoRepayment(tx, propertyId, at);
    const payload = { transferId, amountCents, comment };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return readOwnerTransfer(tx, deps, propertyId, transferId);
  });
}
