// POST /marketplace/deal/:dealId/purchase: reserves a deal for the buyer and opens its payment.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, keyOfClaim } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWallet, readWalletWithVersions } from '../../../money/ledger/index.ts';
import { draftPayment, heldByInvestor, placeIfUnchanged, sumSentFrom } from '../../../money/payments/index.ts';
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
import { type CheckedDeal, findDealToBuy, findDealToReserve, reserveDeal } from './queries.ts';
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
 * 1. flag, onboarding, rights; 2. the deal and its property; 3. the provider's balance, outside any transaction; 4. flag, rights, deal and
 * market again, as they may have changed since, and the money; 5. in one call, if all of it still is as it was checked: both WAITING
 * transactions with the hold, the payment and its job, the deal reserved; else again from 4. When the balance cannot be read the answer
 * is 500 and nothing is reserved (market.md#buying-a-deal).
 */
export async function purchaseDeal(deps: Deps, input: PurchaseDealInput): Promise<void> {
  const { buyerId, dealId } = input;
  // Asked together, checked in the document's order. Held money whose payment was sent may have left the provider already: it is added
  // back, as the whole HELD is subtracted below. It is read before the balance: in the other order a payment sent in
  // between would count twice.
  const [customer, offer, { availableCents }, sentCents] = await Promise.all([
    findCustomer(deps.db, buyerId),
    findDealToBuy(deps.db, dealId, buyerId),
    readWallet(deps.db, buyerId),
    sumSentFrom(deps.db, buyerId),
  ]);
  const buyer = requireMarketAccess(customer);
  assertCompletedOnboarding(buyer);
  assertFullRights(buyer);
  if (!offer) throw new AppError(DEAL_NOT_FOUND);
  if (!isEligibleForResale(offer)) throw new AppError(PROPERTY_FORBIDDEN);

  const providerBalanceCents = centsOf(
    sentCents + (await readProviderBalance(deps, { customerId: buyerId, endUser: input.endUser })),
  );
  if (availableCents < offer.priceCents) await syncMoneyIn(deps, buyerId);

  await placeIfUnchanged(deps, input.idempotency, {
    check: () => check(deps, { ...input, providerBalanceCents }),
    write: (checked) => reserveDeal(deps.db, checked, keyOfClaim(input.idempotency, null)),
  });
}

/** The deal as it could be reserved now. */
async function check(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { buyerId, dealId, providerBalanceCents }: PurchaseDealInput & { providerBalanceCents: Cents },
): Promise<CheckedDeal> {
  const [deal, wallet] = await Promise.all([
    findDealToReserve(deps.db, dealId, buyerId),
    readWalletWithVersions(deps.db, buyerId),
  ]);
  // The query joins the buyer: a deal that is still there means that the buyer is not.
  if (!deal) throw new AppError((await findDealToBuy(deps.db, dealId, buyerId)) ? BUYER_NOT_FOUND : DEAL_NOT_FOUND);
  if (!deal.canSeeRoyalty) throw new AppError(MARKETPLACE_FORBIDDEN);
  assertFullRights(deal);
  if (!isEligibleForResale(deal)) throw new AppError(PROPERTY_FORBIDDEN);
  if (deal.foundSellerId === null) throw new AppError(SELLER_NOT_FOUND);

  const freeAtProviderCents = providerBalanceCents - wallet.heldCents;
  if (Math.min(wallet.availableCents, freeAtProviderCents) < deal.priceCents) throw new AppError(USER_NOT_ENOUGH_MONEY);
  const sellerId = deal.foundSellerId;
  return { deal, buyerId, sellerId, wallet, payment: draftDealPayment({ ...deal, buyerId, sellerId }, deps.clock.now()) };
}

/** The price is held, of which the seller gets what the commission leaves; the commission is paid once the deal is confirmed (A-marketplace-2). */
function draftDealPayment(
  deal: {
    id: string;
    propertyId: PropertyId;
    buyerId: CustomerId;
    sellerId: CustomerId;
    priceCents: Cents;
    commissionCents: Cents;
  },
  at: Temporal.Instant,
): CheckedDeal['payment'] {
  const { id, propertyId, buyerId, sellerId, priceCents } = deal;
  const netCents = centsOf(priceCents - deal.commissionCents);
  return draftPayment({
    propertyId,
    order: {
      kind: 'transfer',
      purpose: 'market-deal',
      subjectId: id,
      fromAccountId: buyerId,
      toAccountId: sellerId,
      amountCents: netCents,
      comment: `Deal ${id}`,
      at,
    },
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
}
