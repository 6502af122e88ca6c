// Parameters and answers of the referral reward routes (referrals.md#the-yearly-cap).

import { type Static, Type } from 'typebox';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import {
  Cents,
  Email,
  FilePart,
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  PositiveCents,
  Timestamp,
  Uuid,
  UuidOf,
  Words,
} from '../../../core/http/schemas.ts';
import { PAYOUT_STATUSES } from './reward-rules.ts';

/** Multipart body, read by `readInvoiceUpload`. */
export const InvoiceForm = Type.Object({
  file: FilePart,
  invoiceAmountInCents: PositiveCents,
  year: Type.Integer({ minimum: 2000, maximum: 2199 }),
  email: Type.Optional(Email),
});

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const PayoutStatusView = Model('PayoutStatusView', {
  payoutStatus: Type.Object({
    financialStatus: Nullable(Type.String()),
    referralPayoutStatus: Words(PAYOUT_STATUSES, { title: 'ReferralPayoutStatus' }),
  }),
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

const INVOICE_STATUSES = ['waiting', 'paid'] as const;

/** `status` is `paid` once all that the invoice unblocked is paid; `referrer` is null when it was uploaded without an email. */
export const ReferralInvoiceView = Model('ReferralInvoiceView', {
  id: Uuid,
  year: Type.Integer(),
  amountCents: PositiveCents,
  paidCents: Cents,
  status: Words(INVOICE_STATUSES, { title: 'ReferralInvoiceStatus' }),
  referrer: Nullable(Type.Object({ customerId: UuidOf<CustomerId>(), email: Type.String() })),
  unblockedRewards: Type.Integer({ description: 'how many rewards' }),
  propertyIds: Type.Array(UuidOf<PropertyId>(), { description: 'projects of these rewards' }),
  contentType: Type.String(),
  createdAt: Timestamp,
});
export type ReferralInvoiceView = Static<typeof ReferralInvoiceView>;

export const ReferralInvoicesPage = Page(ReferralInvoiceView);

export const ReferralInvoicesQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2199 })),
  status: Type.Optional(Words(INVOICE_STATUSES, { title: 'ReferralInvoiceStatus' })),
  referrerCustomerId: Type.Optional(UuidOf<CustomerId>()),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  spvId: Type.Optional(UuidOf<SpvId>()),
});

export const ReferralInvoiceParams = Type.Object({ invoiceId: Uuid });
