// Bodies and answers of the withdrawal routes.

import { Type } from 'typebox';
import {
  AskedPositiveCents,
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  PositiveCents,
  Timestamp,
  Uuid,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { OfCustomerParams } from '../../access/customers/index.ts';

export const NewWithdrawal = Model('NewWithdrawal', { paymentMethodId: Uuid, amount: AskedPositiveCents });

export const WithdrawalParams = Type.Object({ withdrawalId: Uuid });

const STATUSES = ['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED'] as const;

export const WithdrawalView = Model('WithdrawalView', {
  id: Uuid,
  amountCents: PositiveCents,
  feeCents: Cents,
  status: Words(STATUSES, { title: 'TransactionStatus', description: 'of its wallet transaction' }),
  bankAccount: Model('PaidBankAccount', { id: Uuid, iban: Type.String({ description: 'masked' }) }),
  invoiceId: Nullable(Uuid),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
  isCancelable: Type.Boolean({ description: 'it was not sent yet' }),
});

export const WithdrawalsPage = Page(WithdrawalView);

/** `failure`: why the provider refused or returned it; `feeStatus` is null for a free one. */
export const AdministrationWithdrawal = Model('AdministrationWithdrawal', {
  ...WithdrawalView.properties,
  transactionId: Uuid,
  feeStatus: Nullable(Words(STATUSES, { title: 'TransactionStatus' })),
  paymentId: Nullable(Uuid),
  providerPaymentId: Nullable(Type.Integer()),
  failure: Nullable(Type.String()),
});

export const WithdrawalOfCustomerParams = Type.Object({ ...OfCustomerParams.properties, withdrawalId: Uuid });

export const AdministrationWithdrawalsPage = Page(AdministrationWithdrawal);

export const AdministrationWithdrawalsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(STATUSES, { title: 'TransactionStatus', description: 'of the wallet transaction' })),
});

export const RemainingWithoutFee = Model('RemainingWithoutFee', {
  freeWithdrawalsInPastYear: Type.Integer(),
  withdrawRemainingWithoutFeeCount: Type.Integer(),
  shouldApplyFee: Type.Boolean(),
});

export const WithdrawalTerms = Model('WithdrawalTerms', {
  feeExclTaxCents: WholeCents({ minimum: 0, description: 'cents; 0 for a free withdrawal' }),
  vatRateBps: Type.Integer({ description: 'basis points' }),
  vatCents: Cents,
  feeInclTaxCents: Cents,
  availableCents: Cents,
  remainingTodayCents: WholeCents({ minimum: 0, description: 'cents: what the limit of 24 hours leaves' }),
  maxCents: WholeCents({ minimum: 0, description: 'cents: the largest amount that can be withdrawn now, beside its fee' }),
  ofAmount: Nullable(
    Model('TermsOfAmount', {
      arrivesCents: WholeCents({ minimum: 0, description: 'cents: at the bank' }),
      debitedCents: WholeCents({ minimum: 0, description: 'cents: of the wallet, with the fee' }),
      leftCents: WholeCents({ description: 'cents: available afterwards; below 0 it cannot be withdrawn' }),
    }),
  ),
});

export const WithdrawalTermsQuery = Type.Object({ amountCents: Type.Optional(AskedPositiveCents) });
