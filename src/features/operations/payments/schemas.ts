// Payments and purses as administrators see them.

import { type Static, Type } from 'typebox';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import {
  Cents,
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
import { PURSES } from '../../../money/ledger/index.ts';
import { PAYMENT_PURPOSES } from '../../../money/payments/index.ts';
import { NoteCount } from '../notes/index.ts';
import { WalletHolder } from '../reconciliation/index.ts';

export const PaymentIncidentsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
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

const Status = Words(['created', 'sent', 'succeeded', 'failed', 'canceled'], {
  title: 'PaymentStatus',
  description: 'created: never sent; sent: a call left, or may have; canceled: will never be sent',
});
const Purpose = Words(PAYMENT_PURPOSES, { title: 'PaymentPurpose' });

export const PaymentsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Status),
  purpose: Type.Optional(Purpose),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  customerId: Type.Optional(UuidOf<CustomerId>()),
});
export type PaymentsQuery = Static<typeof PaymentsQuery>;

/** What an open payment waits for; see `waitingOf`. */
const Waiting = Model('PaymentWaiting', {
  for: Words(['first-call', 'call-under-way', 'provider-answer', 'provider-outcome', 'resend-margin'], {
    title: 'PaymentWaitsFor',
    description:
      'first-call: nobody has sent it yet; call-under-way: a worker is at it; provider-answer: the last call was not answered; provider-outcome: the provider has it and will tell the end; resend-margin: a repeated call was refused, an earlier one may yet take effect',
  }),
  since: Timestamp,
});

/** A wallet transaction that shows the payment to its owner. */
const Side = Model('PaymentSide', {
  transactionId: Uuid,
  type: Type.String(),
  status: Words(['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED'], { title: 'TransactionStatus' }),
  customerId: Nullable(UuidOf<CustomerId>()),
  spvId: Nullable(UuidOf<SpvId>()),
  propertyId: Nullable(UuidOf<PropertyId>()),
  propertyName: Nullable(Type.String()),
  amountCents: WholeCents(),
});

/**
 * `id` is the reference at the provider, `providerPaymentId` the provider's own number. `auditKind`: of the administrator who asked.
 * `decisionSince`: no job orders this refused payment again, an administrator decides.
 * Holders: null for a bank and for the platform.
 */
export const PaymentView = Model('PaymentView', {
  id: Uuid,
  status: Status,
  kind: Words(['transfer', 'payOut'], { title: 'PaymentKind' }),
  purpose: Purpose,
  subjectId: Uuid,
  amountCents: WholeCents(),
  fromAccountId: Type.String(),
  toAccountId: Nullable(Type.String()),
  fromHolder: Nullable(WalletHolder),
  toHolder: Nullable(WalletHolder),
  providerBankAccountId: Nullable(Type.Integer()),
  providerPaymentId: Nullable(Type.Integer()),
  sendCount: Type.Integer({ description: 'calls that left' }),
  waiting: Nullable(Waiting),
  failure: Nullable(Type.String()),
  auditKind: Nullable(Type.String()),
  decisionSince: Nullable(Timestamp),
  sides: Type.Array(Side),
  noteCount: NoteCount,
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
});
export type PaymentView = Static<typeof PaymentView>;

export const OrderedAgain = Model('PaymentOrderedAgain', { paymentId: Uuid });
export type OrderedAgain = Static<typeof OrderedAgain>;

export const PaymentsPage = Page(PaymentView);
export type PaymentsPage = Static<typeof PaymentsPage>;

/** One step of the double-entry books; a negative amount leaves its account. */
const Posting = Model('PaymentPosting', {
  reference: Uuid,
  step: Words(['hold', 'confirm', 'release'], { title: 'PostingStep' }),
  type: Type.String(),
  eventAt: Timestamp,
  createdAt: Timestamp,
  lines: Type.Array(Type.Object({ account: Type.String(), amountCents: WholeCents() })),
});

/** Calls or look-ups in a row that were answered alike. */
const Step = Model('PaymentStep', {
  did: Words(['send', 'look'], { title: 'PaymentCall' }),
  answer: Words(['succeeded', 'pending', 'failed', 'unknown', 'absent', 'late'], {
    title: 'PaymentCallAnswer',
    description:
      'unknown: no answer; absent: the provider does not know the reference; late: the turn was over before the call could leave',
  }),
  times: Type.Integer(),
  firstAt: Timestamp,
  lastAt: Timestamp,
});

/** Calls and look-ups, in system time, not that of a test clock. `turns`: how often the payment was leased, to send it or look it up. */
const Attempts = Model('PaymentAttempts', {
  turns: Type.Integer(),
  sendCount: Type.Integer(),
  firstSentAt: Nullable(Timestamp),
  lastSentAt: Nullable(Timestamp),
  refusal: Nullable(Type.String({ description: 'what a repeated call was refused with' })),
  watchedUntil: Nullable(Timestamp),
  lastWatchedAt: Nullable(Timestamp),
  steps: Type.Array(Step, { description: 'in their order; none of a payment that ended in its first turn' }),
});

export const PaymentDetail = Model('PaymentDetail', {
  ...PaymentView.properties,
  comment: Type.String(),
  payoutPeriod: Nullable(
    Type.String({ description: 'YYYY-MM: the month in whose payouts it is listed; null of what pays no holder and no tax' }),
  ),
  attempts: Attempts,
  postings: Type.Array(Posting),
  incidents: Type.Array(PaymentIncidentView),
});
export type PaymentDetail = Static<typeof PaymentDetail>;

/** What is not this project: investors together, the outside world, the platform's accounts, and other projects or SPVs. */
const COUNTERPARTS = ['INVESTORS', 'OUTSIDE', 'PLATFORM_MAIN', 'PLATFORM_ORIGINATION', 'PLATFORM_TAX', 'OTHER_PROJECTS'] as const;

const PurseName = Words(PURSES, { title: 'PurseName' });
const Place = Words([...PURSES, ...COUNTERPARTS], { title: 'MoneyPlace' });

export const PurseParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const ProjectPurses = Model('ProjectPurses', {
  propertyId: UuidOf<PropertyId>(),
  offProviderCents: WholeCents({ description: 'what of the purses was booked outside the provider, and is not on the wallet' }),
  purses: Type.Array(
    Type.Object({
      purse: PurseName,
      balanceCents: Cents,
      inCents: WholeCents({ description: 'all that ever came in, released holds included' }),
      outCents: WholeCents({ description: 'all that ever went out' }),
    }),
  ),
  flows: Type.Array(
    Type.Object({
      from: Place,
      to: Place,
      type: Type.String({ description: 'of the transaction' }),
      cents: Cents,
      count: Type.Integer({ description: 'movements' }),
    }),
    {
      description: 'where money went in the end: a hold and its release cancel out, a hold and its confirmation are one movement',
    },
  ),
});
export type ProjectPurses = Static<typeof ProjectPurses>;

export const PostingsQuery = Type.Object({
  ...PageQuery.properties,
  purse: Type.Optional(PurseName),
  type: Type.Optional(Type.String({ maxLength: 50, description: 'of the transaction, such as ASSIGNMENT' })),
});
export type PostingsQuery = Static<typeof PostingsQuery>;

/** `reference`: the transaction or operation that is posted; `customerId` of an investor's line. A negative amount leaves its place. */
const ProjectPosting = Model('ProjectPosting', {
  reference: Uuid,
  step: Words(['hold', 'confirm', 'release'], { title: 'PostingStep' }),
  type: Type.String(),
  eventAt: Timestamp,
  paymentId: Nullable(Uuid),
  lines: Type.Array(Type.Object({ place: Place, account: Type.String(), customerId: Nullable(Uuid), amountCents: WholeCents() })),
});
export const ProjectPostings = Page(ProjectPosting);
export type ProjectPostings = Static<typeof ProjectPostings>;
