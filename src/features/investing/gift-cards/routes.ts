// HTTP of gift cards.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { buyGiftCard } from './buy-gift-card.ts';
import { buyGiftCardErrors, redeemGiftCardErrors } from './errors.ts';
import { listGiftCards } from './list-gift-cards.ts';
import { redeemGiftCard } from './redeem-gift-card.ts';
import { GiftCardsPage, GiftCardView, NewGiftCard, RedeemedView, RedeemGiftCard } from './schemas.ts';

/** Registers the group. */
export function giftCardRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/gift-cards',
    operationId: 'buyGiftCard',
    money: 'moves',
    guard: 'customer',
    tag: 'extension',
    summary: 'Buys a gift card from the wallet; its code is mailed to the recipient once the payment has succeeded.',
    body: NewGiftCard,
    answer: GiftCardView,
    errors: buyGiftCardErrors,
    handle: ({ caller, body, endUser, idempotency }) =>
      buyGiftCard(deps, { customerId: caller.customerId, ...body, endUser, idempotency }),
  });
  route(app, {
    method: 'POST',
    url: '/gift-cards/redeem',
    operationId: 'redeemGiftCard',
    money: 'moves',
    guard: 'customer',
    tag: 'extension',
    summary: 'Redeems a gift card into the wallet.',
    body: RedeemGiftCard,
    answer: RedeemedView,
    errors: redeemGiftCardErrors,
    handle: ({ caller, body, idempotency }) =>
      redeemGiftCard(deps, { customerId: caller.customerId, code: body.code, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/gift-cards',
    operationId: 'listGiftCards',
    guard: 'customer',
    tag: 'extension',
    summary: 'Gift cards that the investor bought, newest first.',
    query: PageQuery,
    answer: GiftCardsPage,
    handle: ({ caller, query }) => listGiftCards(deps, { customerId: caller.customerId, ...query }),
  });
}
