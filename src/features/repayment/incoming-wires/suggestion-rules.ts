// Which echeance a payment is likeliest for, and why: amount, comment, date, order. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { PaymentSource } from './rules.ts';
import type { PaymentSuggestions, SUGGESTION_REASONS } from './schemas.ts';

type Reason = (typeof SUGGESTION_REASONS)[number];
type Suggestion = PaymentSuggestions['suggestions'][number];

/** What is known of the payment; cents. */
type Payment = {
  propertyId: PropertyId | null;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  targetEcheanceId: EcheanceId | null;
  /** Escrow pays interest alone. */
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

/** `dec 2026`, `12 2026`, `2026 12`; a month by its name alone names each of its years. */
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
