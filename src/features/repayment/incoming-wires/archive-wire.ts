// POST .../wire-to-be-assigned/archive: the payment belongs to no echeance.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, type LedgerLine, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction, readPaymentStatus } from '../../../money/payments/index.ts';
import { lockProperty, sumOffProvider } from '../../projects/project-life/index.ts';
import { sumClaimsWithoutEcheance } from '../direct-debits/index.ts';
import { lockSchedule, openClaims } from '../payment-schedule/index.ts';
import { WIRE_COVERS_NOTHING, WIRE_FILLS_NO_CLAIM, WIRE_NOT_FOUND, WIRE_NOT_WAITING } from './errors.ts';
import { findPayment, lockPayment, markArchived } from './queries.ts';
import { archiveAccount, type ReceivedPayment, toWireRecord, WIRE_VERBS, wireState } from './rules.ts';
import type { WireRecord } from './schemas.ts';

export type ArchiveWire = {
  wireToBeAssignedId: string;
  comment: string;
  /** A settled project whose open claim this payment fills: its owner pays a charged back debit again. */
  claimOfProjectId?: PropertyId;
  /** A project with money booked outside the provider, which this wire brings there. */
  coverOfProjectId?: PropertyId;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Parts of the record that leave the books, cents: it fills a claim, it is money that was booked outside before, or it was never at the
 * provider itself.
 */
type LeavingParts = { claimFilledCents: Cents; coveredCents: Cents; offProviderCents: Cents };
const NOTHING_LEAVES: LeavingParts = { claimFilledCents: 0, coveredCents: 0, offProviderCents: 0 };

/** The locked record, what of it leaves the books, and the project that the archive names for it. */
type Archived = { row: ReceivedPayment; parts: LeavingParts; namedProjectId: PropertyId | null };

/**
 * From waiting to archivedNotAssigned. Its money leaves the project's UNASSIGNED: back to the escrow, or out of the books as far as it is
 * outside the provider, if it came from there; else it fills the project's claims without an echeance first, and the rest becomes SURPLUS.
 * Without a project it stays with the SPV, or fills the claim of the named settled project. As cover it leaves the books, where it stands
 * already. Errors: `wire-not-found`, `wire-not-waiting` (also while a transfer
 * for it is open); ours: `wire-fills-no-claim`, `wire-covers-nothing`.
 */
export async function archiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: ArchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const { row, parts, namedProjectId } = await lockAll(tx, input);
    const propertyId = row.propertyId ?? namedProjectId;
    const archive = { propertyId, isNamed: row.propertyId === null && propertyId !== null, comment: input.comment, ...parts, at };
    if (!(await markArchived(tx, row.id, archive))) throw new AppError(WIRE_NOT_WAITING);
    const lines = linesOf(row, parts);
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
    const { claimFilledCents, coveredCents } = parts;
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: {
        comment: input.comment,
        amountCents: row.amountCents,
        ...(claimFilledCents === 0 ? {} : { claimFilledCents, propertyId }),
        ...(coveredCents === 0 ? {} : { coveredCents, propertyId }),
      },
      at,
    });
    return toWireRecord({ ...row, propertyId, status: 'archivedNotAssigned' });
  });
}

/** Locks the schedule first, as a charge-back does, then the record. */
async function lockAll(tx: Tx, input: ArchiveWire): Promise<Archived> {
  const seen = await findPayment(tx, input.wireToBeAssignedId);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  if (input.claimOfProjectId !== undefined) return lockForClaim(tx, seen, input.claimOfProjectId);
  if (input.coverOfProjectId !== undefined) return lockForCover(tx, seen, input.coverOfProjectId);
  const claimedCents = await lockClaimsWithoutEcheance(tx, seen);
  const row = await lockUntouched(tx, seen);
  const { propertyId, amountCents } = row;
  const isSurplus = propertyId !== null && archiveAccount(row) === purseOf(propertyId, 'SURPLUS');
  const isOutside = propertyId !== null && row.source === 'other';
  const parts = {
    ...NOTHING_LEAVES,
    claimFilledCents: isSurplus && !isOutside ? centsOf(Math.min(amountCents, claimedCents)) : 0,
    // A wire may have covered it since: then that part of its money is at the provider, and the project's.
    offProviderCents: isOutside ? centsOf(Math.min(amountCents, Math.max(await sumOffProvider(tx, propertyId), 0))) : 0,
  };
  return { row, parts, namedProjectId: null };
}

/** The record, as it was read: switched meanwhile, the administrator saw another project. */
async function lockUntouched(tx: Tx, seen: ReceivedPayment): Promise<ReceivedPayment> {
  const row = await lockPayment(tx, seen.id);
  if (!row || row.propertyId !== seen.propertyId) throw new AppError(WIRE_NOT_WAITING);
  assertAllowed(WIRE_VERBS['archive-wire'], wireState(row));
  if (await isTransferOpen(tx, row)) throw new AppError(WIRE_NOT_WAITING);
  return row;
}

/** All of it must fill the claim: a settled project takes no money, so a rest could not be booked. */
async function lockForClaim(tx: Tx, seen: ReceivedPayment, projectId: PropertyId): Promise<Archived> {
  const claimedCents = await lockClaimsOfSettled(tx, projectId, seen.spvId);
  const row = await lockUntouched(tx, seen);
  if (row.status === 'waiting' && (row.propertyId !== null || claimedCents < row.amountCents))
    throw new AppError(WIRE_FILLS_NO_CLAIM);
  return { row, parts: { ...NOTHING_LEAVES, claimFilledCents: row.amountCents }, namedProjectId: projectId };
}

/** A wire on the project's wallet, all of which stands for money that was booked outside before. */
async function lockForCover(tx: Tx, seen: ReceivedPayment, projectId: PropertyId): Promise<Archived> {
  const property = await lockProperty(tx, projectId);
  await lockSchedule(tx, projectId);
  const row = await lockUntouched(tx, seen);
  const isItsWire = row.source === 'wire' && property?.spv_id === row.spvId && (row.propertyId ?? projectId) === projectId;
  if (row.status === 'waiting' && !(isItsWire && (await sumOffProvider(tx, projectId)) >= row.amountCents))
    throw new AppError(WIRE_COVERS_NOTHING);
  return { row, parts: { ...NOTHING_LEAVES, coveredCents: row.amountCents }, namedProjectId: projectId };
}

/** Claims of the record's project without an echeance, cents; with its schedule locked. */
async function lockClaimsWithoutEcheance(tx: Tx, { propertyId }: ReceivedPayment): Promise<Cents> {
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
async function isTransferOpen(tx: Tx, row: ReceivedPayment): Promise<boolean> {
  if (row.source !== 'p2pAuto' || row.providerWireId !== null || row.paymentId === null) return false;
  const { status } = await readPaymentStatus(tx, row.paymentId);
  return status === 'created' || status === 'sent';
}

/** What leaves the books goes to EXT: the bank took that money before, it stands there already, or it was never at the provider. */
function linesOf(row: ReceivedPayment, { claimFilledCents, coveredCents, offProviderCents }: LeavingParts): LedgerLine[] {
  const [from, target] = [unassignedOf(row), archiveAccount(row)];
  const leavingCents = centsOf(claimFilledCents + coveredCents + offProviderCents);
  const lines = [
    ...move(leavingCents, from, EXTERNAL),
    ...(target === null ? [] : move(centsOf(row.amountCents - leavingCents), from, target)),
  ];
  return lines.filter(({ amountCents }) => amountCents !== 0);
}
