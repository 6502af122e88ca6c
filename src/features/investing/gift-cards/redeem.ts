// The redemption of a gift card into another wallet, and what follows its payment.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, openPayment, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  ACCOUNT_IS_BEING_VERIFIED,
  assertFullRights,
  findCustomer,
  isHeld,
  lockCustomer,
  mailInvestor,
} from '../../access/customers/index.ts';
import { BLOCKED, CODE_INVALID, EXPIRED, OWN_CARD, TOO_MANY_WRONG_CODES } from './errors.ts';
import { changeCard, findCard, type GiftCard, lockCardByCode, lockGuesses, saveGuesses } from './queries.ts';
import { digestOfCode, GIFT_CARD_VERBS, hasExpired, MAX_WRONG_CODES, wrongCodesNow } from './rules.ts';
import type { RedeemedView } from './schemas.ts';

// POST /gift-cards/redeem: credits the amount of a card to the wallet of the investor who has its code, once.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;

/** The investor and the code. */
export type RedeemGiftCardInput = { customerId: CustomerId; code: string; idempotency: IdempotencyClaim | undefined };

/**
 * In one transaction: lock the customer and check their rights; lock their counter of wrong codes, so that concurrent attempts
 * cannot exceed the limit; lock the card and check its status; then mark it as redeeming and write the WAITING transaction, the
 * payment and its job. Returns the redemption, which waits for its payment; cents.
 */
export async function redeemGiftCard(deps: Deps, input: RedeemGiftCardInput): Promise<Static<typeof RedeemedView>> {
  const { customerId, code, idempotency } = input;
  const tryCode = async (tx: Tx) => {
    const at = deps.clock.now();
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw new AppError(FORBIDDEN);
    assertFullRights(customer);
    const guesses = wrongCodesNow(await lockGuesses(tx, customerId, at), at);
    if (guesses.wrongCodeCount >= MAX_WRONG_CODES) throw new AppError(TOO_MANY_WRONG_CODES);
    const card = await lockCardByCode(tx, digestOfCode(code));
    if (card) return redeem(tx, deps, { card, customerId, at });
    await saveGuesses(tx, customerId, { ...guesses, wrongCodeCount: guesses.wrongCodeCount + 1 });
    return undefined;
  };
  const redeemed = await inIdempotentTransaction(deps.db, idempotency, tryCode, (view) => view && { body: view });
  // Thrown after the commit, so that the wrong code stays counted.
  if (!redeemed) throw new AppError(CODE_INVALID);
  return redeemed;
}

async function redeem(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { card, customerId, at }: { card: GiftCard; customerId: CustomerId; at: Temporal.Instant },
): Promise<Static<typeof RedeemedView>> {
  assertRedeemable(card, customerId, at);
  await assertBuyerFree(tx, card);
  if (card.isBlocked) throw new AppError(BLOCKED);
  const { id, amountCents } = card;
  const { transactionIds } = await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'gift-card-redemption',
      subjectId: id,
      fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      toAccountId: customerId,
      amountCents,
      comment: `Gift card ${id} redeemed`,
      at,
    },
    sides: { redemption: { type: 'GIFT_CARD_REDEMPTION', owner: { customerId }, amountCents } },
  });
  const transactionId = transactionIds.redemption;
  await changeCard(tx, id, {
    from: 'active',
    to: 'redeeming',
    at,
    with: { redeemer_customer_id: customerId, redemption_transaction_id: transactionId },
  });
  return { giftCardId: id, amountCents, status: 'redeeming', transactionId };
}

/** The money of a card may be taken back from the investor who bought it: it rests with the platform until they are free again. */
async function assertBuyerFree(tx: Tx, { buyerId }: GiftCard): Promise<void> {
  const buyer = await findCustomer(tx, buyerId);
  if (buyer && isHeld(buyer))
    throw new AppError(ACCOUNT_IS_BEING_VERIFIED, { detail: 'The account of who bought this card is being verified.' });
}

/** Anybody but the buyer, until the card expires by the clock, whether or not the job has refunded it yet (A-gift-cards-4). */
function assertRedeemable(card: GiftCard, customerId: CustomerId, at: Temporal.Instant): void {
  if (card.buyerId === customerId) throw new AppError(OWN_CARD);
  assertAllowed(GIFT_CARD_VERBS['redeem-gift-card'], card.status);
  if (hasExpired(card, at)) throw new AppError(EXPIRED);
}

// Settles a redemption: the redeemer's wallet is credited, or the card can be redeemed again.

/** Settlement of purpose `gift-card-redemption`. */
export async function settleGiftCardRedemption(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card?.redeemerId) throw new Error(`gift card ${payment.subjectId} has no redeemer`);
  const { id, amountCents, redeemerId } = card;
  const mail = { amountCents, reference: id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      await changeCard(tx, id, { from: 'redeeming', to: 'redeemed', at, with: { redeemed_at: at } });
      await mailInvestor(tx, deps, { customerId: redeemerId, template: 'gift-card-redeemed', data: mail });
      return move(amountCents, PLATFORM.GIFT_CARDS, availableOf(redeemerId));
    },
    failed: async (at, { reason }) => {
      const noRedeemer = { redeemer_customer_id: null, redemption_transaction_id: null };
      await changeCard(tx, id, { from: 'redeeming', to: 'active', at, with: noRedeemer });
      await mailInvestor(tx, deps, { customerId: redeemerId, template: 'gift-card-not-redeemed', data: mail });
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé le versement de la carte cadeau ${id} (paiement ${payment.id}) : ${reason}. La carte est de nouveau utilisable.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
