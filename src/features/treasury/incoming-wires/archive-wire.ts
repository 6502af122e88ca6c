// POST .../wire-to-be-assigned/archive: the payment belongs to no echeance.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, type LedgerLine, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction, readPaymentStatus } from '../../../money/payments/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { sumClaimsWithoutEcheance } from '../../repayment/direct-debits/index.ts';
import { lockSchedule, openClaims } from '../../repayment/payment-schedule/index.ts';
import { WIRE_FILLS_NO_CLAIM, WIRE_NOT_FOUND, WIRE_NOT_WAITING } from './errors.ts';
import { findPayment, lockPayment, markArchived } from './queries.ts';
import { type PaymentRow, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';

export type ArchiveWire = {
  wireToBeAssignedId: string;
  comment: string;
  /** A settled project whose open claim this payment fills: its owner pays a charged back debit again. */
  claimOfProjectId?: PropertyId;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/** The locked record, and the part of it that fills a claim; cents. */
type Archived = { row: PaymentRow; claimFilledCents: Cents };

/**
 * From waiting to archivedNotAssigned. Its money leaves the project's UNASSIGNED: back to the escrow, or out of the books, if it came from
 * there; else it fills the project's claims without an echeance first, and the rest becomes SURPLUS. Without a project it stays with the
 * SPV, or fills the claim of the named settled project (A-incoming-wires-4, A-direct-debits-9). Errors: `wire-not-found`,
 * `wire-not-waiting` (also while a transfer for it is open); ours: `wire-fills-no-claim`.
 */
export async function archiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: ArchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const { row, claimFilledCents } = await lockAll(tx, input);
    const propertyId = row.propertyId ?? (claimFilledCents > 0 ? input.claimOfProjectId : undefined) ?? null;
    const archive = { propertyId, comment: input.comment, claimFilledCents, at };
    if (!(await markArchived(tx, row.id, archive))) throw new AppError(WIRE_NOT_WAITING);
    const lines = linesOf(row, claimFilledCents);
    if (lines.length > 0)
      await bookTransaction(tx, {
        type: row.source === 'escrow' ? 'ESCROW_TO_PAYMENT' : 'ASSIGNMENT',
        owner: { spvId: row.spvId },
        amountCents: row.amountCents,
        ...(propertyId === null ? {} : { propertyId }),
        at,
        eventAt: at,
        lines,
      });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: {
        ...{ comment: input.comment, amountCents: row.amountCents },
        ...(claimFilledCents === 0 ? {} : { claimFilledCents, propertyId }),
      },
      at,
    });
    return toWireRecord({ ...row, propertyId, status: 'archivedNotAssigned' });
  });
}

/** Locks the schedule first, as a charge-back does, then the record. */
async function lockAll(tx: Tx, { wireToBeAssignedId: id, claimOfProjectId }: ArchiveWire): Promise<Archived> {
  const seen = await findPayment(tx, id);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  const claimedCents =
    claimOfProjectId === undefined
      ? await lockClaimsWithoutEcheance(tx, seen)
      : await lockClaimsOfSettled(tx, claimOfProjectId, seen.spvId);
  const row = await lockPayment(tx, id);
  // It was switched to another project since it was read: the administrator saw another project.
  const isOther = row?.propertyId !== seen.propertyId;
  if (!row || isOther || row.switchingToPropertyId !== null || (await isTransferOpen(tx, row)))
    throw new AppError(WIRE_NOT_WAITING);
  if (claimOfProjectId === undefined) {
    const isSurplus = row.propertyId !== null && archiveAccount(row) === purseOf(row.propertyId, 'SURPLUS');
    return { row, claimFilledCents: isSurplus ? centsOf(Math.min(row.amountCents, claimedCents)) : 0 };
  }
  // All of it must fill the claim: a settled project takes no money, so a rest could not be booked.
  if (row.status === 'waiting' && (row.propertyId !== null || claimedCents < row.amountCents))
    throw new AppError(WIRE_FILLS_NO_CLAIM);
  return { row, claimFilledCents: row.amountCents };
}

/** Claims of the record's project without an echeance, cents; with its schedule locked. */
async function lockClaimsWithoutEcheance(tx: Tx, { propertyId }: PaymentRow): Promise<Cents> {
  if (propertyId === null || !(await lockSchedule(tx, propertyId))) return 0;
  return sumClaimsWithoutEcheance(tx, propertyId);
}

/** All claims of a settled project of the SPV, cents; 0 for any other project. */
async function lockClaimsOfSettled(tx: Tx, propertyId: PropertyId, spvId: SpvId): Promise<Cents> {
  const property = await lockProperty(tx, propertyId);
  if (property?.spv_id !== spvId || property.solde_de_tout_compte_done_at === null) return 0;
  const schedule = await lockSchedule(tx, propertyId);
  return schedule ? centsOf(openClaims(schedule) + (await sumClaimsWithoutEcheance(tx, propertyId))) : 0;
}

/** True for a p2p-auto record whose transfer may still succeed. */
async function isTransferOpen(tx: Tx, row: PaymentRow): Promise<boolean> {
  if (row.source !== 'p2pAuto' || row.providerWireId !== null || row.paymentOrderId === null) return false;
  const { status } = await readPaymentStatus(tx, row.paymentOrderId);
  return status === 'created' || status === 'sent';
}

/** Money that fills a claim leaves to EXT: the bank took that money before. */
function linesOf(row: PaymentRow, claimFilledCents: Cents): LedgerLine[] {
  const [from, target] = [unassignedOf(row), archiveAccount(row)];
  const lines = [
    ...move(claimFilledCents, from, EXTERNAL),
    ...(target === null ? [] : move(centsOf(row.amountCents - claimFilledCents), from, target)),
  ];
  return lines.filter(({ amountCents }) => amountCents !== 0);
}

/** The account that the money is moved to; null when no money was booked for the record, or it has no project. */
function archiveAccount({ propertyId, source, providerWireId }: PaymentRow): string | null {
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
