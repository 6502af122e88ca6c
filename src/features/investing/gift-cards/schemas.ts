// Bodies and answers of gift cards. No answer contains the code: it is only mailed to the recipient.

import { Type } from 'typebox';
import {
  AskedPositiveCents,
  Email,
  Model,
  Nullable,
  Page,
  PositiveCents,
  Timestamp,
  Uuid,
  Words,
} from '../../../core/http/schemas.ts';
import { GIFT_CARD_STATUSES } from './rules.ts';

export const NewGiftCard = Model('NewGiftCard', {
  token: Uuid,
  amountCents: AskedPositiveCents,
  recipientEmail: Email,
});

export const RedeemGiftCard = Model('RedeemGiftCard', {
  code: Type.String({ minLength: 1, maxLength: 64, description: 'as mailed; case, spaces and hyphens do not matter' }),
});

export const GiftCardView = Model('GiftCardView', {
  id: Uuid,
  amountCents: PositiveCents,
  recipientEmail: Type.String(),
  status: Words(GIFT_CARD_STATUSES),
  createdAt: Timestamp,
  expiresAt: Nullable(Timestamp),
  redeemedAt: Nullable(Timestamp),
});

export const GiftCardsPage = Page(GiftCardView);

export const RedeemedView = Model('RedeemedView', {
  giftCardId: Uuid,
  amountCents: PositiveCents,
  status: Words(['redeeming'], { description: 'the money is available once the payment has succeeded' }),
  transactionId: Uuid,
});
