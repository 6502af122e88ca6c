// Bodies and answers of gift cards. No answer contains the code: it is only mailed to the recipient.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import {
  AskedPositiveCents,
  Email,
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
import { GIFT_CARD_STATUSES } from './rules.ts';

export const NewGiftCard = Model('NewGiftCard', {
  token: Uuid,
  amountCents: AskedPositiveCents,
  recipientEmail: Email,
});

export const RedeemGiftCard = Model('GiftCardCode', {
  code: Type.String({ minLength: 1, maxLength: 64, description: 'as mailed; case, spaces and hyphens do not matter' }),
});

export const GiftCardView = Model('GiftCardView', {
  id: Uuid,
  amountCents: PositiveCents,
  recipientEmail: Type.String(),
  status: Words(GIFT_CARD_STATUSES, { title: 'GiftCardStatus' }),
  createdAt: Timestamp,
  expiresAt: Nullable(Timestamp),
  redeemedAt: Nullable(Timestamp),
});

export const GiftCardsPage = Page(GiftCardView);

export const RedeemedView = Model('RedeemedView', {
  giftCardId: Uuid,
  amountCents: PositiveCents,
  status: Type.Literal('redeeming', { description: 'the money is available once the payment has succeeded' }),
  transactionId: Uuid,
});

export const GiftCardParams = Type.Object({ giftCardId: Uuid });
export const GiftCardBlock = Model('GiftCardBlock', { reason: Type.String({ pattern: '\\S', maxLength: 1_000 }) });
export const GiftCardRecipient = Model('GiftCardRecipient', { recipientEmail: Email });

export const AdministrationGiftCard = Model('AdministrationGiftCard', {
  ...GiftCardView.properties,
  buyerId: UuidOf<CustomerId>(),
  buyerEmail: Type.String(),
  redeemerId: Nullable(UuidOf<CustomerId>()),
  blockedAt: Nullable(Timestamp),
  blockReason: Nullable(Type.String()),
  isBuyerHeld: Type.Boolean({
    description: 'the buyer is frozen or their wallet blocked: the card is not redeemed meanwhile',
  }),
  paymentId: Nullable({ ...Uuid, description: 'of the refund, the redemption or the purchase, whichever was asked for last' }),
});
export type AdministrationGiftCard = Static<typeof AdministrationGiftCard>;

export const AdministrationGiftCardsPage = Page(AdministrationGiftCard);

export const GiftCardsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(GIFT_CARD_STATUSES, { title: 'GiftCardStatus' })),
  giftCardId: Type.Optional(Uuid),
  customerId: Type.Optional(UuidOf<CustomerId>()),
  recipientEmail: Type.Optional(Type.String({ maxLength: 320 })),
  isBlocked: Type.Optional(Type.Boolean()),
});
