// What an archived or mistaken payment may still become: taken back into the waiting ones, or returned to its sender.

import { recordAdminAction } from '../../../core/audit.ts';
import { centsOf, formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed, verbRow } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  bookTransaction,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import {
  lockHasCover,
  lockMoneyAtProvider,
  lockProperty,
  MONEY_NOT_AT_PROVIDER,
  PROJECT_IS_SETTLED,
  PROJECT_STATES,
  type ProjectState,
  projectRow,
  projectState,
} from '../../projects/project-life/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import {
  archiveAccount,
  findPayment,
  lockPayment,
  type ReceivedPayment,
  toWireRecord,
  WIRE_NOT_FOUND,
  WIRE_STATES,
  type WireRecord,
  wireState,
} from '../incoming-wires/index.ts';
import { lockSchedule, type Schedule, sequestreRemainingOf } from '../payment-schedule/index.ts';
import { assertPayableAccount, payOutFailure } from '../payouts/index.ts';
import { ARCHIVED_MONEY_SPENT, WIRE_NOT_ARCHIVED, WIRE_NOT_RETURNABLE } from './errors.ts';
import { type ArchivedRow, endReturn, findPaymentOfReturn, lockArchived, markReturning, markUnarchived } from './queries.ts';
import type { ReturnWire as ReturnWireBody } from './schemas.ts';

/** A settled project has no money left to take back. */
const untilSettled = projectRow(
  PROJECT_STATES.filter((state) => state !== 'settled'),
  PROJECT_IS_SETTLED,
);

export const ARCHIVE_VERBS_ON_PROJECT = { 'unarchive-wire': untilSettled, 'return-wire': untilSettled };

export const ARCHIVE_VERBS = {
  'unarchive-wire': verbRow(WIRE_STATES, ['archived'], WIRE_NOT_ARCHIVED),
  /** Whatever its state, only what came in as a wire. */
  'return-wire': verbRow(WIRE_STATES, ['waiting', 'archived'], WIRE_NOT_RETURNABLE),
};

type UnarchiveWire = {
  wireToBeAssignedId: string;
  comment?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../wire-to-be-assigned/unarchive: takes an archive back, as long as its money is where it was moved to.
 * From archivedNotAssigned to waiting: reverses the archive, so a claim that it filled is open again, and money that it covered is outside
 * again. Errors, ours: `wire-not-found`, `wire-not-archived` (also charged back or returned), `project-is-settled`,
 * `archived-money-spent`.
 */
export async function unarchiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: UnarchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const { row, schedule, state } = await lockWithProject(tx, input.wireToBeAssignedId, WIRE_NOT_ARCHIVED);
    assertAllowed(ARCHIVE_VERBS['unarchive-wire'], wireState(row));
    if (state && !row.isProjectNamed) assertAllowed(ARCHIVE_VERBS_ON_PROJECT['unarchive-wire'], state);
    const waiting = await takeOutOfArchive(tx, { row, schedule, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { propertyId: row.propertyId, amountCents: row.amountCents, comment: input.comment ?? null },
      at,
    });
    return toWireRecord(waiting);
  });
}

/** Moves the money back to UNASSIGNED, and the record to waiting. Error: `archived-money-spent`. */
async function takeOutOfArchive(
  tx: Tx,
  { row, schedule, at }: { row: ArchivedRow; schedule: Schedule | undefined; at: Temporal.Instant },
): Promise<ReceivedPayment> {
  await assertCoverRemains(tx, row);
  const waiting = await markUnarchived(tx, row.id);
  const from = archiveAccount(row);
  if (from === null) return waiting;
  if (row.source === 'escrow') await assertEscrowHas(tx, row, schedule);
  const outsideCents = centsOf(row.claimFilledCents + row.coveredCents + row.offProviderCents);
  const to = unassignedOf(waiting);
  const lines = [...move(outsideCents, EXTERNAL, to), ...move(centsOf(row.amountCents - outsideCents), from, to)];
  try {
    await bookTransaction(tx, {
      type: row.source === 'escrow' ? 'ESCROW_TO_PAYMENT' : 'ASSIGNMENT',
      owner: { spvId: row.spvId },
      amountCents: row.amountCents,
      ...(row.propertyId === null ? {} : { propertyId: row.propertyId }),
      at,
      eventAt: at,
      lines: lines.filter(({ amountCents }) => amountCents !== 0),
    });
  } catch (error) {
    if (violatedConstraint(error) === 'ledger_balance_not_negative') throw new AppError(ARCHIVED_MONEY_SPENT, { cause: error });
    throw error;
  }
  return waiting;
}

/** The escrow that the archive gave back may have been taken again since. */
async function assertEscrowHas(tx: Tx, { propertyId, amountCents }: ArchivedRow, schedule: Schedule | undefined): Promise<void> {
  if (propertyId === null || !schedule) throw new Error('escrow money without a project');
  const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
  const leftCents = Math.min(sequestreRemainingOf(schedule), heldCents);
  if (amountCents > leftCents) throw notCovered(ARCHIVED_MONEY_SPENT, amountCents, leftCents);
}

/** A wire that only its archive as cover had named the project for leaves it again: the holders may have got its money. */
async function assertCoverRemains(tx: Tx, { propertyId, isProjectNamed, coveredCents }: ArchivedRow): Promise<void> {
  if (propertyId === null || !isProjectNamed || coveredCents === 0) return;
  if (!(await lockHasCover(tx, propertyId, coveredCents))) throw new AppError(ARCHIVED_MONEY_SPENT);
}

export type LockedWire = { row: ArchivedRow; schedule: Schedule | undefined; state: ProjectState | undefined };

/** Locks the project and its schedule before the record. Errors: `wire-not-found`; `moved`, of one that got another project meanwhile. */
async function lockWithProject(tx: Tx, id: string, moved: string): Promise<LockedWire> {
  const seen = await findPayment(tx, id);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  const property = seen.propertyId === null ? undefined : await lockProperty(tx, seen.propertyId);
  const schedule = seen.propertyId === null ? undefined : await lockSchedule(tx, seen.propertyId);
  const row = await lockArchived(tx, id);
  if (row?.propertyId !== seen.propertyId) throw new AppError(moved);
  return { row, schedule, state: property && projectState(property) };
}

type ReturnWire = {
  body: ReturnWireBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../wire-to-be-assigned/return: a wire that is for nobody here is paid back to its sender.
 * 1. check the bank account with the provider; 2. with project and record locked, and the money still on that wallet, take the wire out
 * of the archive, hold its money and write the pay-out with its audit row; 3. carry it out. `settleWireReturn` ends it: returned for
 * good, or, after a refusal now or days later, waiting to be assigned. Errors: those of the table, `validation-failed`
 * (bank account).
 */
export async function returnWire(deps: AppDeps, input: ReturnWire): Promise<WireRecord> {
  return payByRequest(deps, input.idempotency, {
    prepare: () => assertPayable(deps, input),
    begin: (tx, accountId) => begin(tx, deps, input, accountId),
    isPayOut: true,
    answer: async (tx, { result }) => {
      if (result === 'failed' || result === 'unknown') throw payOutFailure(result);
      return toWireRecord(await read(tx, input));
    },
  });
}

async function read(tx: Tx, { body }: ReturnWire): Promise<ReceivedPayment> {
  const row = await findPayment(tx, body.wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  return row;
}

/** The wallet that has the money. */
async function assertPayable(deps: AppDeps, input: ReturnWire): Promise<string> {
  const accountId = await inTransaction(deps.db, async (tx) => {
    const locked = await lockWithProject(tx, input.body.wireToBeAssignedId, WIRE_NOT_RETURNABLE);
    assertReturnable(locked);
    return findSpvAccount(tx, locked.row.spvId);
  });
  if (accountId === null) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: 'The SPV has no wallet at the provider.' });
  await assertPayableAccount(deps, {
    accountId,
    bankAccountId: input.body.providerWithdrawBankAccountId,
    endUser: input.endUser,
  });
  return accountId;
}

/** It came in as a wire, waits or was archived, and all of its money is still here. */
function assertReturnable({ row, state }: LockedWire): void {
  assertAllowed(ARCHIVE_VERBS['return-wire'], wireState(row));
  if (row.source !== 'wire' || leftBooks(row) > 0) throw new AppError(WIRE_NOT_RETURNABLE);
  if (state) assertAllowed(ARCHIVE_VERBS_ON_PROJECT['return-wire'], state);
}

function leftBooks({ claimFilledCents, coveredCents, offProviderCents }: ArchivedRow): number {
  return claimFilledCents + coveredCents + offProviderCents;
}

async function begin(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { body, audit }: ReturnWire,
  accountId: string,
): Promise<BegunPayment> {
  const locked = await lockWithProject(tx, body.wireToBeAssignedId, WIRE_NOT_RETURNABLE);
  assertReturnable(locked);
  // Switched while the bank account was checked, its money is on another wallet.
  if ((await findSpvAccount(tx, locked.row.spvId)) !== accountId) throw new AppError(WIRE_NOT_RETURNABLE);
  const at = deps.clock.now();
  const { schedule } = locked;
  if (locked.row.propertyId !== null) {
    const atProviderCents = await lockMoneyAtProvider(tx, locked.row.propertyId, 'anything');
    if (atProviderCents < locked.row.amountCents)
      throw notCovered(MONEY_NOT_AT_PROVIDER, locked.row.amountCents, atProviderCents);
  }
  const row = locked.row.status === 'waiting' ? locked.row : await takeOutOfArchive(tx, { row: locked.row, schedule, at });
  const { amountCents, propertyId, spvId } = row;
  const { paymentId } = await openPayment(tx, deps, {
    byRequest: true,
    ...(propertyId === null ? {} : { propertyId }),
    order: {
      kind: 'payOut',
      purpose: 'wire-return',
      // A new id: after a refusal the same wire may be returned again.
      subjectId: newId(),
      fromAccountId: accountId,
      providerBankAccountId: body.providerWithdrawBankAccountId,
      amountCents,
      comment: `Wire returned ${row.id}`,
      at,
      audit: {
        ...audit,
        target: { type: 'payment', id: row.id },
        payload: { propertyId, amountCents, comment: body.comment, bankAccountId: body.providerWithdrawBankAccountId },
      },
    },
    // Money without a project is not held: it stays in its SPV's UNASSIGNED, which only such records spend.
    sides: {
      wire: {
        type: 'WIRE_RETURN',
        owner: { spvId },
        amountCents,
        ...(propertyId === null ? {} : { hold: heldByProject(propertyId, { UNASSIGNED: amountCents }) }),
      },
    },
  });
  await markReturning(tx, row.id, { paymentId, comment: body.comment, at });
  return { paymentId: paymentId, isOurs: true };
}

/** WIRE_RETURN: the held money, or that of the SPV, to EXT. Refused: the wire waits to be assigned, and the team is notified. */
export async function settleWireReturn(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const seen = await findPaymentOfReturn(tx, payment.id);
  if (!seen) throw new Error(`no wire is returned by payment ${payment.id}`);
  if (seen.propertyId !== null) await lockProperty(tx, seen.propertyId);
  const row = await lockPayment(tx, seen.id);
  if (row?.status !== 'returning') throw new Error(`wire ${seen.id} is not being returned`);
  await settle(tx, payment, {
    succeeded: async () => {
      await endReturn(tx, row.id, 'returned');
      const from = row.propertyId === null ? unassignedOf(row) : purseOf(row.propertyId, 'HELD');
      return move(row.amountCents, from, EXTERNAL);
    },
    failed: async (_at, { reason }) => {
      await endReturn(tx, row.id, 'waiting');
      await enqueueChatMessage(tx, deps, {
        channel: 'payment-schedule',
        text: `Le virement ${row.id} de ${formatEuros(row.amountCents)} n’a pas pu être renvoyé : ${reason}. Il attend d’être affecté.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
