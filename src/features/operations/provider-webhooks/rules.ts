// When two deliveries are one notification, and how its effect ended. Pure.

import { createHash } from 'node:crypto';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';

/** Notifications that have an effect; each is the last segment of its path, and is stored with the event. */
export const NOTIFICATIONS = [
  'customer-status-changed',
  'document-status-changed',
  'customer-temporarily-blocked',
  'charge-back',
  'account-status-changed',
  'profile-status-changed',
  'requirement-change',
  'restriction-change',
] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** A notification and its payload as the provider sent it. */
export type NotificationEvent = { name: NotificationName; payload: unknown };

/** The body as jsonb can store it: PostgreSQL refuses the character NUL, which a form may contain. */
export function storable(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null).replaceAll('\\u0000', '\\ufffd'));
}

/** The same for each delivery of one notification, whatever the order and encoding of its fields. */
export function fingerprintOf(name: NotificationName, payload: unknown): string {
  const fields =
    typeof payload === 'object' && payload !== null
      ? Object.entries(payload)
          .map(([field, value]) => [field, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
      : payload;
  return createHash('sha256')
    .update(JSON.stringify([name, fields]))
    .digest('hex');
}

/** States of a stored notification: `unhandled` before the first attempt has ended, `ignored` when its payload is not usable. */
export const EVENT_STATES = ['unhandled', 'failed', 'handled', 'ignored'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** The state, derived from its two columns. */
export function eventStateOf(event: { processedAt: Temporal.Instant | null; lastError: string | null }): EventState {
  if (event.processedAt === null) return event.lastError === null ? 'unhandled' : 'failed';
  return event.lastError === null ? 'handled' : 'ignored';
}

/** How an effect ended: `ignored` has an unusable payload, `failed` waits for a replay. `code` is stored with the event. */
export type EventOutcome = { state: 'handled' } | { state: 'ignored' | 'failed'; code: string; error: unknown };
export const HANDLED: EventOutcome = { state: 'handled' };

/** Errors of the payload: a replay would fail in the same way. */
const FINAL_CODES: readonly string[] = [VALIDATION_FAILED, PAYLOAD_MISSING_IDS];

/** The outcome of an effect that threw `error`. */
export function outcomeOfError(error: unknown): EventOutcome {
  const code = error instanceof AppError ? error.code : String(error);
  return { state: FINAL_CODES.includes(code) ? 'ignored' : 'failed', code, error };
}

/** A payload that was parsed, or what is wrong with its fields. */
export type ParsedPayload<Fields> =
  | { ok: true; value: Fields }
  | { ok: false; faults: readonly { field: string; reason: string }[] };

/** The fields of a payload. Error: `validation-failed` with its faults. */
export function usableFields<Fields>(parsed: ParsedPayload<Fields>): Fields {
  if (parsed.ok) return parsed.value;
  throw new AppError(VALIDATION_FAILED, {
    faults: parsed.faults.map(({ field, reason }) => ({ path: `body/${field}`, reason })),
  });
}
