// Query, body and answers of the referral routes (referrals.md#referral-codes).

import { Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, Page, Timestamp, Uuid, UuidOf, WholeCents } from '../../../core/http/schemas.ts';

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

/** Who referred the investor, and all that they earned by referring others; cents. */
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
