// HTTP of gift cards.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { blockGiftCard, readdressGiftCard, resendGiftCard, unblockGiftCard } from './administration.ts';
import { buyGiftCard } from './buy.ts';
import {
  buyGiftCardErrors,
  changeGiftCardErrors,
  readdressGiftCardErrors,
  redeemGiftCardErrors,
  resendGiftCardErrors,
} from './errors.ts';
import { listAllGiftCards, listGiftCards } from './gift-cards.ts';
import { redeemGiftCard } from './redeem.ts';
import { refundGiftCard } from './refund.ts';
import {
  AdministrationGiftCard,
  AdministrationGiftCardsPage,
  GiftCardBlock,
  GiftCardParams,
  GiftCardRecipient,
  GiftCardsPage,
  GiftCardsQuery,
  GiftCardView,
  NewGiftCard,
  RedeemedView,
  RedeemGiftCard,
} from './schemas.ts';

/** Registers the group. */
export function giftCardRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/gift-cards',
    operationId: 'buyGiftCard',
    idempotency: 'key',
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
    idempotency: 'key',
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
  administrationRoutes(app, deps);
}

function administrationRoutes(app: FastifyInstance, deps: AppDeps): void {
  const ofAdministrators = {
    guard: 'administrator',
    tag: 'extension',
    params: GiftCardParams,
    answer: AdministrationGiftCard,
  } as const;
  route(app, {
    method: 'GET',
    url: '/administration/gift-cards',
    operationId: 'listAllGiftCards',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Gift cards of all investors, newest first, without their codes.',
    query: GiftCardsQuery,
    answer: AdministrationGiftCardsPage,
    handle: ({ query }) => listAllGiftCards(deps, query),
  });
  route(app, {
    ...ofAdministrators,
    method: 'PUT',
    url: '/administration/gift-cards/:giftCardId/block',
    operationId: 'blockGiftCard',
    permission: 'people.write',
    summary: 'Keeps a gift card from being redeemed.',
    body: GiftCardBlock,
    errors: changeGiftCardErrors,
    audit: 'GIFT_CARD_BLOCK',
    handle: ({ params, body, audit }) => blockGiftCard(deps, { ...params, reason: body.reason, audit }),
  });
  route(app, {
    ...ofAdministrators,
    method: 'DELETE',
    url: '/administration/gift-cards/:giftCardId/block',
    operationId: 'unblockGiftCard',
    permission: 'people.write',
    summary: 'Lets a gift card be redeemed again.',
    errors: changeGiftCardErrors,
    audit: 'GIFT_CARD_UNBLOCK',
    handle: ({ params, audit }) => unblockGiftCard(deps, { ...params, audit }),
  });
  route(app, {
    ...ofAdministrators,
    method: 'PUT',
    url: '/administration/gift-cards/:giftCardId/recipient',
    operationId: 'readdressGiftCard',
    permission: 'money.write',
    summary: 'Corrects the address of a gift card: the code that was mailed ends, and a new one is mailed there.',
    body: GiftCardRecipient,
    errors: readdressGiftCardErrors,
    audit: 'GIFT_CARD_READDRESS',
    handle: ({ params, body, audit }) => readdressGiftCard(deps, { ...params, ...body, audit }),
  });
  route(app, {
    ...ofAdministrators,
    method: 'POST',
    url: '/administration/gift-cards/:giftCardId/resend',
    operationId: 'resendGiftCard',
    permission: 'mails.resend',
    idempotency: 'none',
    summary: 'Mails the code of a gift card to its recipient once more.',
    errors: resendGiftCardErrors,
    audit: 'GIFT_CARD_RESEND',
    handle: ({ params, audit }) => resendGiftCard(deps, { ...params, audit }),
  });
  route(app, {
    ...ofAdministrators,
    method: 'POST',
    url: '/administration/gift-cards/:giftCardId/refund',
    operationId: 'refundGiftCard',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Gives the money of a gift card that nobody has redeemed back to its buyer.',
    errors: changeGiftCardErrors,
    audit: 'GIFT_CARD_GIVEN_BACK',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) => refundGiftCard(deps, { ...params, audit, idempotency }),
  });
}
