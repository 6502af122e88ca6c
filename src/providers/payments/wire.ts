// The small change of the wire: seconds, dates and nullable texts, and the common part of all movements.

import Type, { type Static } from 'typebox';
import type { Movement, PaymentStatus, Period } from './movements.ts';

/** Optional or null, as the vendor leaves most fields. */
export const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
export const MaybeInteger = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
/** Unix seconds; the bound (year 9999) keeps them inside what a date can be. */
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

/** Start of both ends of a list reply: the vendor wraps rows in `transactions.value`. */
export const Rows = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ transactions: Type.Object({ value: Type.Array(row) }) });

/** The shared fields in our terms; `executionDate` 0 means that nothing moved yet. */
export function movementOf(row: Static<typeof MovementShape>, status: PaymentStatus, amountCents: number): Movement {
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

/** First whole second of a period and the last, so that no row at an end is missed. */
export function secondsOf(period: Period): { from: number; to: number } {
  return { from: Math.floor(period.from.epochMilliseconds / 1000), to: Math.ceil(period.to.epochMilliseconds / 1000) };
}

/** `yyyy/MM/dd`, the date format of requests. */
export function wireDate(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '/');
}

/** Comment as the wire takes it: 140 characters. */
export function wireComment(comment: string): string {
  return comment.slice(0, 140);
}

/** Path segment of one of our own ids. */
export function segment(id: string | number): string {
  return encodeURIComponent(id);
}
