// The purchase of a gift card from a wallet, and what follows its payment.

import type { Static } from 'typebox';
import type { Cents } from '../../../core/cents.ts';
import { monthsAfter } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { heldOf, lockWallets, move, PLATFORM, readWallet } from '../../../money/ledger/index.ts';
import {
  type EndedPayment,
  heldByInvestor,
  NOTHING_TO_POST,
  openPayment,
  settle,
  sumSentFrom,
} from '../../../money/payments/index.ts';
import { assertFullRights, assertNamed, findCustomer, lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { consumeGiftCardToken, findDelayEnd, isGiftCardTokenValid } from '../../access/mfa/index.ts';
import { readProviderBalance, syncMoneyIn } from '../wallet/index.ts';
import { DELAYED, NOT_ENOUGH_MONEY, TOKEN_INVALID } from './errors.ts';
import { deliverGiftCardJob } from './jobs.ts';
import { changeCard, findCard, insertCard } from './queries.ts';
import { spendableCents } from './rules.ts';
import type { GiftCardView } from './schemas.ts';

// POST /gift-cards: buys a card with money of the wallet; its code is mailed once the payment has succeeded.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/** The buyer, the amount and the recipient of a card; `endUser` is passed to the provider. */
export type BuyGiftCardInput = {
  customerId: CustomerId;
  token: string;
  amountCents: Cents;
  recipientEmail: string;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. the one-time token of confirm-code; 2. rights; 3. the provider's balance and new money-ins, outside any transaction; 4. in
 * one transaction: lock the buyer, consume the token, check the rights again and that no credential was replaced shortly before, lock and check
 * the wallet, hold the money, write the card, the payment and its job. A refused purchase does not consume the token. Returns the card, which waits for its
 * payment; cents.
 */
export async function buyGiftCard(deps: Deps, input: BuyGiftCardInput): Promise<Static<typeof GiftCardView>> {
  const { customerId, token, amountCents } = input;
  if (!(await isGiftCardTokenValid(deps.db, { token, customerId, at: deps.clock.now() }))) throw new AppError(TOKEN_INVALID);
  const customer = await findCustomer(deps.db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  assertFullRights(customer);
  assertNamed(customer);

  // Read before the balance: in the other order a payment sent between the two readings would count twice.
  const sentCents = await sumSentFrom(deps.db, customerId);
  const providerBalanceCents = await readProviderBalance(deps, input);
  const { availableCents } = await readWallet(deps.db, customerId);
  if (availableCents < amountCents) await syncMoneyIn(deps, customerId);

  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const at = deps.clock.now();
    const buyer = await lockCustomer(tx, customerId);
    if (!(await consumeGiftCardToken(tx, { token, customerId, at }))) throw new AppError(TOKEN_INVALID);
    if (!buyer) throw new AppError(FORBIDDEN);
    assertFullRights(buyer);
    assertNamed(buyer);
    const until = await findDelayEnd(tx, deps, { customerId, at });
    if (until) throw new AppError(DELAYED, { detail: `Gift cards can be bought from ${until.toString()} on.` });
    return pay(tx, deps, { ...input, sentCents, providerBalanceCents, at });
  });
}

type Payment = BuyGiftCardInput & { sentCents: Cents; providerBalanceCents: Cents; at: Temporal.Instant };

async function pay(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, amountCents, recipientEmail, sentCents, providerBalanceCents, at }: Payment,
): Promise<Static<typeof GiftCardView>> {
  const wallet = (await lockWallets(tx, [customerId])).get(customerId);
  if (!wallet) throw new Error(`the wallet of ${customerId} was not locked`);
  const spendable = spendableCents({ ...wallet, sentCents, providerBalanceCents });
  if (spendable < amountCents) throw notCovered(NOT_ENOUGH_MONEY, amountCents, spendable);

  const id = newId();
  const { transactionIds } = await openPayment(tx, deps, {
    order: {
      kind: 'transfer',
      purpose: 'gift-card-purchase',
      subjectId: id,
      fromAccountId: customerId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents,
      comment: `Gift card ${id}`,
      at,
    },
    sides: {
      purchase: { type: 'GIFT_CARD_PURCHASE', owner: { customerId }, amountCents, hold: heldByInvestor(customerId, amountCents) },
    },
  });
  const transactionId = transactionIds.purchase;
  const email = recipientEmail.toLowerCase();
  await insertCard(tx, { id, buyerId: customerId, recipientEmail: email, amountCents, transactionId, at });
  return {
    id,
    amountCents,
    recipientEmail: email,
    status: 'waiting_payment',
    createdAt: at.toString(),
    expiresAt: null,
    redeemedAt: null,
  };
}

// Settles the payment of a card: the card becomes active and its code is mailed, or the held money is released.

/** Calendar months in which a card can be redeemed; the buyer then gets the money back (A-gift-cards-6). */
const VALIDITY_MONTHS = 12;

/** Settlement of purpose `gift-card-purchase`. The validity of the card starts when its payment succeeds. */
export async function settleGiftCardPurchase(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  payment: EndedPayment,
): Promise<void> {
  const card = await findCard(tx, payment.subjectId);
  if (!card) throw new Error(`there is no gift card ${payment.subjectId}`);
  const { id, amountCents, buyerId, recipientEmail } = card;
  const mail = { amountCents, recipientEmail, reference: id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      const expiresAt = monthsAfter(at, VALIDITY_MONTHS);
      await changeCard(tx, id, { from: 'waiting_payment', to: 'active', at, with: { expires_at: expiresAt } });
      await deps.jobs.enqueue(tx, deliverGiftCardJob, { giftCardId: id });
      await mailInvestor(tx, deps, {
        customerId: buyerId,
        template: 'gift-card-bought',
        data: { ...mail, expiresAt: expiresAt.toString() },
      });
      return move(amountCents, heldOf(buyerId), PLATFORM.GIFT_CARDS);
    },
    failed: async (at) => {
      await changeCard(tx, id, { from: 'waiting_payment', to: 'declined', at });
      await mailInvestor(tx, deps, { customerId: buyerId, template: 'gift-card-declined', data: mail });
      return NOTHING_TO_POST;
    },
  });
}
