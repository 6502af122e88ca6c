// In which states a gift card is redeemed (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { ALREADY_REDEEMED, EXPIRED } from './errors.ts';
import { GIFT_CARD_STATUSES } from './rules.ts';

export const GIFT_CARD_VERBS = {
  /** An active card that has expired by the clock is refused like one that was refunded; one of a held buyer rests. */
  'redeem-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], EXPIRED, {
    redeeming: ALREADY_REDEEMED,
    redeemed: ALREADY_REDEEMED,
  }),
};
