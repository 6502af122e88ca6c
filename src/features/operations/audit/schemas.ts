// Queries and answers of the audit log and of the sent mails.

import { Type } from 'typebox';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import {
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { templateNames } from '../../../providers/email/index.ts';

export const AdminActionsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  administratorId: Type.Optional(Uuid),
  email: Type.Optional(Type.String({ maxLength: 254, description: 'address of the administrator, at the time' })),
  targetId: Type.Optional(Type.String({ maxLength: 100 })),
});

/** What was acted on, as it is called by now, or was when it has gone since. */
const Target = Model('AdminActionTarget', {
  type: Type.String(),
  id: Type.String(),
  name: Nullable(
    Type.String({
      description: 'of a notification its path, of a job its queue; null for what has no name, and where it is not known',
    }),
  ),
  isGone: Type.Boolean({ description: 'it was deleted since' }),
  propertyId: Nullable(UuidOf<PropertyId>()),
  customerId: Nullable(UuidOf<CustomerId>()),
  period: Nullable(
    Type.String({
      description: 'month of an echeance, a payout or a remittance, year of a request or an invoice, day of a wire',
    }),
  ),
  amountCents: Nullable(WholeCents()),
  purpose: Nullable(Type.String({ description: 'PaymentPurpose, of a payment of ours; null for one to be assigned' })),
});

export const AdminActionsPage = Page(
  Type.Object({
    id: Uuid,
    kind: Type.String(),
    administratorId: Uuid,
    administratorEmail: Type.String(),
    target: Nullable(Target),
    payload: Type.Object({}, { additionalProperties: true }),
    payment: Nullable(
      Type.Object(
        { id: Uuid, status: Words(['created', 'sent', 'succeeded', 'failed', 'canceled'], { title: 'PaymentStatus' }) },
        { description: 'the payment that was ordered, and what has become of it' },
      ),
    ),
    createdAt: Timestamp,
  }),
);

export const MAIL_OUTCOMES = ['sent', 'failed', 'unwanted'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

export const SentMailsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  outcome: Type.Optional(Words(MAIL_OUTCOMES, { title: 'MailOutcome' })),
});

const SentMail = Model('SentMail', {
  id: Uuid,
  template: Type.String({ description: `such as ${templateNames[0]}` }),
  subject: Type.String(),
  outcome: Words(MAIL_OUTCOMES, {
    title: 'MailOutcome',
    description:
      'failed: the mail server refused the last attempt, or was not reached; unwanted: the investor wants no mail of its topic',
  }),
  at: Timestamp,
});

export const SentMailsPage = Page(SentMail);
