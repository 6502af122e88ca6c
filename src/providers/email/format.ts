// French wording of amounts, counts, moments and parts of a profile in mails; moments are read in Paris.

import { type Cents, formatEuros } from '../../core/cents.ts';
import { longDay, parisDate } from '../../core/dates.ts';

/** An instant, or its ISO text as a job row holds it. */
export type Moment = Temporal.Instant | string;

const times = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone: 'Europe/Paris' });
const numbers = new Intl.NumberFormat('fr-FR');

/** Replaces narrow no-break spaces, which some mail clients show as a box, by ordinary no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}

/** `1 234,50 €` of 123450. */
export function euros(amountCents: Cents): string {
  return plain(formatEuros(amountCents));
}

/** `3 mars 2026 à 14:05`. */
export function moment(value: Moment): string {
  return `${day(value)} à ${plain(times.format(Temporal.Instant.from(value).epochMilliseconds))}`;
}

/** `3 mars 2026`. */
export function day(value: Moment): string {
  return plain(longDay(parisDate(Temporal.Instant.from(value))));
}

/** `mars 2026` of `2026-03`. */
export function month(period: string): string {
  return Temporal.PlainYearMonth.from(period).toPlainDate({ day: 1 }).toLocaleString('fr-FR', { month: 'long', year: 'numeric' });
}

/** `1 brique`, `12 briques`. */
export function bricks(count: number): string {
  return `${plain(numbers.format(count))} ${count > 1 ? 'briques' : 'brique'}`;
}

const WORDS = {
  firstName: 'prénom',
  lastName: 'nom',
  phone: 'téléphone',
  street: 'adresse',
  postcode: 'adresse',
  city: 'adresse',
  country: 'adresse',
} as const;

export type CorrectedField = keyof typeof WORDS;

/** The corrected fields in French, such as `nom, adresse`, without duplicates. */
export function correctedWords(fields: readonly CorrectedField[]): string {
  return [...new Set(fields.map((field) => WORDS[field]))].join(', ');
}
