// What a request that moves money would do, as administrators see it.

import { type Static, Type } from 'typebox';
import { Model, Nullable, WholeCents, Words } from '../../../core/http/schemas.ts';
import { PAYMENT_PURPOSES } from '../../../money/payments/index.ts';
import { WalletHolder } from '../reconciliation/index.ts';

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
