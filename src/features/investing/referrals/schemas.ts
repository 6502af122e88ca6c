// Queries, bodies and answers of the referral routes (referrals.md#referral-codes, referrals.md#the-yearly-cap).

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
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { PAYOUT_STATUSES } from './rules.ts';

/** A code as people type or paste it; the limit is longer than any code. */
const TypedCode = Type.String({ maxLength: 200 });

export const ReferralCodeQuery = Type.Object({ referralCode: TypedCode });

export const ReferralCodeExists = Model('ReferralCodeExists', { referralCodeExists: Type.Boolean() });

export const ReferrerChoice = Model('ReferrerChoice', { referralCode: TypedCode });

export const Referrer = Model('Referrer', {
  referrerCode: Type.String({ description: 'the code, normalised' }),
  isReferrer: Type.Boolean({ description: 'whether the owner of this code is the referrer of the investor now' }),
});

const Referred = Model('ReferredPerson', {
  firstName: Nullable(Type.String()),
  lastInitial: Nullable(Type.String({ description: 'of the last name' })),
});

const RewardSums = {
  amountCents: Cents,
  waitingForInvoiceCents: WholeCents({ minimum: 0, description: 'cents: paid once an invoice was received' }),
  dueCents: WholeCents({ minimum: 0, description: 'cents: to be paid, or on their way' }),
  paidCents: Cents,
};

/** The referrer of the investor, and all that they earned by referring others; cents. */
export const Referrals = Model('Referrals', {
  referralCode: Type.String(),
  referrer: Nullable(Referred),
  refereeCount: Type.Integer({ minimum: 0 }),
  rewards: Type.Object(RewardSums),
});

export const RefereesPage = Page(
  Model('Referee', {
    ...Referred.properties,
    signedUpAt: Timestamp,
    rewardedUntil: Type.String({ ...Timestamp, description: 'purchases before this moment are rewarded' }),
    rewardCents: Cents,
  }),
);

export const RewardsPage = Page(
  Model('ReferralReward', {
    id: Uuid,
    propertyId: UuidOf<PropertyId>(),
    propertyName: Type.String(),
    referee: Referred,
    year: Type.Integer({ description: 'Paris year whose cap it counts against' }),
    createdAt: Timestamp,
    ...RewardSums,
  }),
);

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
