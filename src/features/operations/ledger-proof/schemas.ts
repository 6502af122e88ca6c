// Payment incidents as administrators see them.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, Timestamp, Uuid, WholeCents, Words } from '../../../core/http/schemas.ts';

export const PaymentIncidentsQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Words(['open', 'resolved'], { title: 'PaymentIncidentStatus' })),
});
export type PaymentIncidentsQuery = Static<typeof PaymentIncidentsQuery>;

/** `providerPaymentId` is the second movement of the payment; cents. */
export const PaymentIncidentView = Model('PaymentIncidentView', {
  id: Uuid,
  status: Words(['open', 'resolved'], { title: 'PaymentIncidentStatus' }),
  paymentId: Uuid,
  purpose: Type.String(),
  kind: Words(['transfer', 'payOut'], { title: 'PaymentKind' }),
  fromAccountId: Type.String(),
  providerPaymentId: Type.Integer(),
  amountCents: WholeCents(),
  foundAt: Timestamp,
  resolvedAt: Nullable(Timestamp),
  comment: Nullable(Type.String()),
});
export type PaymentIncidentView = Static<typeof PaymentIncidentView>;

export const PaymentIncidentsPage = Page(PaymentIncidentView);
export type PaymentIncidentsPage = Static<typeof PaymentIncidentsPage>;

export const ResolvePaymentIncident = Model('PaymentIncidentResolution', {
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
});
