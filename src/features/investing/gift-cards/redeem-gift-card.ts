// POST /gift-cards/redeem: whoever holds the code takes the card's money, once.

import type { Static } from 'typebox';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayment } from '../../../money/payments/index.ts';
import { assertFullRights, lockCustomer } from '../../access/customers/index.ts';
import { ALREADY_REDEEMED, CODE_INVALID, EXPIRED, OWN_CARD, TOO_MANY_WRONG_CODES } from './errors.ts';
import { changeCard, type GiftCard, lockCardByCode, lockGuesses, saveGuesses } from './queries.ts';
import { digestOfCode, MAX_WRONG_CODES, wrongCodesNow } from './rules.ts';
import type { RedeemedView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;

/** Who redeems which code. */
export type RedeemGiftCardInput = { customerId: string; code: string; idempotency: IdempotencyClaim | undefined };

/**
 * In one transaction: rights of the customer, locked; their wrong codes, counted under lock so that no number of guesses at once
 * gets more tries; the card, locked; its state; then redeeming, the WAITING transaction, the payment and its job.
 * Returns the redemption that waits for the provider, cents.
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
  // After the commit: the wrong code must stay counted.
  if (!redeemed) throw new AppError(CODE_INVALID);
  return redeemed;
}

async function redeem(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { card, customerId, at }: { card: GiftCard; customerId: string; at: Temporal.Instant },
): Promise<Static<typeof RedeemedView>> {
  assertRedeemable(card, customerId, at);
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

/** A-gift-cards-4: anybody but the buyer; the end counts by the clock, whether or not the job has seen it. */
function assertRedeemable(card: GiftCard, customerId: string, at: Temporal.Instant): void {
  if (card.buyerId === customerId) throw new AppError(OWN_CARD);
  if (card.status === 'redeeming' || card.status === 'redeemed') throw new AppError(ALREADY_REDEEMED);
  const isOver = card.expiresAt === null || Temporal.Instant.compare(card.expiresAt, at) <= 0;
  if (card.status !== 'active' || isOver) throw new AppError(EXPIRED);
}
