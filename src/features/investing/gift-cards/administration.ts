// What administrators do with a gift card that is not spent: block it, correct its address, mail it again.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { BLOCKED, EXPIRED, SAME_RECIPIENT } from './errors.ts';
import { administrationCard, lockKnownCard } from './gift-cards.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { changeCard } from './queries.ts';
import { GIFT_CARD_VERBS, hasExpired } from './rules.ts';
import type { AdministrationGiftCard } from './schemas.ts';

// PUT and DELETE /administration/gift-cards/:giftCardId/block: an administrator keeps a card from being redeemed, or lets it go.

type Deps = Pick<AppDeps, 'db' | 'clock'>;
type Change = { giftCardId: string; audit: RouteAudit };

/**
 * Also before the card is paid. It expires and is refunded all the same. Errors: `not-found`, `gift-card.already-redeemed`,
 * `gift-card.not-active`.
 */
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

// PUT /administration/gift-cards/:giftCardId/recipient: the address was mistyped; the code that went there ends, and a new one is mailed.

/**
 * A card that waits for its payment has no code yet: it is mailed to the new address once it is paid. The buyer is notified. Errors:
 * `not-found`, `gift-card.already-redeemed`, `gift-card.not-active`, `gift-card.expired`, `gift-card.same-recipient`.
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

// POST /administration/gift-cards/:giftCardId/resend: the mail did not arrive; the same code is mailed once more to the same address.

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
