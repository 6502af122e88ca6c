// Parameters and answers of the referral reward routes (document 2, Referral rewards).

import { Type } from 'typebox';
import { Cents, Email, FilePart, Model, Nullable, PositiveCents, Uuid, Words } from '../../core/http/schemas.ts';
import { PAYOUT_STATUSES } from './rules.ts';

/** Multipart body; read by `readInvoiceUpload`. */
export const InvoiceForm = Type.Object({
  file: FilePart,
  invoiceAmountInCents: PositiveCents,
  year: Type.Integer({ minimum: 2000, maximum: 2199 }),
  email: Type.Optional(Email),
});

export const PropertyParams = Type.Object({ propertyId: Uuid });

export const PayoutStatusView = Model('PayoutStatusView', {
  payoutStatus: Type.Object({ financialStatus: Nullable(Type.String()), referralPayoutStatus: Words(PAYOUT_STATUSES) }),
  amount: Type.String({ description: 'rewards not blocked and not paid, fr-FR euros' }),
});

const RunningAmounts = Model('RunningAmounts', { 'waiting-for-invoice': Cents, 'invoice-received': Cents });

export const WaitingForInvoice = Model('WaitingForInvoice', {
  reachedLimitRewards: Type.Record(Type.String(), Type.Record(Type.String(), RunningAmounts), {
    description: 'by email, then by year',
  }),
  maxRewardPerYearInCents: Cents,
});

export const ReceivedInvoice = Model('ReceivedInvoice', {
  id: Uuid,
  year: Type.Integer(),
  unblockedAmountInCents: PositiveCents,
  unblockedRewards: Type.Integer({ description: 'how many rewards' }),
});
