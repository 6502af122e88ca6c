// POST /marketplace/deal/:dealId/purchase: reserves a deal for the buyer and opens its payment.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import { claimArguments, endClaim, type IdempotencyClaim } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWallet, readWalletWithVersions } from '../../../money/ledger/index.ts';
import { executePaymentJob, sumSentFrom } from '../../../money/payments/index.ts';
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
import { findDealToBuy, findDealToReserve, reserveDeal } from './queries.ts';
import { isEligibleForResale, requireMarketAccess } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** Each time somebody else was faster with the same property, deal or wallet. */
const MAX_ATTEMPTS = 10;

/** Who buys which deal; `endUser` is passed to the provider. */
export type PurchaseDealInput = {
  buyerId: CustomerId;
  dealId: string;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. flag, onboarding, rights; 2. the deal and its property; 3. the provider's balance, outside any transaction; 4. flag, rights, deal and
 * market again, as they may have changed since, and the money; 5. in one call, if all of it still is as it was judged: both WAITING
 * transactions with the hold, the payment and its job, the deal reserved; else again from 4. When the balance cannot be read the answer
 * is 500 and nothing is reserved (market.md#buying-a-deal, A-marketplace-4).
 */
export async function purchaseDeal(deps: Deps, input: PurchaseDealInput): Promise<void> {
  const { buyerId, dealId } = input;
  // Asked together, judged in the document's order. Held money whose payment was sent may have left the provider already: it is added
  // back, as the whole HELD is subtracted below (A-marketplace-3). It is read before the balance: in the other order a payment sent in
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

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1)
    if (await reserve(deps, { ...input, providerBalanceCents })) return;
  throw new AppError(TEMPORARILY_UNAVAILABLE);
}

/** Judges everything as it is now, and writes it if it still is so; false when somebody else was faster. */
async function reserve(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: PurchaseDealInput & { providerBalanceCents: Cents },
): Promise<boolean> {
  const { buyerId, dealId, idempotency } = input;
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

  const freeAtProviderCents = input.providerBalanceCents - wallet.heldCents;
  if (Math.min(wallet.availableCents, freeAtProviderCents) < deal.priceCents) throw new AppError(USER_NOT_ENOUGH_MONEY);

  const judged = {
    deal,
    buyerId,
    wallet,
    netCents: centsOf(deal.priceCents - deal.commissionCents),
    paymentId: newId(),
    buyingTransactionId: newId(),
    sellingTransactionId: newId(),
    at: deps.clock.now(),
  };
  const claim = claimArguments(idempotency, null);
  const outcome = await reserveDeal(deps.db, judged, { queue: executePaymentJob.name, claim });
  if (outcome === 'changed') return false;
  endClaim(idempotency, outcome);
  deps.jobs.announce(deps.db, executePaymentJob);
  return true;
}
