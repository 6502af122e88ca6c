// In which states a gift card is redeemed, and an administrator acts on it (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { ALREADY_REDEEMED, EXPIRED, NOT_ACTIVE } from './errors.ts';
import { GIFT_CARD_STATUSES } from './rules.ts';

const REDEEMED = { redeeming: ALREADY_REDEEMED, redeemed: ALREADY_REDEEMED };

export const GIFT_CARD_VERBS = {
  /** An active card that has expired by the clock is refused like one that was refunded; one of a held buyer rests. */
  'redeem-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], EXPIRED, REDEEMED),
  'block-gift-card': verbRow(GIFT_CARD_STATUSES, ['waiting_payment', 'active'], NOT_ACTIVE, REDEEMED),
  'readdress-gift-card': verbRow(GIFT_CARD_STATUSES, ['waiting_payment', 'active'], NOT_ACTIVE, REDEEMED),
  'resend-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], NOT_ACTIVE, REDEEMED),
  'refund-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], NOT_ACTIVE, REDEEMED),
};
