// POST /marketplace/deal/:dealId/purchase: reserves a deal for the buyer and opens its payment.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets, readWallet } from '../../../money/ledger/index.ts';
import { heldByInvestor, openPayment, sumSentFrom } from '../../../money/payments/index.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../../access/customers/index.ts';
import { readProviderBalance, syncMoneyIn } from '../wallet/index.ts';
import {
  BUYER_NOT_FOUND,
  DEAL_NOT_FOUND,
  MARKETPLACE_FORBIDDEN,
  PROPERTY_FORBIDDEN,
  SELLER_NOT_FOUND,
  USER_NOT_ENOUGH_MONEY,
} from './errors.ts';
import { findDealToBuy, lockDealToBuy, markReserved } from './queries.ts';
import { isEligibleForResale, requireMarketAccess } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** Who buys which deal; `endUser` is passed to the provider. */
export type PurchaseDealInput = {
  buyerId: CustomerId;
  dealId: string;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. flag, onboarding, rights; 2. the deal and its property; 3. the provider's balance, outside any transaction; 4. in one
 * transaction: lock property, buyer and deal; check flag, rights, deal and market again, as they may have changed since; lock
 * both wallets, check the money; write both WAITING transactions with the hold, the payment and its job; reserve the deal. When
 * the balance cannot be read the answer is 500 and nothing is reserved (market.md#buying-a-deal).
 */
export async function purchaseDeal(deps: Deps, input: PurchaseDealInput): Promise<void> {
  const { buyerId, dealId } = input;
  const buyer = requireMarketAccess(await findCustomer(deps.db, buyerId));
  assertCompletedOnboarding(buyer);
  assertFullRights(buyer);

  const offer = await findDealToBuy(deps.db, dealId, buyerId);
  if (!offer) throw new AppError(DEAL_NOT_FOUND);
  if (!isEligibleForResale(offer)) throw new AppError(PROPERTY_FORBIDDEN);

  const { availableCents } = await readWallet(deps.db, buyerId);
  // Held money whose payment was sent may have left the provider already: it is added back, as the whole HELD is subtracted below
  // (A-marketplace-3). Read before the balance: in the other order a payment sent in between would count twice.
  const sentCents = await sumSentFrom(deps.db, buyerId);
  const providerBalanceCents = centsOf(
    sentCents + (await readProviderBalance(deps, { customerId: buyerId, endUser: input.endUser })),
  );
  if (availableCents < offer.priceCents) await syncMoneyIn(deps, buyerId);

  await inIdempotentTransaction(deps.db, input.idempotency, (tx) => reserve(tx, deps, { ...input, providerBalanceCents }));
}

async function reserve(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  input: PurchaseDealInput & { providerBalanceCents: Cents },
): Promise<void> {
  const { buyerId, dealId } = input;
  const at = deps.clock.now();
  const deal = await lockDealToBuy(tx, dealId, buyerId);
  // The query joins the buyer: a deal that is still there means that the buyer is not.
  if (!deal) throw new AppError((await findDealToBuy(tx, dealId, buyerId)) ? BUYER_NOT_FOUND : DEAL_NOT_FOUND);
  if (!deal.canSeeRoyalty) throw new AppError(MARKETPLACE_FORBIDDEN);
  assertFullRights(deal);
  if (!isEligibleForResale(deal)) throw new AppError(PROPERTY_FORBIDDEN);
  if (deal.foundSellerId === null) throw new AppError(SELLER_NOT_FOUND);

  const wallet = (await lockWallets(tx, [buyerId, deal.sellerId])).get(buyerId);
  if (!wallet) throw new Error(`the wallet of ${buyerId} was not locked`);
  const freeAtProviderCents = input.providerBalanceCents - wallet.heldCents;
  if (Math.min(wallet.availableCents, freeAtProviderCents) < deal.priceCents) throw new AppError(USER_NOT_ENOUGH_MONEY);

  const { priceCents, sellerId } = deal;
  const netCents = centsOf(priceCents - deal.commissionCents);
  const { transactionIds } = await openPayment(tx, deps, {
    propertyId: deal.propertyId,
    order: {
      kind: 'transfer',
      purpose: 'market-deal',
      subjectId: dealId,
      fromAccountId: buyerId,
      toAccountId: sellerId,
      amountCents: netCents,
      comment: `Deal ${dealId}`,
      at,
    },
    // The commission is held with the price, and paid by a payment of its own once the deal is confirmed (A-marketplace-2).
    sides: {
      buying: {
        type: 'BUYING_DEAL',
        owner: { customerId: buyerId },
        amountCents: priceCents,
        hold: heldByInvestor(buyerId, priceCents),
      },
      selling: { type: 'SELLING_DEAL', owner: { customerId: sellerId }, amountCents: netCents },
    },
  });
  const { buying: buyingTransactionId, selling: sellingTransactionId } = transactionIds;
  await markReserved(tx, dealId, { buyerId, buyingTransactionId, sellingTransactionId, at });
}
