// POST /marketplace/deal/:dealId/purchase: reserves a deal for the buyer and opens its payment, whose settlement hands the bricks over.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, keyOfClaim } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { freeBricksOfDeals, handOverBricks } from '../../../money/bricks/index.ts';
import { availableOf, heldOf, move, readWallet, readWalletWithVersions } from '../../../money/ledger/index.ts';
import {
  draftPayment,
  type EndedPayment,
  heldByInvestor,
  NOTHING_TO_POST,
  placeIfUnchanged,
  settle,
  sumSentFrom,
} from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer, mailInvestor } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { issueTradePaper } from '../invoices/index.ts';
import { readProviderBalance, syncMoneyIn } from '../wallet/index.ts';
import { orderCommission } from './commission.ts';
import {
  BUYER_NOT_FOUND,
  DEAL_NOT_FOUND,
  MARKETPLACE_FORBIDDEN,
  PROPERTY_FORBIDDEN,
  SELLER_NOT_FOUND,
  USER_NOT_ENOUGH_MONEY,
} from './errors.ts';
import { type CheckedDeal, deletePendingDeal, findDealToBuy, findDealToReserve, reserveDeal } from './queries.ts';
import { isEligibleForResale, requireMarketAccess, resaleStateOf } from './rules.ts';
import { findDealParties, findPropertyOfDeal, markConfirmed, markPendingAgain, type SettledDeal } from './settle-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** The buyer and the deal; `endUser` is passed to the provider. */
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
  const freeCents = Math.min(wallet.availableCents, freeAtProviderCents);
  if (freeCents < deal.priceCents) throw notCovered(USER_NOT_ENOUGH_MONEY, deal.priceCents, freeCents);
  const sellerId = deal.foundSellerId;
  return { deal, buyerId, sellerId, wallet, payment: draftDealPayment({ ...deal, buyerId, sellerId }, deps.clock.now()) };
}

/**
 * The price is held, of which the seller gets what the commission leaves; the commission is paid once the deal is confirmed
 * (A-marketplace-2).
 */
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

type SettleDeps = Pick<AppDeps, 'jobs' | 'config'>;

/** Settlement of purpose `market-deal`. The commission stays in the buyer's HELD until its own payment succeeds. */
export async function settleMarketDeal(tx: Tx, deps: SettleDeps, payment: EndedPayment): Promise<void> {
  const dealId = payment.subjectId;
  await settle(tx, payment, {
    succeeded: async (at) => {
      const { buyerId, sellerId, priceCents, commissionCents } = await confirmDeal(tx, deps, dealId, at);
      return move(centsOf(priceCents - commissionCents), heldOf(buyerId), availableOf(sellerId));
    },
    failed: async () => {
      await reopenDeal(tx, deps, dealId);
      return NOTHING_TO_POST;
    },
  });
}

async function confirmDeal(tx: Tx, deps: SettleDeps, dealId: string, at: Temporal.Instant): Promise<SettledDeal> {
  const deal = await markConfirmed(tx, dealId, at);
  const moved = await handOverBricks(tx, dealId);
  if (moved !== deal.brickCount) throw new Error(`deal ${dealId} has ${moved} locked bricks instead of ${deal.brickCount}`);
  if (deal.commissionCents > 0) await orderCommission(tx, deps, deal, at);
  await notifyParties(tx, deps, deal, at);
  return deal;
}

/** Buyer and seller each get a trade paper and a mail. */
async function notifyParties(tx: Tx, deps: SettleDeps, deal: SettledDeal, at: Temporal.Instant): Promise<void> {
  const { propertyName, buyerEmail, sellerEmail } = await findDealParties(tx, deal);
  const { id, buyerId, sellerId, brickCount, priceCents, commissionCents } = deal;
  const trade = { subjectId: id, propertyName, brickCount, priceCents, at };
  const commission = { commissionCents, vatBps: deps.config.VAT_RATE_BPS };
  await issueTradePaper(tx, { ...trade, kind: 'deal-bought', customerId: buyerId });
  await issueTradePaper(tx, { ...trade, kind: 'deal-sold', customerId: sellerId, commission });
  const common = { propertyName, bricks: deal.brickCount, confirmedAt: at.toString(), reference: deal.id };
  await enqueueEmail(tx, deps, {
    to: buyerEmail,
    template: 'purchase-confirmation',
    data: { ...common, totalCents: deal.priceCents },
  });
  await enqueueEmail(tx, deps, {
    to: sellerEmail,
    template: 'sale-confirmation',
    data: {
      ...common,
      priceCents: deal.priceCents,
      commissionCents: deal.commissionCents,
      receivedCents: centsOf(deal.priceCents - deal.commissionCents),
    },
  });
}

/**
 * After a final refusal the deal is for sale again (market.md#after-the-providers-answer). If the market closed meanwhile, it is
 * deleted like every pending deal, and its seller is notified.
 */
async function reopenDeal(tx: Tx, deps: SettleDeps, dealId: string): Promise<void> {
  const market = await lockProperty(tx, await findPropertyOfDeal(tx, dealId));
  const deal = await markPendingAgain(tx, dealId);
  const { propertyName } = await findDealParties(tx, deal);
  await mailInvestor(tx, deps, {
    customerId: deal.buyerId,
    template: 'deal-declined',
    data: { propertyName, bricks: deal.brickCount, totalCents: deal.priceCents, reference: dealId },
  });
  if (market && isEligibleForResale(resaleStateOf(market))) return;
  const reason = market?.resale_sale_type === 'total' ? 'offer-accepted' : 'market-closed';
  await deletePendingDeal(tx, dealId, deal.sellerId);
  await freeBricksOfDeals(tx, [dealId]);
  await mailInvestor(tx, deps, {
    customerId: deal.sellerId,
    template: 'deal-canceled',
    data: { propertyName, bricks: deal.brickCount, priceCents: deal.priceCents, reason, reference: dealId },
  });
}
