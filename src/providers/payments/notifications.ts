// Parses the provider's notifications, form or JSON, into typed values or a list of faults (notifications.md#form).
// A notification is only a hint: the receiver reads the current state from the provider before it acts.

import { type Cents, centsOf } from '../../core/cents.ts';

/** Category 8. `rawStatus` and `blocked` are null where the provider left them out. */
export type AccountStatusNotification = { extId: string; intId: number; rawStatus: number | null; blocked: boolean | null };
/** Category 9. `rawStatus` is the document's, 0 to 8. */
export type DocumentStatusNotification = {
  extId: string;
  intId: number;
  documentId: number;
  rawType: number;
  rawStatus: number;
  notifiedAt: Temporal.Instant;
};
/** Category 13. */
export type BlockedNotification = {
  extId: string;
  intId: number;
  rawStatus: number;
  blocked: boolean;
  notifiedAt: Temporal.Instant;
};
/** Category 14. `transactionId` is the chargeback's own money-out; `amountCents` is null where it was left out. */
export type ChargebackNotification = { extId: string; comment: string; transactionId: number; amountCents: Cents | null };
/** Categories 49 and 50: which onboarding account to read again. */
export type OnboardingNotification = {
  onboardingAccountId: string;
  profileId: string | null;
  extId: string | null;
  intId: number | null;
  rawStatus: string | null;
  notifiedAt: Temporal.Instant | null;
};
/** Category 53. */
export type RequirementNotification = OnboardingNotification & { requirementId: string | null; dueDate: string | null };
/** Category 54. */
export type RestrictionNotification = OnboardingNotification & { restrictionId: string | null; reason: string | null };

/** Account status changed (8). Only the two ids are required; the endpoint has an error code for missing ids. */
export function parseAccountStatusNotification(body: unknown): Parsed<AccountStatusNotification> {
  const source = openBody(body);
  category(source, 8, 'optional');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    rawStatus: optional(source, 'Status', integer),
    blocked: optional(source, 'Blocked', flag),
  });
}

/** Document status changed (9). */
export function parseDocumentStatusNotification(body: unknown): Parsed<DocumentStatusNotification> {
  const source = openBody(body);
  category(source, 9, 'required');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    documentId: integer(source, 'DocId'),
    rawType: integer(source, 'DocType'),
    rawStatus: integer(source, 'Status', 0, 8),
    notifiedAt: instant(source, 'NotifDate'),
  });
}

/** Account blocked or unblocked (13). */
export function parseBlockedNotification(body: unknown): Parsed<BlockedNotification> {
  const source = openBody(body);
  category(source, 13, 'required');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    rawStatus: integer(source, 'Status'),
    blocked: flag(source, 'Blocked'),
    notifiedAt: instant(source, 'NotifDate'),
  });
}

/** Chargeback (14). */
export function parseChargebackNotification(body: unknown): Parsed<ChargebackNotification> {
  const source = openBody(body);
  category(source, 14, 'optional');
  return result(source, {
    extId: text(source, 'ExtId'),
    comment: blankableText(source, 'Comment'),
    transactionId: integer(source, 'IdTransaction', 1),
    amountCents: optional(source, 'Amount', euros),
  });
}

/** Onboarding profile status changed (49). */
export function parseProfileStatusNotification(body: unknown): Parsed<OnboardingNotification> {
  const source = openBody(body);
  return result(source, onboardingFields(source, 49));
}

/** Onboarding account status changed (50). */
export function parseOnboardingStatusNotification(body: unknown): Parsed<OnboardingNotification> {
  const source = openBody(body);
  return result(source, onboardingFields(source, 50));
}

/** A recertification was requested, answered or decided (53). */
export function parseRequirementNotification(body: unknown): Parsed<RequirementNotification> {
  const source = openBody(body);
  return result(source, {
    ...onboardingFields(source, 53),
    requirementId: optional(source, 'RequirementId', text),
    dueDate: optional(source, 'DueDate', text),
  });
}

/** A restriction begins or ends (54). */
export function parseRestrictionNotification(body: unknown): Parsed<RestrictionNotification> {
  const source = openBody(body);
  return result(source, {
    ...onboardingFields(source, 54),
    restrictionId: optional(source, 'RestrictionId', text),
    reason: optional(source, 'Reason', text),
  });
}

/** The envelope that the four onboarding categories share; only `AccountID` is required. */
function onboardingFields(source: Source, number: number): OnboardingNotification {
  category(source, number, 'optional');
  return {
    onboardingAccountId: text(source, 'AccountID'),
    profileId: optional(source, 'ProfileID', text),
    extId: optional(source, 'ExtId', text),
    intId: optional(source, 'IntId', integer),
    rawStatus: optional(source, 'Status', text),
    notifiedAt: optional(source, 'NotifDate', instant),
  };
}

/** One bad field. `reason` is `missing` or says what was expected; it never quotes the value. */
export type NotificationFault = { field: string; reason: string };
export type Parsed<T> = { ok: true; value: T } | { ok: false; faults: NotificationFault[] };

/**
 * A body being parsed. For an invalid field each function below records a fault and returns a placeholder; `result` then returns the
 * faults instead of the value, so that no placeholder is ever used.
 */
type Source = { fields: Map<string, unknown>; faults: NotificationFault[] };

/** Time zone of the provider's dates, which have no offset. */
const PROVIDER_ZONE = 'Europe/Paris';

function openBody(body: unknown): Source {
  return { fields: new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []), faults: [] };
}

/** The value, or all recorded faults. */
function result<T>({ faults }: Source, value: T): Parsed<T> {
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}

/** Null when the field is absent or blank, else the result of `read`. */
function optional<T>(source: Source, field: string, read: (source: Source, field: string) => T): T | null {
  return isMissing(source.fields.get(field)) ? null : read(source, field);
}

/** Checks that the body is of this category. */
function category(source: Source, number: number, presence: 'required' | 'optional'): void {
  if (presence === 'required' || !isMissing(source.fields.get('NotifCategory'))) integer(source, 'NotifCategory', number, number);
}

function text(source: Source, field: string): string {
  return scalar(source, field, 'text') ?? '';
}

/** Text that must be sent but may be blank. */
function blankableText(source: Source, field: string): string {
  const value = source.fields.get(field);
  if (typeof value === 'string') return value;
  fault(source, field, value === undefined || value === null ? 'missing' : 'text');
  return '';
}

function integer(source: Source, field: string, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER): number {
  const value = scalar(source, field, 'integer');
  if (value === undefined) return 0;
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) fault(source, field, 'integer');
  else if (number < from || number > to) fault(source, field, `integer from ${from} to ${to}`);
  return number;
}

/** 0 or 1. */
function flag(source: Source, field: string): boolean {
  const value = scalar(source, field, '0 or 1')?.toLowerCase();
  if (value !== undefined && !['0', '1', 'false', 'true'].includes(value)) fault(source, field, '0 or 1');
  return value === '1' || value === 'true';
}

/** ISO 8601; without an offset it is Paris time. */
function instant(source: Source, field: string): Temporal.Instant {
  const value = scalar(source, field, 'ISO date');
  const read = value === undefined ? null : instantOf(value);
  if (value !== undefined && read === null) fault(source, field, 'ISO date');
  return read ?? Temporal.Instant.fromEpochMilliseconds(0);
}

/** Decimal euros, as cents. */
function euros(source: Source, field: string): Cents {
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
