// PUT and DELETE /administration/gift-cards/:giftCardId/block: an administrator keeps a card from being redeemed, or lets it go.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { administrationCard, lockKnownCard } from './administration-view.ts';
import { changeCard } from './queries.ts';
import type { AdministrationGiftCard } from './schemas.ts';
import { GIFT_CARD_VERBS } from './states.ts';

type Deps = Pick<AppDeps, 'db' | 'clock'>;
type Change = { giftCardId: string; audit: RouteAudit };

/** Also before the card is paid. It expires and is refunded all the same. Errors: `not-found`, `gift-card.already-redeemed`, `gift-card.not-active`. */
export function blockGiftCard(deps: Deps, { reason, ...change }: Change & { reason: string }): Promise<AdministrationGiftCard> {
  return changeBlock(deps, change, reason);
}

/** Errors: `not-found`, `gift-card.already-redeemed`, `gift-card.not-active`. */
export function unblockGiftCard(deps: Deps, change: Change): Promise<AdministrationGiftCard> {
  return changeBlock(deps, change, null);
}

async function changeBlock(deps: Deps, { giftCardId, audit }: Change, reason: string | null): Promise<AdministrationGiftCard> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const { status } = await lockKnownCard(tx, giftCardId);
    assertAllowed(GIFT_CARD_VERBS['block-gift-card'], status);
    const block = reason === null ? { blocked_at: null, block_reason: null } : { blocked_at: at, block_reason: reason };
    await changeCard(tx, giftCardId, { from: status, to: status, at, with: block });
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'gift-card', id: giftCardId },
      payload: reason === null ? {} : { reason },
      at,
    });
    return administrationCard(tx, giftCardId);
  });
}
