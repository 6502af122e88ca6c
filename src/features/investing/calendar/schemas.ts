// Queries and answers of the calendar.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, PlainDate, Timestamp, UuidOf } from '../../../core/http/schemas.ts';
import { InvestmentPayment } from '../portfolio/index.ts';

/**
 * `payments` by day: those since `since`, and those expected until `until`. `months`: those that have any, with their net sums; what the
 * provider refused to credit stands apart until it is paid.
 */
export const PaymentCalendar = Model('PaymentCalendar', {
  asOf: Timestamp,
  since: PlainDate,
  until: PlainDate,
  payments: Type.Array(
    Model('CalendarPayment', {
      propertyId: UuidOf<PropertyId>(),
      propertyName: Type.String(),
      ...InvestmentPayment.properties,
    }),
  ),
  months: Type.Array(
    Model('CalendarMonth', {
      period: Type.String({ description: 'YYYY-MM' }),
      receivedCents: Cents,
      expectedCents: Cents,
      lateCents: Cents,
      refusedCents: Cents,
    }),
  ),
});
export type PaymentCalendar = Static<typeof PaymentCalendar>;

/** Whether there is a link; the link itself is shown once, when it is made. */
export const CalendarFeed = Model('CalendarFeed', { since: Nullable(Timestamp) });

export const NewCalendarFeed = Model('NewCalendarFeed', {
  url: Type.String({ format: 'uri', description: 'secret: who has it reads the payments' }),
  since: Timestamp,
});
export type NewCalendarFeed = Static<typeof NewCalendarFeed>;

export const FeedQuery = Type.Object({
  token: Type.String({ pattern: '^[\\w-]{22}$', description: 'that of the link' }),
});
