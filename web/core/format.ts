// Amounts, dates and numbers as the reader's language writes them. Days are those of Paris.

import { language } from './language.ts';
import { ZONE } from './paris-time.ts';

const NARROW_SPACE = '\u202f';
/** As wide as a plus; a hyphen may end a line. */
const MINUS = '\u2212';
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language.value} ${JSON.stringify(options)}`;
  const found = kept.get(key);
  if (found instanceof Intl.NumberFormat) return found;
  const made = new Intl.NumberFormat(language.value === 'fr' ? 'fr-FR' : 'en-GB', options);
  kept.set(key, made);
  return made;
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language.value} ${JSON.stringify(options)}`;
  const found = kept.get(key);
  if (found instanceof Intl.DateTimeFormat) return found;
  const made = new Intl.DateTimeFormat(language.value === 'fr' ? 'fr-FR' : 'en-GB', { timeZone: ZONE, ...options });
  kept.set(key, made);
  return made;
}

/** A number with the minus of print, which no line ends in and which is as wide as a plus. */
function written(options: Intl.NumberFormatOptions, value: number): string {
  return numbers(options).format(value).replace('-', MINUS);
}

/** `1 234,56 €`, with narrow spaces; `digits: 0` leaves the cents out, and never says more than there is. */
export function euros(cents: number, { digits = 2 }: { digits?: number } = {}): string {
  const whole = digits === 0 ? Math.trunc(cents / 100) + 0 : cents / 100;
  const text = written({ minimumFractionDigits: digits, maximumFractionDigits: digits }, whole);
  return language.value === 'fr'
    ? `${text.replaceAll(/\s/g, NARROW_SPACE)}${NARROW_SPACE}€`
    : `€${text}`.replace(`€${MINUS}`, `${MINUS}€`);
}

/** Short for axes: `430 k€`. */
export function shortEuros(cents: number): string {
  const text = written({ notation: 'compact', maximumFractionDigits: 1 }, cents / 100);
  if (language.value === 'en') return `€${text}`.replace(`€${MINUS}`, `${MINUS}€`);
  return `${text.replaceAll(/\s/g, NARROW_SPACE)}${/\d$/.test(text) ? NARROW_SPACE : ''}€`;
}

/** `1,2 Mo`; `12 ko` below one of them. */
export function bytes(size: number): string {
  const isSmall = size < 100_000;
  const text = numbers({ maximumFractionDigits: isSmall ? 0 : 1 }).format(size / (isSmall ? 1_000 : 1_000_000));
  const [ofFrench, ofEnglish] = isSmall ? ['ko', 'kB'] : ['Mo', 'MB'];
  return `${text}${NARROW_SPACE}${language.value === 'fr' ? ofFrench : ofEnglish}`;
}

/** `1 234`. */
export function count(value: number): string {
  return written({ maximumFractionDigits: 0 }, value).replaceAll(/\s/g, NARROW_SPACE);
}

/** `9,5 %`, from basis points. */
export function percent(basisPoints: number): string {
  const text = written({ maximumFractionDigits: 2 }, basisPoints / 100);
  return language.value === 'fr' ? `${text}${NARROW_SPACE}%` : `${text}%`;
}

/** `3 déc. 2026`, of an instant or of a day `2026-12-03`. */
export function day(when: string | Date): string {
  return withFirst(dates({ day: 'numeric', month: 'short', year: 'numeric' }).format(dateOf(when)));
}

/** `3 déc. 2026, 14:05`. */
export function dayAndTime(when: string | Date): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return withFirst(dates(options).format(dateOf(when)));
}

/** `3 déc. 2026, 14:05:09 UTC+1`, where the exact time matters. */
export function exactly(when: string | Date): string {
  return withFirst(dates({ dateStyle: 'long', timeStyle: 'long' }).format(dateOf(when)));
}

/** The first of a month is `1er` in French. */
function withFirst(text: string): string {
  return language.value === 'fr' ? text.replace(/^1(?=\s)/, '1er') : text;
}

/** `décembre 2026`, of a period `2026-12`. */
export function month(period: string): string {
  return dates({ month: 'long', year: 'numeric' }).format(dateOf(`${period.slice(0, 7)}-15`));
}

/** `de décembre 2026`, `d’octobre 2026`, of a period `2026-12`; in English only the month. */
export function ofMonth(period: string): string {
  const name = month(period);
  if (language.value !== 'fr') return name;
  return /^[ao]/.test(name) ? `d’${name}` : `de ${name}`;
}

/** `il y a 3 jours`, against `now`. */
export function ago(when: string, now: Date = new Date()): string {
  const minutes = Math.round((dateOf(when).getTime() - now.getTime()) / 60_000);
  const relative = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  if (minutes === 0) return language.value === 'fr' ? 'à l’instant' : 'just now';
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 60 / 24), 'day');
}

/** `octobre 2026` in short, for axes: `oct. 2026`. */
export function shortMonth(period: string): string {
  return dates({ month: 'short', year: 'numeric' }).format(dateOf(`${period.slice(0, 7)}-15`));
}

/** `+33 6 12 34 56 78`, of a French number; others stay as they are. */
export function phone(number: string): string {
  const [, first, rest] = /^\+33(\d)(\d{8})$/.exec(number) ?? [];
  if (first === undefined || rest === undefined) return number;
  return ['+33', first, ...(rest.match(/\d{2}/g) ?? [])].join('\u00a0');
}

/** Cents of what somebody typed: `1 234,56`, `1234.5 €`; undefined for anything else. */
export function centsOf(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s€]/g, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}

/** A day without a time is noon of that day, which is the same day in Paris and in Greenwich. */
function dateOf(when: string | Date): Date {
  if (when instanceof Date) return when;
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(when) ? `${when}T12:00:00Z` : when);
}
