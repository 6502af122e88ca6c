// A transfer to the project owner that was made outside is recorded, and taken back when it was not made.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockPurses, move, postToLedger, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { lockMoneyAtProvider, lockProperty, projectState } from '../project-life/index.ts';
import { OWNER_TRANSFER_OPEN, OWNER_TRANSFER_STANDS } from './errors.ts';
import { assertTransferable, beginRepayment, readOwnerTransfer, undoRepayment } from './owner-transfer.ts';
import {
  findNewestTransfer,
  findOwnerTransfer,
  insertOwnerTransfer,
  isWithdrawalUnknown,
  markTakenBack,
} from './owner-transfer-queries.ts';
import { lockTransferProperty, type TransferProperty } from './queries.ts';
import { FUNDING_VERBS, SENT_TWICE_WITHIN } from './rules.ts';
import type { OwnerTransferAnswer } from './schemas.ts';

/** What was transferred, and the administrator. */
type RecordOwnerTransfer = {
  propertyId: PropertyId;
  amountCents: Cents;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/**
 * POST .../funding/transfer-funds-to-project-owner, `no-withdraw`: records a transfer to the owner that was made outside.
 * The whole amount has left the project (A-funding-13). 1. lock and check the amount; 2. nothing is recorded beside a withdrawal of
 * unknown outcome, which may be the very money; 3. answer the same record where it was just made, for a request without a
 * key; 4. write transaction, record and audit row.
 */
export async function recordOwnerTransfer(deps: Deps, input: RecordOwnerTransfer): Promise<OwnerTransferAnswer> {
  const { propertyId, amountCents } = input;
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockTransferProperty(tx, propertyId);
    if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
    await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers');
    await lockPurses(tx, propertyId, ['MAIN']);
    await assertTransferable(tx, deps, property, amountCents);
    if (await isWithdrawalUnknown(tx, propertyId)) throw new AppError(OWNER_TRANSFER_OPEN);
    const id = (await findSame(tx, deps, input)) ?? (await write(tx, deps, input, property));
    return readOwnerTransfer(tx, deps, propertyId, id);
  });
}

/** The newest transfer of the project, if it is this record of a moment ago: a second one has another key. */
async function findSame(
  tx: Tx,
  { clock }: Pick<AppDeps, 'clock'>,
  { propertyId, amountCents, idempotency }: RecordOwnerTransfer,
): Promise<string | undefined> {
  if (idempotency?.isSent) return undefined;
  const newest = await findNewestTransfer(tx, propertyId);
  if (newest?.action !== 'no-withdraw' || newest.amountCents !== amountCents) return undefined;
  const since = clock.now().subtract(SENT_TWICE_WITHIN);
  return Temporal.Instant.compare(newest.createdAt, since) > 0 ? newest.id : undefined;
}

async function write(
  tx: Tx,
  { clock }: Pick<AppDeps, 'clock'>,
  { propertyId, amountCents, audit }: RecordOwnerTransfer,
  { spvId }: TransferProperty,
): Promise<string> {
  if (spvId === null) throw new Error(`property ${propertyId} has collected money without an SPV`);
  const at = clock.now();
  const transactionId = await bookTransaction(tx, {
    type: 'OWNER_TRANSFER',
    owner: { spvId },
    amountCents,
    propertyId,
    at,
    eventAt: at,
    lines: move(amountCents, purseOf(propertyId, 'MAIN'), EXTERNAL),
  });
  const id = newId();
  const { administrator } = audit;
  await insertOwnerTransfer(tx, { id, propertyId, spvId, amountCents, administrator, transactionId, at, action: 'no-withdraw' });
  await beginRepayment(tx, propertyId, at);
  const payload = { transferId: id, action: 'no-withdraw', amountCents, withdrawBypassed: true };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  return id;
}

/** Which record, and why it is wrong. */
type TakeBackOwnerTransfer = {
  propertyId: PropertyId;
  transferId: string;
  comment: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../funding/transfers/:transferId/take-back: a transfer that was recorded as made outside, and was not.
 * Only the newest transfer that stands, and only a record: the amount is the project's again, EXT to MAIN, and where it was
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
