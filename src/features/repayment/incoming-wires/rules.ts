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
import type { NewPayment, PaymentSuggestions, SUGGESTION_REASONS, WireRecord } from './schemas.ts';

/** Where the money of a record comes from; `escrow` and `other` have no movement at the provider. */
export type PaymentSource = 'wire' | 'directDebit' | 'p2pAuto' | 'p2pManual' | 'escrow' | 'other';

/** A record as stored; amounts in cents. */
export type ReceivedPayment = {
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
export function assertMoneyWaits(row: ReceivedPayment): void {
  assertAllowed(WIRE_VERBS['split-wire'], wireState(row));
}

/** `newAmountCents` stays with the record, the rest goes to a second one. Error: `new-amount-must-be-less-than-original-amount`. */
export function restAfterSplit(row: ReceivedPayment, newAmountCents: Cents): Cents {
  if (newAmountCents >= row.amountCents) throw new AppError(NEW_AMOUNT_TOO_LARGE);
  return centsOf(row.amountCents - newAmountCents);
}

/** Only a whole wire can be switched; a direct debit belongs to its echeance's project. */
export function assertSwitchable(row: ReceivedPayment): void {
  if (row.lineage !== 'parent') throw new AppError(ONLY_PARENT_WIRES);
  if (row.source !== 'wire') throw new AppError(ONLY_WIRE_PAYMENTS);
}

/** The order of repayments.md#payments-that-are-no-wire's table for retry-p2p. */
export function assertRetryable(row: ReceivedPayment): void {
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
export function archiveAccount({ propertyId, source, providerWireId }: ReceivedPayment): string | null {
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
export function shownStatus(status: ReceivedPayment['status']): WireRecord['status'] {
  return status === 'waiting' || status === 'assigned' ? status : 'archivedNotAssigned';
}

/** The record as every route answers it. */
export function toWireRecord(row: ReceivedPayment): WireRecord {
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

type Reason = (typeof SUGGESTION_REASONS)[number];
type Suggestion = PaymentSuggestions['suggestions'][number];

/** What is known of the payment; cents. */
type Payment = {
  propertyId: PropertyId | null;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  targetEcheanceId: EcheanceId | null;
  /** Escrow pays only interest. */
  source: PaymentSource;
};

/** An echeance that lacks something, of a project that takes the payment; cents. */
export type OpenEcheance = {
  project: { id: PropertyId; name: string };
  id: EcheanceId;
  number: number;
  period: string;
  dueDate: Temporal.PlainDate;
  remainingCents: number;
  capitalRemainingCents: number;
};

const MAX_SUGGESTIONS = 5;
/** An amount says more than a word, a word more than a date; what the escrow was taken for is no guess. */
const POINTS: Readonly<Record<Reason, number>> = {
  escrowForIt: 100,
  amountIsRemaining: 40,
  amountIsCapital: 40,
  commentNamesPeriod: 25,
  commentNamesNumber: 25,
  commentNamesProject: 15,
  oldestUnpaid: 10,
  dateNearDue: 8,
  sameProject: 5,
  sameSpv: 2,
};
const NEAR_DAYS = 20;

/** At most five, the likeliest first; equal ones by due date. */
export function suggest(payment: Payment, echeances: readonly OpenEcheance[]): Suggestion[] {
  return echeances
    .flatMap((echeance) => candidates(payment, echeance, echeances))
    .toSorted((one, other) => other.points - one.points || one.dueDate.localeCompare(other.dueDate))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion);
}

/**
 * The first suggestion, where nothing speaks for another one: what the escrow was taken for; or the very amount that the oldest unpaid
 * echeance lacks, or the capital of one, of a project that is known or named. Undefined where the label names another echeance.
 */
export function sureOf([first, ...others]: readonly Suggestion[]): Suggestion | undefined {
  if (!first) return undefined;
  const has = ({ reasons }: Suggestion, ...any: Reason[]) => any.some((reason) => reasons.includes(reason));
  if (has(first, 'escrowForIt')) return first;
  if (!has(first, 'sameProject', 'commentNamesProject')) return undefined;
  if (
    others.some((other) => has(other, 'commentNamesPeriod', 'commentNamesNumber')) &&
    !has(first, 'commentNamesPeriod', 'commentNamesNumber')
  )
    return undefined;
  if (first.paymentFor === 'mensualite') return has(first, 'amountIsRemaining') && has(first, 'oldestUnpaid') ? first : undefined;
  const isAlone = !others.some((other) => has(other, 'amountIsRemaining', 'amountIsCapital'));
  return has(first, 'amountIsCapital') && isAlone ? first : undefined;
}

type Candidate = { suggestion: Suggestion; points: number; dueDate: string };

function candidates(payment: Payment, echeance: OpenEcheance, all: readonly OpenEcheance[]): Candidate[] {
  const common = commonReasons(payment, echeance);
  const of = (paymentFor: Suggestion['paymentFor'], remaining: number, own: readonly Reason[]): Candidate[] => {
    if (remaining === 0) return [];
    const reasons = [...own, ...common].toSorted((one, other) => POINTS[other] - POINTS[one]);
    const { id, number, period } = echeance;
    const dueDate = echeance.dueDate.toString();
    return [
      {
        suggestion: { project: echeance.project, echeance: { id, number, period, dueDate, remaining }, paymentFor, reasons },
        points: reasons.reduce((sum, reason) => sum + POINTS[reason], 0),
        dueDate,
      },
    ];
  };
  const { remainingCents } = echeance;
  const capitalRemainingCents = payment.source === 'escrow' ? 0 : echeance.capitalRemainingCents;
  return [
    ...of('mensualite', remainingCents, [
      ...when(payment.targetEcheanceId === echeance.id, 'escrowForIt'),
      ...when(payment.amountCents === remainingCents, 'amountIsRemaining'),
      ...when(isOldestUnpaid(echeance, all), 'oldestUnpaid'),
    ]),
    ...of('capitalRepayment', capitalRemainingCents, [...when(payment.amountCents === capitalRemainingCents, 'amountIsCapital')]),
  ];
}

function commonReasons(payment: Payment, { project, number, period, dueDate }: OpenEcheance): Reason[] {
  const words = plain(payment.comment);
  const days = Math.abs(payment.paymentDate.until(dueDate, { largestUnit: 'days' }).days);
  return [
    ...when(namesPeriod(words, period), 'commentNamesPeriod'),
    ...when(namesNumber(words, number), 'commentNamesNumber'),
    ...when(namesProject(words, plain(project.name)), 'commentNamesProject'),
    ...when(days <= NEAR_DAYS, 'dateNearDue'),
    payment.propertyId === null ? 'sameSpv' : 'sameProject',
  ];
}

function when(isSo: boolean, reason: Reason): Reason[] {
  return isSo ? [reason] : [];
}

function isOldestUnpaid({ project, number }: OpenEcheance, all: readonly OpenEcheance[]): boolean {
  const unpaid = all.filter((other) => other.project.id === project.id && other.remainingCents > 0);
  return unpaid.every((other) => other.number >= number);
}

/** Lower case, without accents, only letters and digits between single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** As French banks and owners write months; the first of them is the whole word. */
const MONTHS: readonly (readonly string[])[] = [
  ['janvier', 'janv', 'jan'],
  ['fevrier', 'fevr', 'fev'],
  ['mars'],
  ['avril', 'avr'],
  ['mai'],
  ['juin'],
  ['juillet', 'juil'],
  ['aout'],
  ['septembre', 'sept', 'sep'],
  ['octobre', 'oct'],
  ['novembre', 'nov'],
  ['decembre', 'dec'],
];

/** `dec 2026`, `12 2026`, `2026 12`; a month only by its name means each of its years. */
function namesPeriod(words: string, period: string): boolean {
  const [year = '', month = ''] = period.split('-');
  const names = MONTHS[Number(month) - 1] ?? [];
  if (has(words, `${month} ${year}`) || has(words, `${year} ${month}`)) return true;
  const years: readonly string[] = words.match(/\b(?:19|20|21)\d\d\b/g) ?? [];
  return names.some((name) => has(words, name)) && (years.length === 0 || years.includes(year));
}

function namesNumber(words: string, number: number): boolean {
  return new RegExp(`\\b(?:echeance|ech|mensualite|loyer|no?)(?: no?)? ?0?${number}\\b`).test(words);
}

/** The whole name, or a word of it that is no common one. */
function namesProject(words: string, name: string): boolean {
  return name !== '' && (has(words, name) || name.split(' ').some((word) => word.length >= 5 && has(words, word)));
}

function has(words: string, word: string): boolean {
  return ` ${words} `.includes(` ${word} `);
}
