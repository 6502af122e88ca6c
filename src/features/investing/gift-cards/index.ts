// Door of gift cards: bought from a wallet, mailed as a code, redeemed into another wallet or refunded.

export { deliverGiftCardJob, giftCardExpiryJob } from './jobs.ts';
export { orderGiftCardRefundAgain } from './order-refund-again.ts';
export { blockCardsOf } from './queries.ts';
export { giftCardRoutes } from './routes.ts';
export type { GiftCardStatus } from './rules.ts';
export { settleGiftCardPurchase } from './settle-purchase.ts';
export { settleGiftCardRedemption } from './settle-redemption.ts';
export { settleGiftCardRefund } from './settle-refund.ts';
export { GIFT_CARD_VERBS } from './states.ts';
