// Bodies and answers of the withdrawal routes.

import { Type } from 'typebox';
import { AskedPositiveCents, Cents, Nullable, Page, PositiveCents, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';

export const NewWithdrawal = Type.Object({ paymentMethodId: Uuid, amount: AskedPositiveCents });

export const WithdrawalParams = Type.Object({ withdrawalId: Uuid });

export const WithdrawalView = Type.Object({
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

export const RemainingWithoutFee = Type.Object({
  freeWithdrawalsInPastYear: Type.Integer(),
  withdrawRemainingWithoutFeeCount: Type.Integer(),
  shouldApplyFee: Type.Boolean(),
});
