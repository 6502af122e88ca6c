// The money follows the rows: what a change of a schedule posts, and what a collected debit books.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, type LedgerLine, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { FILLED_PURSES, purseChanges, withAmount } from './change-rules.ts';
import { resizeDebits } from './jobs.ts';
import { insertAssignedPayment, insertWaitingDebit, type Schedule } from './schedule-queries.ts';

/** In the transaction of the change: moves paid money to the purses it is for now, and enqueues changes of open debits. */
export async function followChange(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  change: { before: Schedule; after: Schedule; at: Temporal.Instant },
): Promise<void> {
  const { spvId } = change.after;
  if (spvId !== null) await postReassignment(tx, { ...change, spvId });
  await resizeDebits(tx, deps, change);
}

/** A schedule before and after, under its lock. `from`: cents that an account paid with the change; negative: that it got back. */
type Reassignment = {
  before: Schedule;
  after: Schedule;
  spvId: SpvId;
  at: Temporal.Instant;
  /** When it happened; default: `at`. */
  eventAt?: Temporal.Instant;
  from?: { account: string; amountCents: Cents };
  /** Default: ASSIGNMENT. */
  type?: 'ASSIGNMENT' | 'ESCROW_TO_PAYMENT' | 'CHARGE_BACK';
};

/**
 * Posts the difference of each purse between the two schedules as one transaction (repayments.md#order-inside-a-mensualite,
 * ledger.md#postings). Money that fills a claim leaves to EXT: the bank took it back before. Posts nothing when no
 * purse changes. Throws a violation of ledger_balance_not_negative when money that was spent would have to come back.
 */
export async function postReassignment(tx: Tx, change: Reassignment): Promise<void> {
  const lines = reassignmentLines(change);
  if (lines.length === 0) return;
  const { after, spvId, at, eventAt = at, type = 'ASSIGNMENT' } = change;
  await bookTransaction(tx, {
    type,
    owner: { spvId },
    amountCents: sumOf(lines.map(({ amountCents }) => amountCents).filter((amountCents) => amountCents > 0)),
    propertyId: after.propertyId,
    at,
    eventAt,
    lines,
  });
}

/** One line per account. */
function reassignmentLines({ before, after, from }: Reassignment): LedgerLine[] {
  const change = purseChanges(before, after);
  const cents = new Map<string, Cents>(FILLED_PURSES.map((purse) => [purseOf(after.propertyId, purse), change[purse]]));
  cents.set(EXTERNAL, centsOf(-change.claim));
  if (from) cents.set(from.account, centsOf((cents.get(from.account) ?? 0) - from.amountCents));
  return [...cents].flatMap(([account, amountCents]) => (amountCents === 0 ? [] : [{ account, amountCents }]));
}

/** The debit as the provider collected it; `schedule` is locked by the caller. Cents. */
type ArrivedPayment = {
  schedule: Schedule;
  spvId: SpvId;
  echeanceId: EcheanceId;
  providerMoneyInId: number;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to the project's UNASSIGNED, a record, and its assignment to the mensualite. Returns the record's id. */
export async function bookAssignedPayment(tx: Tx, payment: ArrivedPayment): Promise<string> {
  const { schedule, spvId, echeanceId, amountCents, at } = payment;
  const { propertyId } = schedule;
  const unassigned = purseOf(propertyId, 'UNASSIGNED');
  const walletTransactionId = await bookTransaction(tx, {
    type: 'SPV_DIRECT_DEBIT_IN',
    owner: { spvId },
    amountCents,
    propertyId,
    at,
    eventAt: at,
    providerMoneyInId: payment.providerMoneyInId,
    lines: move(amountCents, EXTERNAL, unassigned),
  });
  const id = newId();
  const { paymentDate, comment, providerMoneyInId: providerWireId } = payment;
  await insertAssignedPayment(tx, {
    id,
    propertyId,
    spvId,
    echeanceId,
    amountCents,
    paymentDate,
    comment,
    walletTransactionId,
    providerWireId,
    at,
    payment: 'wire',
    source: 'directDebit',
    paymentFor: 'mensualite',
  });
  const after = withAmount(schedule, { echeanceId, paymentFor: 'mensualite' }, amountCents);
  await postReassignment(tx, { before: schedule, after, spvId, at, from: { account: unassigned, amountCents } });
  return id;
}

/** The debit as the provider collected it; `propertyId` null: its money is booked for the SPV. Cents. */
type SecondDebit = {
  propertyId: PropertyId | null;
  spvId: SpvId;
  providerMoneyInId: number;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to UNASSIGNED, and a waiting record like that of a wire. Returns the record's id. */
export async function bookWaitingDebit(tx: Tx, debit: SecondDebit): Promise<string> {
  const { propertyId, spvId, amountCents, providerMoneyInId, comment, paymentDate, at } = debit;
  const walletTransactionId = await bookTransaction(tx, {
    type: 'SPV_DIRECT_DEBIT_IN',
    owner: { spvId },
    amountCents,
    ...(propertyId === null ? {} : { propertyId }),
    at,
    eventAt: at,
    providerMoneyInId,
    lines: move(amountCents, EXTERNAL, unassignedOf({ propertyId, spvId })),
  });
  const id = newId();
  const row = { id, propertyId, spvId, amountCents, paymentDate, comment, walletTransactionId, at };
  await insertWaitingDebit(tx, { ...row, providerWireId: providerMoneyInId });
  return id;
}
