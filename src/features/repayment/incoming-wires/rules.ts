// Which records may be split, switched, assigned or retried, in which states (docs/domain/states.md), and how a record is shown.
// Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { assertAllowed, verbRow } from '../../../core/states.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { ECHEANCE_NOT_FOUND } from '../payment-schedule/index.ts';
import {
  NEW_AMOUNT_TOO_LARGE,
  NEW_PROJECT_NOT_FOUND,
  ONLY_PARENT_WIRES,
  ONLY_WIRE_PAYMENTS,
  PAYMENT_ALREADY_LINKED,
  PAYMENT_NOT_P2P_AUTO,
  PAYMENT_NOT_WAITING,
  PROJECT_NOT_ELIGIBLE,
  WIRE_ALREADY_PAID_OUT,
  WIRE_NOT_ASSIGNED,
  WIRE_NOT_WAITING,
} from './errors.ts';
import type { NewPayment, WireRecord } from './schemas.ts';

/** Where the money of a record comes from; `escrow` and `other` have no movement at the provider. */
export type PaymentSource = 'wire' | 'directDebit' | 'p2pAuto' | 'p2pManual' | 'escrow' | 'other';

/** A record as stored; amounts in cents. */
export type PaymentRow = {
  id: string;
  propertyId: PropertyId | null;
  spvId: SpvId;
  /** `chargedBack`: the payer's bank took it back. `returning`, `returned`: by a pay-out to its sender. */
  status: 'waiting' | 'assigned' | 'archivedNotAssigned' | 'chargedBack' | 'returning' | 'returned';
  amountCents: Cents;
  lineage: 'parent' | 'child';
  originWireId: string | null;
  originAmountCents: Cents | null;
  payment: 'wire' | 'p2p' | 'other';
  source: PaymentSource;
  debitAccountId: string | null;
  providerWireId: number | null;
  paymentId: string | null;
  paymentDate: Temporal.PlainDate;
  comment: string;
  targetEcheanceId: EcheanceId | null;
  switchingToPropertyId: PropertyId | null;
  walletTransactionId: string | null;
};

export type ProjectOfSpv = { id: PropertyId; financialStatus: string | null; hasSchedule: boolean; isSettled: boolean };

/**
 * The project that a wire to an SPV's wallet is for: its only published project, or the only one whose owner is in debt; null when that
 * does not decide it (A-incoming-wires-2).
 */
export function projectOfWire(projects: readonly ProjectOfSpv[], debtStatuses: readonly string[]): PropertyId | null {
  const owes = ({ financialStatus, hasSchedule }: ProjectOfSpv) =>
    hasSchedule && financialStatus !== null && debtStatuses.includes(financialStatus);
  const open = projects.length === 1 ? projects : projects.filter(owes);
  const [project, ...others] = open.filter(({ isSettled }) => !isSettled);
  return project && others.length === 0 ? project.id : null;
}

/** The record is waiting, its money has arrived, and no transfer is moving it (repayments.md#assigning). Error: `wire-not-waiting`. */
export function assertMoneyWaits(row: PaymentRow): void {
  assertAllowed(WIRE_VERBS['split-wire'], wireState(row));
}

/** `newAmountCents` stays with the record, the rest goes to a second one. Error: `new-amount-must-be-less-than-original-amount`. */
export function restAfterSplit(row: PaymentRow, newAmountCents: Cents): Cents {
  if (newAmountCents >= row.amountCents) throw new AppError(NEW_AMOUNT_TOO_LARGE);
  return centsOf(row.amountCents - newAmountCents);
}

/** Only a whole wire can be switched; a direct debit belongs to its echeance's project. */
export function assertSwitchable(row: PaymentRow): void {
  if (row.lineage !== 'parent') throw new AppError(ONLY_PARENT_WIRES);
  if (row.source !== 'wire') throw new AppError(ONLY_WIRE_PAYMENTS);
}

/** The order of repayments.md#payments-that-are-no-wire's table for retry-p2p. */
export function assertRetryable(row: PaymentRow): void {
  assertAllowed(WIRE_VERBS['retry-p2p'], wireState(row));
}

/** A payment may be created for the project (repayments.md#eligible-projects); its SPV is checked separately. */
export function isEligible(
  project: { scheduleId: string | null; financialStatus: string | null },
  debtStatuses: readonly string[],
): boolean {
  return project.scheduleId !== null && project.financialStatus !== null && debtStatuses.includes(project.financialStatus);
}

/** How the money of a new payment arrives. */
export type PaymentMeans =
  | { source: 'p2pAuto'; debitAccountId: string }
  | { source: 'p2pManual'; providerPaymentId: number }
  | { source: 'other' };

/** From the body. Error: `validation-failed` when a p2p lacks the field that its execution needs. */
export function meansOf(payment: NewPayment['payment']): PaymentMeans {
  if (payment.kind === 'other') return { source: 'other' };
  if (payment.execution === 'auto') {
    if (payment.debitAccountId === undefined) throw missing('debitAccountId');
    return { source: 'p2pAuto', debitAccountId: payment.debitAccountId };
  }
  if (payment.paymentId === undefined) throw missing('paymentId');
  return { source: 'p2pManual', providerPaymentId: payment.paymentId };
}

function missing(field: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: `body/payment/${field}`, reason: 'is required' }] });
}

/** The account of an archived record's money; null when no money was booked for it, or it has no project. */
export function archiveAccount({ propertyId, source, providerWireId }: PaymentRow): string | null {
  if (propertyId === null) return null;
  switch (source) {
    case 'escrow':
      return purseOf(propertyId, 'ESCROW');
    case 'p2pAuto':
      return providerWireId === null ? null : purseOf(propertyId, 'SURPLUS');
    default:
      return purseOf(propertyId, 'SURPLUS');
  }
}

/** What was charged back or returned is shown as archived: the documents have three states. */
export function shownStatus(status: PaymentRow['status']): WireRecord['status'] {
  return status === 'waiting' || status === 'assigned' ? status : 'archivedNotAssigned';
}

/** The record as every route answers it. */
export function toWireRecord(row: PaymentRow): WireRecord {
  return {
    id: row.id,
    projectId: row.propertyId,
    spvId: row.spvId,
    status: shownStatus(row.status),
    amount: row.amountCents,
    lineage: row.lineage,
    ...(row.originWireId === null ? {} : { originWireId: row.originWireId }),
    ...(row.originAmountCents === null ? {} : { originAmount: row.originAmountCents }),
    payment: row.payment,
    ...(row.providerWireId === null ? {} : { providerWireId: row.providerWireId }),
    ...(row.switchingToPropertyId === null ? {} : { switchingToProject: row.switchingToPropertyId }),
    ...(row.status === 'returning' || row.status === 'returned' ? { returnState: row.status } : {}),
    ...(row.targetEcheanceId === null ? {} : { targetEcheanceId: row.targetEcheanceId }),
    ...(row.comment === '' ? {} : { comment: row.comment }),
    date: row.paymentDate.toString(),
  };
}

/** The payment that brought the money, or that pays it back to its sender now. */
export function paymentOf({
  returnPaymentId,
  paymentId,
}: {
  returnPaymentId: string | null;
  paymentId: string | null;
}): string | null {
  return returnPaymentId ?? paymentId;
}

/** A settled project takes no money (A-incoming-wires-8). */
const UNTIL_SETTLED = PROJECT_STATES.filter((state) => state !== 'settled');

export const WIRE_VERBS_ON_PROJECT = {
  'assign-wire': projectRow(UNTIL_SETTLED, ECHEANCE_NOT_FOUND),
  'unassign-wire': projectRow(UNTIL_SETTLED, WIRE_ALREADY_PAID_OUT),
  /** Of the project that the wire goes to. */
  'switch-project': projectRow(UNTIL_SETTLED, NEW_PROJECT_NOT_FOUND),
  /** OWNER_DEBT_STATUSES may allow fewer. */
  'create-payment': projectRow(['repayment', 'delay', 'default'], PROJECT_NOT_ELIGIBLE),
  'retry-p2p': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
};

/** `unpaid`: a transfer of ours has not brought its money; `linked`: it has; `switching`: it is on its way to another SPV's project. */
export const WIRE_STATES = [
  'waiting',
  'unpaid',
  'linked',
  'switching',
  'assigned',
  'archived',
  'returning',
  'returned',
  'chargedBack',
] as const;
export type WireState = (typeof WIRE_STATES)[number];

export function wireState(row: {
  status: 'waiting' | 'assigned' | 'archivedNotAssigned' | 'returning' | 'returned' | 'chargedBack';
  source: string;
  providerWireId: number | null;
  switchingToPropertyId: string | null;
}): WireState {
  if (row.status === 'archivedNotAssigned') return 'archived';
  if (row.status !== 'waiting') return row.status;
  if (row.switchingToPropertyId !== null) return 'switching';
  if (row.source !== 'p2pAuto') return 'waiting';
  return row.providerWireId === null ? 'unpaid' : 'linked';
}

const moneyWaits = verbRow(WIRE_STATES, ['waiting', 'linked'], WIRE_NOT_WAITING);

export const WIRE_VERBS = {
  'assign-wire': moneyWaits,
  'split-wire': moneyWaits,
  /** Of a transfer of ours only once it cannot bring its money any more. */
  'archive-wire': verbRow(WIRE_STATES, ['waiting', 'unpaid', 'linked'], WIRE_NOT_WAITING),
  'switch-project': moneyWaits,
  'unassign-wire': verbRow(WIRE_STATES, ['assigned'], WIRE_NOT_ASSIGNED),
  'retry-p2p': verbRow(WIRE_STATES, ['unpaid'], PAYMENT_NOT_WAITING, {
    waiting: PAYMENT_NOT_P2P_AUTO,
    switching: PAYMENT_NOT_P2P_AUTO,
    linked: PAYMENT_ALREADY_LINKED,
  }),
};
