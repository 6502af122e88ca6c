// The refund of a gift card to its buyer: asked for by an administrator, after its expiry, or again after a refusal.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import {
  type EndedPayment,
  NOTHING_TO_POST,
  openPayment,
  type PaymentAudit,
  settle,
  waitForDecision,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { administrationCard, lockKnownCard } from './gift-cards.ts';
import { changeCard, findCard, type GiftCard, lockCard } from './queries.ts';
import { GIFT_CARD_VERBS } from './rules.ts';
import type { AdministrationGiftCard } from './schemas.ts';

// POST /administration/gift-cards/:giftCardId/refund: a card that was not redeemed goes back to its buyer before it expires.

/**
 * The code ends with it. Also to a frozen buyer, whose wallet it cannot leave: a charge-back of the money that paid the card is booked
 * from there. Errors: `not-found`, `gift-card.already-redeemed`, `gift-card.not-active`.
 */
export async function refundGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { giftCardId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<AdministrationGiftCard> {
  const { giftCardId, audit, idempotency } = input;
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const card = await lockKnownCard(tx, giftCardId);
    assertAllowed(GIFT_CARD_VERBS['refund-gift-card'], card.status);
    const payload = { customerId: card.buyerId, amountCents: card.amountCents };
    await openRefund(tx, deps, card, { ...audit, target: { type: 'gift-card', id: giftCardId }, payload });
    return administrationCard(tx, giftCardId);
  });
}

// Refunds an expired card to its buyer (A-gift-cards-6).

/** Opens the refund of an active card. False when it is no longer active. */
export async function expireGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  giftCardId: string,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const card = await lockCard(tx, giftCardId, 'active');
    if (!card) return false;
    await openRefund(tx, deps, card);
    return true;
  });
}

// An administrator orders the refused refund of a gift card again (A-payments-5).

/** The caller has locked the refused payment, and knows that none of the refund moved money. */
export async function orderGiftCardRefundAgain(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  giftCardId: string,
): Promise<void> {
  const card = await lockCard(tx, giftCardId, 'refund_failed');
  if (!card) throw new Error(`gift card ${giftCardId} has no refused refund`);
  await openRefund(tx, deps, card);
}

/** The caller has locked the card. `audit` is the row of the administrator who asked for it. */
async function openRefund(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs' | 'config'>,
  { id, status, buyerId, amountCents }: GiftCard,
  audit?: PaymentAudit,
): Promise<void> {
  const at = deps.clock.now();
  const { transactionIds } = await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'gift-card-refund',
      subjectId: id,
      fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      toAccountId: buyerId,
      amountCents,
      comment: `Refund of gift card ${id}`,
      at,
      ...(audit && { audit }),
    },
    sides: { refund: { type: 'GIFT_CARD_REFUND', owner: { customerId: buyerId }, amountCents } },
  });
  const refund = { refund_transaction_id: transactionIds.refund };
  await changeCard(tx, id, { from: status, to: 'refunding', at, with: refund });
}

// Settles the refund of an expired card: the buyer's wallet is credited, or the team is alerted.

/**
 * Settlement of purpose `gift-card-refund`. After a refusal the money stays in GIFT_CARDS, with an alert, until an administrator has the
 * refund ordered again.
 */
export async function settleGiftCardRefund(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card) throw new Error(`there is no gift card ${payment.subjectId}`);
  const { id, amountCents, buyerId, recipientEmail } = card;
  await settle(tx, payment, {
    succeeded: async (at) => {
      await changeCard(tx, id, { from: 'refunding', to: 'refunded', at });
      await mailInvestor(tx, deps, {
        customerId: buyerId,
        template: 'gift-card-refunded',
        data: { amountCents, recipientEmail, reference: id },
      });
      return move(amountCents, PLATFORM.GIFT_CARDS, availableOf(buyerId));
    },
    failed: async (at, { reason }) => {
      await changeCard(tx, id, { from: 'refunding', to: 'refund_failed', at });
      await waitForDecision(tx, payment);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé le remboursement de la carte cadeau ${id} (paiement ${payment.id}) : ${reason}. L’argent est toujours sur le compte de la plateforme : à relancer par un administrateur.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
