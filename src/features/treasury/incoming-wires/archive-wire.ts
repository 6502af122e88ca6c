// POST .../wire-to-be-assigned/archive: the payment is for no echeance.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, type LedgerLine, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction, readPaymentStatus } from '../../../money/payments/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { sumLooseClaims } from '../../repayment/direct-debits/index.ts';
import { lockSchedule, openClaims } from '../../repayment/payment-schedule/index.ts';
import { WIRE_FILLS_NO_CLAIM, WIRE_NOT_FOUND, WIRE_NOT_WAITING } from './errors.ts';
import { findPayment, lockPayment, markArchived } from './queries.ts';
import { type PaymentRow, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';

/** Which record and why. */
export type ArchiveWire = {
  wireToBeAssignedId: string;
  comment: string;
  /** Settled: the owner pays again what the bank took back of one of its debits. */
  claimOfProjectId?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/** A record under its locks, and what of it fills a claim; cents. */
type Archived = { row: PaymentRow; claimFilledCents: number };

/**
 * waiting to archivedNotAssigned. Its money leaves the project's UNASSIGNED: back to the escrow or out of the books where it came
 * from there, else to SURPLUS, after claims of the project that no echeance stands for; of no project, it stays with the SPV, or fills
 * the claim that is named (A-incoming-wires-4, A-direct-debits-8). Errors: `wire-not-found`, `wire-not-waiting` (also while a transfer
 * for it is on its way); ours: `wire-fills-no-claim`.
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

/** The schedule, whose lock a charge-back takes too, then the record. */
async function lockAll(tx: Tx, { wireToBeAssignedId: id, claimOfProjectId }: ArchiveWire): Promise<Archived> {
  const seen = await findPayment(tx, id);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  const claimedCents =
    claimOfProjectId === undefined
      ? await lockLooseClaims(tx, seen)
      : await lockClaimsOfSettled(tx, claimOfProjectId, seen.spvId);
  const row = await lockPayment(tx, id);
  // It went to another project meanwhile: who archives it now has seen something else.
  const isOther = row?.propertyId !== seen.propertyId;
  if (!row || isOther || row.switchingToPropertyId !== null || (await isMoneyOnItsWay(tx, row)))
    throw new AppError(WIRE_NOT_WAITING);
  if (claimOfProjectId === undefined) {
    const isSurplus = row.propertyId !== null && whereItGoes(row) === purseOf(row.propertyId, 'SURPLUS');
    return { row, claimFilledCents: isSurplus ? Math.min(row.amountCents, claimedCents) : 0 };
  }
  // Whole: a settled project takes no money, so there is no place for a rest. Split it first.
  if (row.status === 'waiting' && (row.propertyId !== null || claimedCents < row.amountCents))
    throw new AppError(WIRE_FILLS_NO_CLAIM);
  return { row, claimFilledCents: row.amountCents };
}

/** Claims of the record's project that paying an echeance does not fill; cents. */
async function lockLooseClaims(tx: Tx, { propertyId }: PaymentRow): Promise<number> {
  if (propertyId === null || !(await lockSchedule(tx, propertyId))) return 0;
  return sumLooseClaims(tx, propertyId);
}

/** All claims of a settled project of the SPV, whose echeances take no payment any more; cents. Zero for another project. */
async function lockClaimsOfSettled(tx: Tx, propertyId: string, spvId: string): Promise<number> {
  const property = await lockProperty(tx, propertyId);
  if (property?.spv_id !== spvId || property.solde_de_tout_compte_done_at === null) return 0;
  const schedule = await lockSchedule(tx, propertyId);
  return schedule ? openClaims(schedule) + (await sumLooseClaims(tx, propertyId)) : 0;
}

/** A p2p-auto record whose transfer may still succeed. */
async function isMoneyOnItsWay(tx: Tx, row: PaymentRow): Promise<boolean> {
  if (row.source !== 'p2pAuto' || row.providerWireId !== null || row.paymentOrderId === null) return false;
  const { status } = await readPaymentStatus(tx, row.paymentOrderId);
  return status === 'created' || status === 'sent';
}

/** What fills a claim leaves to EXT, where the bank took it from. */
function linesOf(row: PaymentRow, claimFilledCents: number): LedgerLine[] {
  const [from, target] = [unassignedOf(row), whereItGoes(row)];
  const lines = [
    ...move(claimFilledCents, from, EXTERNAL),
    ...(target === null ? [] : move(row.amountCents - claimFilledCents, from, target)),
  ];
  return lines.filter(({ amountCents }) => amountCents !== 0);
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
