// POST /gift-cards: the buyer's wallet pays a card; its code is mailed when the provider has moved the money.

import type { Static } from 'typebox';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets, readWallet } from '../../../money/ledger/index.ts';
import { heldByInvestor, openPayment, sumSentFrom } from '../../../money/payments/index.ts';
import { assertFullRights, findCustomer, lockCustomer } from '../../access/customers/index.ts';
import { consumeGiftCardToken, isGiftCardTokenValid } from '../../access/mfa/index.ts';
import { syncMoneyIn } from '../wallet/index.ts';
import { NOT_ENOUGH_MONEY, TOKEN_INVALID } from './errors.ts';
import { insertCard } from './queries.ts';
import { spendableCents } from './rules.ts';
import type { GiftCardView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/** Who gives how much to whom; `endUser` is told to the provider. */
export type BuyGiftCardInput = {
  customerId: string;
  token: string;
  amountCents: number;
  recipientEmail: string;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. the one-shot token of confirm-code; 2. rights; 3. the provider's balance and new money-ins, outside any transaction; 4. in
 * one transaction: lock the buyer, use the token up, judge the rights again, lock and check the wallet, hold the money, write the
 * card, the payment and its job.
 * A purchase that is refused leaves the token as it was. Returns the card that waits for its payment, cents.
 */
export async function buyGiftCard(deps: Deps, input: BuyGiftCardInput): Promise<Static<typeof GiftCardView>> {
  const { customerId, token, amountCents } = input;
  if (!(await isGiftCardTokenValid(deps.db, { token, customerId, at: deps.clock.now() }))) throw new AppError(TOKEN_INVALID);
  const customer = await findCustomer(deps.db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  assertFullRights(customer);

  // Before the balance: what is sent in between would be missing from both (A-marketplace-3).
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
    return pay(tx, deps, { ...input, sentCents, providerBalanceCents, at });
  });
}

async function readProviderBalance(deps: Deps, { customerId, endUser }: BuyGiftCardInput): Promise<number> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok) throw new AppError(INTERNAL_ERROR, { cause: account });
  return account.value.balanceCents;
}

type Payment = BuyGiftCardInput & { sentCents: number; providerBalanceCents: number; at: Temporal.Instant };

async function pay(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, amountCents, recipientEmail, sentCents, providerBalanceCents, at }: Payment,
): Promise<Static<typeof GiftCardView>> {
  const wallet = (await lockWallets(tx, [customerId])).get(customerId);
  const money = { availableCents: wallet?.availableCents ?? 0, heldCents: wallet?.heldCents ?? 0 };
  if (spendableCents({ ...money, sentCents, providerBalanceCents }) < amountCents) throw new AppError(NOT_ENOUGH_MONEY);

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
