// Parses fields of notifications: numbers may be strings, dates are Paris local time, amounts are decimal euros.

import { type Cents, centsOf } from '../../core/cents.ts';

/** One bad field. `reason` is `missing` or says what was expected; it never quotes the value. */
export type NotificationFault = { field: string; reason: string };
export type Parsed<T> = { ok: true; value: T } | { ok: false; faults: NotificationFault[] };

/**
 * A body being parsed. For an invalid field each function below records a fault and returns a placeholder; `result` then returns the
 * faults instead of the value, so that no placeholder is ever used.
 */
export type Source = { fields: Map<string, unknown>; faults: NotificationFault[] };

/** Time zone of the provider's dates, which have no offset. */
const PROVIDER_ZONE = 'Europe/Paris';

export function openBody(body: unknown): Source {
  return { fields: new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []), faults: [] };
}

/** The value, or all recorded faults. */
export function result<T>({ faults }: Source, value: T): Parsed<T> {
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}

/** Null when the field is absent or blank, else the result of `read`. */
export function optional<T>(source: Source, field: string, read: (source: Source, field: string) => T): T | null {
  return isMissing(source.fields.get(field)) ? null : read(source, field);
}

/** Checks that the body is of this category. */
export function category(source: Source, number: number, presence: 'required' | 'optional'): void {
  if (presence === 'required' || !isMissing(source.fields.get('NotifCategory'))) integer(source, 'NotifCategory', number, number);
}

export function text(source: Source, field: string): string {
  return scalar(source, field, 'text') ?? '';
}

/** Text that must be sent but may be blank. */
export function blankableText(source: Source, field: string): string {
  const value = source.fields.get(field);
  if (typeof value === 'string') return value;
  fault(source, field, value === undefined || value === null ? 'missing' : 'text');
  return '';
}

export function integer(source: Source, field: string, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER): number {
  const value = scalar(source, field, 'integer');
  if (value === undefined) return 0;
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) fault(source, field, 'integer');
  else if (number < from || number > to) fault(source, field, `integer from ${from} to ${to}`);
  return number;
}

/** 0 or 1. */
export function flag(source: Source, field: string): boolean {
  const value = scalar(source, field, '0 or 1')?.toLowerCase();
  if (value !== undefined && !['0', '1', 'false', 'true'].includes(value)) fault(source, field, '0 or 1');
  return value === '1' || value === 'true';
}

/** ISO 8601; without an offset it is Paris time. */
export function instant(source: Source, field: string): Temporal.Instant {
  const value = scalar(source, field, 'ISO date');
  const read = value === undefined ? null : instantOf(value);
  if (value !== undefined && read === null) fault(source, field, 'ISO date');
  return read ?? Temporal.Instant.fromEpochMilliseconds(0);
}

/** Decimal euros, as cents. */
export function euros(source: Source, field: string): Cents {
  const value = scalar(source, field, 'amount in euros');
  if (value === undefined) return 0;
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(value) ?? [];
  if (whole === undefined) fault(source, field, 'amount in euros');
  const cents = Number(`${whole ?? 0}${decimals.padEnd(2, '0')}`);
  return centsOf(sign === '-' ? -cents : cents);
}

/** Value of a field as text; undefined (and a fault) when it is absent, blank, or no scalar. */
function scalar(source: Source, field: string, expected: string): string | undefined {
  const value = source.fields.get(field);
  if (isMissing(value)) return fault(source, field, 'missing');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value).trim();
  return fault(source, field, expected);
}

function fault(source: Source, field: string, reason: string): undefined {
  source.faults.push({ field, reason });
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function instantOf(value: string): Temporal.Instant | null {
  try {
    if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) && value.includes(':')) return Temporal.Instant.from(value);
    return Temporal.PlainDateTime.from(value).toZonedDateTime(PROVIDER_ZONE).toInstant();
  } catch {
    return null;
  }
}
