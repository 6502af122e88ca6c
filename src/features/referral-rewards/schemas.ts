// Parameters and answers of the referral reward routes (document 2, Referral rewards).

import { Type } from 'typebox';
import { Cents, Nullable, PositiveCents, Uuid, Words } from '../../core/http/schemas.ts';
import { PAYOUT_STATUSES } from './rules.ts';

export const PropertyParams = Type.Object({ propertyId: Uuid });

export const PayoutStatusView = Type.Object({
  payoutStatus: Type.Object({ financialStatus: Nullable(Type.String()), referralPayoutStatus: Words(PAYOUT_STATUSES) }),
  amount: Type.String({ description: 'rewards not blocked and not paid, fr-FR euros' }),
});

const RunningAmounts = Type.Object({ 'waiting-for-invoice': Cents, 'invoice-received': Cents });

export const WaitingForInvoice = Type.Object({
  reachedLimitRewards: Type.Record(Type.String(), Type.Record(Type.String(), RunningAmounts), {
    description: 'by email, then by year',
  }),
  maxRewardPerYearInCents: Cents,
});

export const ReceivedInvoice = Type.Object({
  id: Uuid,
  year: Type.Integer(),
  unblockedAmountInCents: PositiveCents,
  unblockedRewards: Type.Integer({ description: 'how many rewards' }),
});
