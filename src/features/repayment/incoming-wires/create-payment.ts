// Payments to assign that are no incoming wire: recorded by an administrator, or moved out of the escrow of the interest.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, PLATFORM, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { type BegunPayment, bookTransaction, payByRequest } from '../../../money/payments/index.ts';
import type { Transfer } from '../../../providers/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { lockSchedule, SCHEDULE_VERBS, SPV_NOT_FOUND, sequestreRemainingOf } from '../payment-schedule/index.ts';
import {
  DEBIT_ACCOUNT_NOT_FOUND,
  DEBIT_ACCOUNT_TOO_LOW,
  P2P_AMOUNT_MISMATCH,
  P2P_NOT_FOUND,
  P2P_NOT_SUCCESS,
  P2P_RECEIVER_MISMATCH,
  P2P_VALIDATION_FAILED,
  PROJECT_NOT_ELIGIBLE,
  SPV_WALLET_NOT_FOUND,
} from './errors.ts';
import { alertUnpaid, orderTransfer } from './p2p.ts';
import { findPayment, insertWaitingPayment, type NewWaitingPayment } from './queries.ts';
import { isEligible, meansOf, type PaymentMeans, type ReceivedPayment, toWireRecord, WIRE_VERBS_ON_PROJECT } from './rules.ts';
import type { EscrowTransfer as EscrowTransferBody, NewPayment, WireRecord } from './schemas.ts';
import { findProject, isKnownWallet, isTransferBooked } from './shown-queries.ts';

/** The body of the request and the administrator. */
export type CreatePayment = NewPayment & { audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

type Destination = { propertyId: PropertyId; spvId: SpvId; accountId: string };
type Arrangement = { payment: NewWaitingPayment; means: PaymentMeans; accountId: string; transfer: Transfer | null };

/**
 * 1. the project is eligible and has an SPV with a wallet; 2. a manual p2p exists at the provider as stated, an automatic one has
 * an account that can bear it (both read outside any transaction); 3. write the waiting record, with the booking of money
 * that has arrived, or the payment that sends it; 4. carry an automatic p2p out now. The call succeeds whatever its outcome: when it is
 * refused (`settlePaymentToBeAssigned` alerts) or gets no answer (alerted here), the record waits without wire id; when it is pending at
 * the provider, the worker finishes it. Errors: repayments.md#payments-that-are-no-wire, in its order.
 */
export async function createPayment(deps: AppDeps, input: CreatePayment): Promise<WireRecord> {
  return payByRequest(deps, input.idempotency, {
    prepare: () => prepare(deps, input),
    begin: async (tx, arrangement) => {
      await lockEligible(tx, deps, input.projectId);
      return write(tx, deps, arrangement, input.audit);
    },
    answer: async (tx, { subjectId, result }) => {
      const payment = await readWritten(tx, subjectId);
      if (result === 'unknown') await alertUnpaid(tx, deps, payment);
      return toWireRecord(payment);
    },
  });
}

/** The record to write and how its money arrives, checked with the provider. */
async function prepare(deps: AppDeps, input: CreatePayment): Promise<Arrangement> {
  const means = meansOf(input.payment);
  const { accountId, ...destination } = await findDestination(deps, input.projectId);
  const transfer = await askProvider(deps, means, { ...destination, accountId, amountCents: input.amount });
  const payment: NewWaitingPayment = {
    id: newId(),
    propertyId: destination.propertyId,
    spvId: destination.spvId,
    amountCents: input.amount,
    payment: means.source === 'other' ? 'other' : 'p2p',
    source: means.source,
    paymentDate: Temporal.PlainDate.from(input.date),
    comment: input.payment.comment,
    at: deps.clock.now(),
  };
  return { payment, means, accountId, transfer };
}

async function readWritten(tx: Tx, id: string): Promise<ReceivedPayment> {
  const stored = await findPayment(tx, id);
  if (!stored) throw new Error(`there is no payment ${id}`);
  return stored;
}

/** Again under the lock: the project may have ended while the provider was asked. */
async function lockEligible(tx: Tx, { config }: Pick<AppDeps, 'config'>, projectId: PropertyId): Promise<void> {
  const property = await lockProperty(tx, projectId);
  const project = await findProject(tx, projectId);
  if (!property || !project || !isEligible(project, config.OWNER_DEBT_STATUSES)) throw new AppError(PROJECT_NOT_ELIGIBLE);
  assertAllowed(WIRE_VERBS_ON_PROJECT['create-payment'], projectState(property));
}

async function findDestination({ db, config }: AppDeps, projectId: PropertyId): Promise<Destination> {
  const project = await findProject(db, projectId);
  if (!project || !isEligible(project, config.OWNER_DEBT_STATUSES)) throw new AppError(PROJECT_NOT_ELIGIBLE);
  if (project.spvId === null) throw new AppError(SPV_NOT_FOUND);
  if (project.accountId === null) throw new AppError(SPV_WALLET_NOT_FOUND);
  return { propertyId: project.id, spvId: project.spvId, accountId: project.accountId };
}

/** Checks what the provider must confirm; returns the transfer of a manual p2p. No answer: `provider-p2p-validation-failed`. */
async function askProvider(
  deps: AppDeps,
  means: PaymentMeans,
  due: Destination & { amountCents: Cents },
): Promise<Transfer | null> {
  if (means.source === 'p2pAuto') await assertDebitAccount(deps, means.debitAccountId, due);
  return means.source === 'p2pManual' ? findTransfer(deps, means.providerPaymentId, due) : null;
}

/** Wallets of investors and SPVs, and the accounts of origination fees and withheld tax, cannot be debited. */
async function assertDebitAccount(
  deps: AppDeps,
  accountId: string,
  due: { amountCents: Cents; accountId: string },
): Promise<void> {
  if (isSetAside(deps, accountId) || (await isKnownWallet(deps.db, accountId))) throw new AppError(DEBIT_ACCOUNT_NOT_FOUND);
  const account = await deps.payments.getAccount(accountId);
  if (!account.ok) {
    if (account.kind === 'not-found') throw new AppError(DEBIT_ACCOUNT_NOT_FOUND);
    throw new AppError(P2P_VALIDATION_FAILED, { cause: account });
  }
  const { balanceCents } = account.value;
  if (balanceCents < due.amountCents) throw notCovered(DEBIT_ACCOUNT_TOO_LOW, due.amountCents, balanceCents);
}

function isSetAside({ config }: Pick<AppDeps, 'config'>, accountId: string): boolean {
  return accountId === config.PLATFORM_ORIGINATION_ACCOUNT_ID || accountId === config.PLATFORM_TAX_ACCOUNT_ID;
}

async function findTransfer(deps: AppDeps, paymentId: number, due: { amountCents: Cents; accountId: string }): Promise<Transfer> {
  const { db, payments } = deps;
  const found = await payments.getTransfer({ paymentId });
  if (!found.ok) throw new AppError(P2P_VALIDATION_FAILED, { cause: found });
  // Not a payment of the owner: booked already, or paid by an investor, an SPV, or the accounts of fees and tax.
  if (found.value === null || (await isTransferBooked(db, found.value))) throw new AppError(P2P_NOT_FOUND);
  const { fromAccountId } = found.value;
  if (isSetAside(deps, fromAccountId) || (await isKnownWallet(db, fromAccountId))) throw new AppError(P2P_NOT_FOUND);
  if (found.value.status !== 'succeeded') throw new AppError(P2P_NOT_SUCCESS);
  if (found.value.amountCents !== due.amountCents) throw new AppError(P2P_AMOUNT_MISMATCH);
  if (found.value.toAccountId !== due.accountId) throw new AppError(P2P_RECEIVER_MISMATCH);
  return found.value;
}

/** Writes record, booking or order, and audit row. Returns the payment to carry out, or the answer when nothing has to be sent. */
async function write(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  arrangement: Arrangement,
  audit: RouteAudit,
): Promise<BegunPayment | { answer: WireRecord }> {
  const { payment } = arrangement;
  try {
    const paymentId = await writePayment(tx, deps, arrangement);
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'payment', id: payment.id },
      payload: { projectId: payment.propertyId, amountCents: payment.amountCents, source: payment.source },
      at: payment.at,
    });
    if (paymentId !== null) return { paymentId: paymentId, isOurs: true };
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_transaction_provider_transfer_id_key') throw new AppError(P2P_NOT_FOUND);
    // A manual p2p took more from the platform's account than PLAT:MAIN has: the rest is other people's money.
    if (violatedConstraint(error) === 'ledger_balance_not_negative') throw new AppError(P2P_VALIDATION_FAILED, { cause: error });
    throw error;
  }
  return { answer: toWireRecord(await readWritten(tx, payment.id)) };
}

/** Writes the record, and books money that has arrived or orders the transfer; returns the id of the order. */
async function writePayment(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { payment, means, accountId, transfer }: Arrangement,
): Promise<string | null> {
  if (means.source !== 'p2pAuto') {
    const walletTransactionId = await book(tx, deps, payment, transfer);
    const providerWireId = transfer === null ? {} : { providerWireId: transfer.paymentId };
    await insertWaitingPayment(tx, { ...payment, ...providerWireId, walletTransactionId });
    return null;
  }
  const { debitAccountId } = means;
  const { paymentId, walletTransactionId } = await orderTransfer(tx, deps, { ...payment, debitAccountId, accountId }, payment);
  await insertWaitingPayment(tx, { ...payment, debitAccountId, paymentId: paymentId, walletTransactionId });
  return paymentId;
}

/** Money that has arrived (manual p2p), or that arrived outside the provider (`other`). */
async function book(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  payment: NewWaitingPayment,
  transfer: Transfer | null,
): Promise<string> {
  const from = transfer?.fromAccountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID ? PLATFORM.MAIN : EXTERNAL;
  return bookTransaction(tx, {
    type: 'SPV_P2P_IN',
    owner: { spvId: payment.spvId },
    amountCents: payment.amountCents,
    ...(payment.propertyId === null ? {} : { propertyId: payment.propertyId }),
    ...(transfer === null ? {} : { providerTransferId: transfer.paymentId }),
    at: payment.at,
    eventAt: transfer?.executedAt ?? payment.at,
    lines: move(payment.amountCents, from, unassignedOf(payment)),
  });
}

/** The body of the request and the administrator; cents. */
export type EscrowTransfer = EscrowTransferBody & { audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * ESCROW to UNASSIGNED of the project, and a waiting record of kind other that names the echeance; no movement at the provider. Any
 * failure is `internal-error` (repayments.md#escrow): a date that is not yet, no schedule, another property's echeance, or more than what is
 * left of the schedule's escrow or of the project's ESCROW.
 */
export async function transferEscrow(deps: Pick<AppDeps, 'db' | 'clock'>, input: EscrowTransfer): Promise<WireRecord> {
  const at = deps.clock.now();
  const amountCents = input.interestSequestreAmountToTransfer;
  const paymentDate = Temporal.PlainDate.from(input.paymentDate);
  if (Temporal.PlainDate.compare(paymentDate, parisDate(at)) > 0)
    throw new AppError(INTERNAL_ERROR, { cause: 'it is not that day yet' });
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, input.propertyId);
    const schedule = await lockSchedule(tx, input.propertyId);
    const echeance = schedule?.echeances.find(({ id }) => id === input.echeanceId);
    if (!property || !schedule || !echeance || schedule.spvId === null)
      throw new AppError(INTERNAL_ERROR, { cause: 'no such echeance' });
    assertAllowed(SCHEDULE_VERBS['transfer-escrow'], projectState(property));
    const { propertyId, spvId } = schedule;
    const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
    if (amountCents > Math.min(sequestreRemainingOf(schedule), heldCents))
      throw new AppError(INTERNAL_ERROR, { cause: 'the escrow has less' });
    const walletTransactionId = await bookTransaction(tx, {
      type: 'ESCROW_TO_PAYMENT',
      owner: { spvId },
      amountCents,
      propertyId,
      at,
      eventAt: at,
      lines: move(amountCents, purseOf(propertyId, 'ESCROW'), purseOf(propertyId, 'UNASSIGNED')),
    });
    const row = await insertWaitingPayment(tx, {
      id: newId(),
      propertyId,
      spvId,
      amountCents,
      payment: 'other',
      source: 'escrow',
      walletTransactionId,
      targetEcheanceId: echeance.id,
      paymentDate,
      comment: `Séquestre d’intérêts, échéance ${echeance.number}`,
      at,
    });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { propertyId, echeanceId: echeance.id, amountCents },
      at,
    });
    return toWireRecord(row);
  });
}
