// What a request that moves money would do, and requests that wait for a second administrator, as administrators see them.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, PeriodQuery, Timestamp, Uuid, WholeCents, Words } from '../../../core/http/schemas.ts';
import { PAYMENT_PURPOSES } from '../../../money/payments/index.ts';
import { WalletHolder } from '../reconciliation/index.ts';
import { APPROVAL_STATES } from './rules.ts';

const Count = Type.Integer({ description: 'of all, of which the list has the 100 of the largest amounts' });

/** A payment that would be ordered at the provider. Holders: null for a bank and for the platform. */
const OrderedPayment = Model('OrderedPayment', {
  purpose: Words(PAYMENT_PURPOSES, { title: 'PaymentPurpose' }),
  kind: Words(['transfer', 'payOut'], { title: 'PaymentKind' }),
  amountCents: WholeCents(),
  fromAccountId: Type.String(),
  fromHolder: Nullable(WalletHolder),
  toAccountId: Nullable(Type.String()),
  toHolder: Nullable(WalletHolder),
  providerBankAccountId: Nullable(Type.Integer()),
});

/**
 * What would happen. Transfers that the request itself waits for succeed; pay-outs, and what a worker sends later, are ordered and held. Each sum is of all rows, also of those that are not listed.
 */
export const DryRun = Model('DryRun', {
  payments: Type.Object({
    count: Count,
    transferCents: WholeCents({ description: 'between accounts at the provider' }),
    payOutCents: WholeCents({ description: 'to bank accounts' }),
    items: Type.Array(OrderedPayment),
  }),
  debits: Type.Array(
    Model('DryRunDebit', {
      action: Words(['order', 'cancel'], { title: 'DryRunDebitAction' }),
      amountCents: WholeCents(),
      accountId: Type.String({ description: 'the wallet that it is collected to' }),
      holder: Nullable(WalletHolder),
    }),
  ),
  bookings: Type.Object({
    count: Count,
    items: Type.Array(
      Model('DryRunBooking', {
        type: Type.String({ description: 'type of the postings' }),
        account: Type.String({ description: 'of the ledger' }),
        amountCents: WholeCents({ description: 'what they add up to on the account' }),
      }),
    ),
  }),
  balances: Type.Object({
    count: Count,
    items: Type.Array(Model('DryRunBalance', { account: Type.String(), beforeCents: WholeCents(), afterCents: WholeCents() })),
  }),
});
export type DryRun = Static<typeof DryRun>;

const State = Words(APPROVAL_STATES, {
  title: 'ApprovalState',
  description:
    'waiting: for another administrator; approved: being executed; changed: it would have done something else by then, so it did nothing; failed: refused when it was executed',
});
const Who = Model('ApprovingAdministrator', { administratorId: Uuid, email: Type.String() });

/**
 * A request that moves so much money that another administrator decides. `operation`: of this description, with the parameters and the
 * body as they were sent; `dryRun`: what it would have done then; `changedTo`: what it would have done instead when it was executed;
 * `paymentId`: was ordered, and its outcome was not known yet.
 */
export const ApprovalView = Model('ApprovalRequest', {
  id: Uuid,
  state: State,
  operation: Type.String(),
  auditKind: Type.String(),
  amountCents: WholeCents({ description: 'what it orders at the provider, else what it moves in the books alone' }),
  params: Type.Record(Type.String(), Type.Unknown()),
  body: Type.Record(Type.String(), Type.Unknown()),
  dryRun: DryRun,
  askedBy: Who,
  askedAt: Timestamp,
  expiresAt: Timestamp,
  decidedBy: Nullable(Who),
  decidedAt: Nullable(Timestamp),
  reason: Nullable(Type.String()),
  endedAt: Nullable(Timestamp),
  paymentId: Nullable(Uuid),
  errorCode: Nullable(Type.String()),
  errorDetail: Nullable(Type.String()),
  changedTo: Nullable(DryRun),
});
export type ApprovalView = Static<typeof ApprovalView>;

export const ApprovalsQuery = Type.Object({ ...PageQuery.properties, ...PeriodQuery.properties, state: Type.Optional(State) });
export type ApprovalsQuery = Static<typeof ApprovalsQuery>;
export const ApprovalsPage = Page(ApprovalView);
export type ApprovalsPage = Static<typeof ApprovalsPage>;

export const ApprovalParams = Type.Object({ approvalId: Uuid });
export const Refusal = Model('ApprovalRefusal', { reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) });
