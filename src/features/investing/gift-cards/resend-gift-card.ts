// POST /administration/gift-cards/:giftCardId/resend: the mail did not arrive; the same code is mailed once more to the same address.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { administrationCard, lockKnownCard } from './administration-view.ts';
import { BLOCKED, EXPIRED } from './errors.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { hasExpired } from './rules.ts';
import type { AdministrationGiftCard } from './schemas.ts';
import { GIFT_CARD_VERBS } from './states.ts';

/** Errors: `not-found`, `gift-card.already-redeemed`, `gift-card.not-active`, `gift-card.expired`, `gift-card.blocked`. */
export async function resendGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { giftCardId, audit }: { giftCardId: string; audit: RouteAudit },
): Promise<AdministrationGiftCard> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const card = await lockKnownCard(tx, giftCardId);
    assertAllowed(GIFT_CARD_VERBS['resend-gift-card'], card.status);
    if (hasExpired(card, at)) throw new AppError(EXPIRED);
    if (card.isBlocked) throw new AppError(BLOCKED);
    await deps.jobs.enqueue(tx, deliverGiftCardJob, { giftCardId });
    const payload = { recipientEmail: card.recipientEmail };
    await recordAdminAction(tx, { ...audit, target: { type: 'gift-card', id: giftCardId }, payload, at });
    return administrationCard(tx, giftCardId);
  });
}
