// PUT /administration/gift-cards/:giftCardId/recipient: the address was mistyped; the code that went there ends, and a new one is mailed.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { administrationCard, lockKnownCard } from './administration-view.ts';
import { EXPIRED, SAME_RECIPIENT } from './errors.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { changeCard } from './queries.ts';
import { hasExpired } from './rules.ts';
import type { AdministrationGiftCard } from './schemas.ts';
import { GIFT_CARD_VERBS } from './states.ts';

/**
 * A card that waits for its payment has no code yet: it is mailed to the new address once it is paid. The buyer is told. Errors: `not-found`,
 * `gift-card.already-redeemed`, `gift-card.not-active`, `gift-card.expired`, `gift-card.same-recipient`.
 */
export async function readdressGiftCard(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: { giftCardId: string; recipientEmail: string; audit: RouteAudit },
): Promise<AdministrationGiftCard> {
  const { giftCardId, audit } = input;
  const recipientEmail = input.recipientEmail.toLowerCase();
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const card = await lockKnownCard(tx, giftCardId);
    const { status, buyerId, amountCents } = card;
    assertAllowed(GIFT_CARD_VERBS['readdress-gift-card'], status);
    if (hasExpired(card, at)) throw new AppError(EXPIRED);
    if (card.recipientEmail === recipientEmail) throw new AppError(SAME_RECIPIENT);
    await changeCard(tx, giftCardId, {
      from: status,
      to: status,
      at,
      with: { recipient_email: recipientEmail, code_version: card.codeVersion + 1, code_sha256: null },
    });
    if (status === 'active') await deps.jobs.enqueue(tx, deliverGiftCardJob, { giftCardId });
    await mailInvestor(tx, deps, {
      customerId: buyerId,
      template: 'gift-card-readdressed',
      data: { amountCents, recipientEmail, reference: giftCardId },
    });
    const payload = { from: card.recipientEmail, to: recipientEmail };
    await recordAdminAction(tx, { ...audit, target: { type: 'gift-card', id: giftCardId }, payload, at });
    return administrationCard(tx, giftCardId);
  });
}
