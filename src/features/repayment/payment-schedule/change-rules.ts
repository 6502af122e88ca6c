// A schedule after a payment or an event, or without it: what its echeances are then, without writing it (repayments.md#assigning). Pure.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Config } from '../../../deps.ts';
import { type Day, dayOf } from './calendar-rules.ts';
import { firstDifference } from './early-repayment-rules.ts';
import { eventsWithPayments, numberOn, recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import { capitalTermsOf, termsOf } from './stored-rules.ts';

/**
 * `after` with its echeances recomputed from the first day on which it has another capital outstanding than `before`, and at the latest
 * from `fromNumber` on. `changedFrom`: that day, if there is one.
 */
export function rescheduled(
  before: Schedule,
  after: Schedule,
  config: Pick<Config, 'VAT_RATE_BPS'>,
  fromNumber = Number.POSITIVE_INFINITY,
): { schedule: Schedule; changedFrom: Day | undefined } {
  const terms = termsOf(after, config);
  const was = eventsWithPayments(before, capitalTermsOf(before));
  const is = eventsWithPayments(after, terms);
  const changedFrom = firstDifference(was.events, is.events);
  const from = Math.min(fromNumber, changedFrom === undefined ? fromNumber : numberOn(before, changedFrom));
  return { schedule: { ...after, echeances: recomputedEcheances(after, terms, from, noNewEcheance) }, changedFrom };
}

/** Neither events nor payments change the duration. */
function noNewEcheance(): never {
  throw new Error('a payment or an event adds no echeance');
}

/** A payment on an echeance; of the owner's, or the escrow's part of an event. */
export type Payment = {
  id: string;
  echeanceId: EcheanceId;
  paymentFor: 'mensualite' | 'capitalRepayment';
  amountCents: Cents;
  paymentDate: Temporal.PlainDate;
};

type TakenBack = Omit<Payment, 'paymentDate'>;
type Settings = Pick<Config, 'VAT_RATE_BPS'>;

/** The payment assigned. Capital counts from the day of its payment on: what money has not touched since is computed anew. */
export function withPayment(schedule: Schedule, payment: Payment, config: Settings): Schedule {
  const paid = withAmount(schedule, payment, payment.amountCents);
  if (payment.paymentFor === 'mensualite') return paid;
  const { id, echeanceId, amountCents, paymentDate } = payment;
  const capitalPayments = [
    ...paid.capitalPayments,
    { ...{ id, echeanceId, amountCents, day: dayOf(paymentDate) }, onLast: isLast(schedule, echeanceId), isChargedBack: false },
  ];
  return rescheduled(schedule, { ...paid, capitalPayments }, config).schedule;
}

/** The assignment taken back: its echeance is computed anew when nothing else keeps it, and for capital all that followed from it. */
export function withoutPayment(schedule: Schedule, payment: TakenBack, config: Settings): Schedule {
  const { id, echeanceId, paymentFor, amountCents } = payment;
  const without = withAmount(schedule, payment, -amountCents);
  const capitalPayments = schedule.capitalPayments.filter((paid) => paid.id !== id);
  const number = schedule.echeances.find((row) => row.id === echeanceId)?.number;
  const from = paymentFor === 'mensualite' ? number : undefined;
  return rescheduled(schedule, { ...without, capitalPayments }, config, from).schedule;
}

/** The payment taken back by the payer's bank, when holders or platform may have it: a mensualite keeps what it asked for. */
export function withChargeBack(schedule: Schedule, payment: TakenBack, config: Settings): Schedule {
  const without = withAmount(schedule, payment, -payment.amountCents);
  if (payment.paymentFor === 'mensualite') return without;
  const capitalPayments = schedule.capitalPayments.map((paid) =>
    paid.id === payment.id ? { ...paid, isChargedBack: true } : paid,
  );
  return rescheduled(schedule, { ...without, capitalPayments }, config).schedule;
}

/** Capital paid there counts from its day on, whatever is the last echeance later. */
export function isLast({ echeances }: Schedule, echeanceId: EcheanceId): boolean {
  return echeances.at(-1)?.id === echeanceId;
}

/** `cents` more paid on the echeance; an unknown echeance changes nothing. */
export function withAmount(
  schedule: Schedule,
  { echeanceId, paymentFor }: Pick<Payment, 'echeanceId' | 'paymentFor'>,
  cents: number,
): Schedule {
  const field = paymentFor === 'mensualite' ? 'paidMensualiteCents' : 'paidCapitalCents';
  const echeances = schedule.echeances.map((row) => (row.id === echeanceId ? { ...row, [field]: row[field] + cents } : row));
  return { ...schedule, echeances };
}
