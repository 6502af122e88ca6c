// Bodies and answers of the withdrawal routes.

import { Type } from 'typebox';
import { PositiveCents, Uuid } from '../../core/http/schemas.ts';

export const NewWithdrawal = Type.Object({ paymentMethodId: Uuid, amount: PositiveCents });

export const RemainingWithoutFee = Type.Object({
  freeWithdrawalsInPastYear: Type.Integer(),
  withdrawRemainingWithoutFeeCount: Type.Integer(),
  shouldApplyFee: Type.Boolean(),
});
