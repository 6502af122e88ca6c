// Bodies and answers of the withdrawal routes.

import { Type } from 'typebox';
import { Cents, Model, Nullable, Page, PositiveCents, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';

export const NewWithdrawal = Model('NewWithdrawal', { paymentMethodId: Uuid, amount: PositiveCents });

export const WithdrawalParams = Type.Object({ withdrawalId: Uuid });

export const WithdrawalView = Model('WithdrawalView', {
  id: Uuid,
  amountCents: PositiveCents,
  feeCents: Cents,
  status: Words(['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED'], { description: 'of its wallet transaction' }),
  bankAccount: Type.Object({ id: Uuid, iban: Type.String({ description: 'masked' }) }),
  invoiceId: Nullable(Uuid),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
});

export const WithdrawalsPage = Page(WithdrawalView);

export const RemainingWithoutFee = Model('RemainingWithoutFee', {
  freeWithdrawalsInPastYear: Type.Integer(),
  withdrawRemainingWithoutFeeCount: Type.Integer(),
  shouldApplyFee: Type.Boolean(),
});
