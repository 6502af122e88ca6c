// POST /administration/gift-cards/:giftCardId/refund: a card that nobody has redeemed goes back to its buyer before it expires.

import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { administrationCard, lockKnownCard } from './administration-view.ts';
import { openRefund } from './open-refund.ts';
import type { AdministrationGiftCard } from './schemas.ts';
import { GIFT_CARD_VERBS } from './states.ts';

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
