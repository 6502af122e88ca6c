// Formats of the provider's API: Unix seconds, dates, nullable fields, the common fields of all movements, and searches for them.

import Type, { type Static } from 'typebox';
import type { Cents } from '../../core/cents.ts';
import type { Movement, PaymentStatus, Period, ProviderResult } from './port.ts';

/** Most of the provider's fields may be absent or null. */
export const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
export const MaybeInteger = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
/** Unix seconds up to the year 9999. */
const UnixSeconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });

/** Fields that TransactionIn, TransactionOut and TransactionP2P share. */
export const MovementFields = {
  id: Type.Integer(),
  status: Type.Integer(),
  date: UnixSeconds,
  executionDate: Type.Optional(Type.Union([UnixSeconds, Type.Null()])),
  comment: MaybeText,
  reference: MaybeText,
  method: MaybeInteger,
};
const MovementShape = Type.Object(MovementFields);

/** Shape of a list reply: the rows are in `transactions.value`. */
export const Rows = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ transactions: Type.Object({ value: Type.Array(row) }) });

/** For a reply that is a document in itself: a list of everything in a period comes whole, without pages. */
export const WHOLE_LIST = { largestReplyBytes: 64 * 1024 * 1024 } as const;

/** Converts the common fields; an `executionDate` of 0 means that no money has moved yet. */
export function movementOf(row: Static<typeof MovementShape>, status: PaymentStatus, amountCents: Cents): Movement {
  return {
    status,
    rawStatus: row.status,
    amountCents,
    comment: row.comment ?? '',
    reference: row.reference || null,
    createdAt: instantOf(row.date),
    executedAt: row.executionDate ? instantOf(row.executionDate) : null,
  };
}

function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
}

/** A period in whole seconds, widened so that no row at its ends is missed. */
export function secondsOf(period: Period): { from: number; to: number } {
  return { from: Math.floor(period.from.epochMilliseconds / 1000), to: Math.ceil(period.to.epochMilliseconds / 1000) };
}

/** `yyyy/MM/dd`, the date format of requests. */
export function wireDate(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '/');
}

/** Comment cut to the provider's limit of 140 characters. */
export function wireComment(comment: string): string {
  return comment.slice(0, 140);
}

/** Id as a URL path segment. */
export function segment(id: string | number): string {
  return encodeURIComponent(id);
}

/** Rows of a search reply, oldest first; rows of the same second by their ascending ids. */
export function oldestFirst<Row extends { id: number; date: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.date - b.date || a.id - b.id);
}

/** Turns the provider's "not found" into an empty list; other failures are kept. */
export function emptyIfNotFound<T>(result: ProviderResult<T[]>): ProviderResult<T[]> {
  return !result.ok && result.kind === 'not-found' ? { ok: true, value: [] } : result;
}

/**
 * The decisive movement of all found, which are ordered oldest first; the provider does not guarantee that a reference is unique. The
 * first succeeded one, else the first pending one, else the newest.
 */
export function decisive<T extends Movement>(found: ProviderResult<T[]>): ProviderResult<T | null> {
  if (!found.ok) return found;
  const first = (status: Movement['status']) => found.value.find((movement) => movement.status === status);
  return { ok: true, value: first('succeeded') ?? first('pending') ?? found.value.at(-1) ?? null };
}
