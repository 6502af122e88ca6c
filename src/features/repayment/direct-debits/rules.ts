// On which day a debit is collected (repayments.md#day-of-a-direct-debit), which one counts of several under one reference, and in
// which states of project and echeance it may be programmed or not any more (docs/domain/states.md). Pure.

import { isBankDay } from '../../../core/dates.ts';
import { verbRow } from '../../../core/states.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { MUST_BE_NOT_SCHEDULED, MUST_BE_SCHEDULED, MUST_BE_UNPAID, NOTHING_TO_PAY } from './errors.ts';

/** The provider collects two working days later at the earliest, and only accepts days after that (provider.md#bank-days). */
const PROVIDER_WORKING_DAYS = 2;

/** First `dayOfMonth` on or after both the due date and the first day that the provider still accepts; clamped to the month's end. */
export function collectionDate(debit: {
  dueDate: Temporal.PlainDate;
  today: Temporal.PlainDate;
  leadDays: number;
  dayOfMonth: number;
}): Temporal.PlainDate {
  const { dueDate, today, leadDays, dayOfMonth } = debit;
  const earliest = latest([dueDate, today.add({ days: leadDays }), afterProviderDelay(today)]);
  const inMonth = (month: Temporal.PlainDate) => month.with({ day: 1 }).with({ day: dayOfMonth });
  const candidate = inMonth(earliest);
  return Temporal.PlainDate.compare(candidate, earliest) >= 0 ? candidate : inMonth(earliest.with({ day: 1 }).add({ months: 1 }));
}

/** The requested day if the provider still accepts it, else the next debit day. */
export function newCollectionDate(wanted: Temporal.PlainDate, debit: Parameters<typeof collectionDate>[0]): Temporal.PlainDate {
  const earliest = latest([debit.today.add({ days: debit.leadDays }), afterProviderDelay(debit.today)]);
  return Temporal.PlainDate.compare(wanted, earliest) >= 0 ? wanted : collectionDate(debit);
}

/** The debit that counts, of all under one reference, oldest first: the first collected, else the first pending, else the newest. */
export function decisiveOf<Debit extends { status: string }>(found: readonly Debit[]): Debit | undefined {
  const first = (status: 'succeeded' | 'pending') => found.find((debit) => debit.status === status);
  return first('succeeded') ?? first('pending') ?? found.at(-1);
}

/** The second debits to follow beside the one that counts: those that ended without money need nothing. */
export function secondsOf<Debit extends { status: string }>(found: readonly Debit[], decisive: Debit | undefined): Debit[] {
  return found.filter((debit) => debit !== decisive && debit.status !== 'failed' && debit.status !== 'canceled');
}

/** The day after the provider's earliest collection, whatever the time of day. */
function afterProviderDelay(today: Temporal.PlainDate): Temporal.PlainDate {
  let day = today;
  for (let left = PROVIDER_WORKING_DAYS; left > 0; ) {
    day = day.add({ days: 1 });
    if (isBankDay(day)) left -= 1;
  }
  return day.add({ days: 1 });
}

function latest(days: readonly [Temporal.PlainDate, ...Temporal.PlainDate[]]): Temporal.PlainDate {
  return days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) >= 0 ? a : b));
}

export const DEBIT_VERBS = {
  'program-debit': projectRow(['draft', 'published', 'closed', 'repayment', 'delay', 'default'], PROJECT_IS_FINISHED, {
    settled: PROJECT_IS_SETTLED,
  }),
  // Money that must not be collected is always worth stopping.
  'unprogram-debit': projectRow(PROJECT_STATES, PROJECT_IS_FINISHED),
};

/** `changing`: its debit is being ordered or canceled; `nothingDue`: no amount is due, or none is left although it is not paid. */
const ECHEANCE_STATES = ['unpaid', 'nothingDue', 'scheduled', 'changing', 'paid'] as const;
export type EcheanceState = (typeof ECHEANCE_STATES)[number];

export const ECHEANCE_VERBS = {
  'program-debit': verbRow(ECHEANCE_STATES, ['unpaid'], MUST_BE_NOT_SCHEDULED, {
    nothingDue: NOTHING_TO_PAY,
    paid: MUST_BE_UNPAID,
  }),
  'unprogram-debit': verbRow(ECHEANCE_STATES, ['scheduled'], MUST_BE_SCHEDULED, { paid: MUST_BE_UNPAID }),
};

export function echeanceState(echeance: {
  derived: { status: string; remainingToBePaidCents: number };
  open: { status: string } | undefined;
}): EcheanceState {
  const { derived, open } = echeance;
  if (derived.status === 'paid') return 'paid';
  if (open) return open.status === 'scheduled' ? 'scheduled' : 'changing';
  return derived.remainingToBePaidCents === 0 ? 'nothingDue' : 'unpaid';
}
