// Door of gift cards: bought from a wallet, mailed as a code, redeemed into another wallet or refunded.

export { settleGiftCardPurchase } from './buy.ts';
export { deliverGiftCardJob, giftCardExpiryJob } from './jobs.ts';
export { blockCardsOf } from './queries.ts';
export { settleGiftCardRedemption } from './redeem.ts';
export { orderGiftCardRefundAgain, settleGiftCardRefund } from './refund.ts';
export { giftCardRoutes } from './routes.ts';
export type { GiftCardStatus } from './rules.ts';
export { GIFT_CARD_VERBS } from './rules.ts';
