// What follows the provider's answer to the transfer of a reserved deal: confirmed with everything moved, or pending again.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { freeBricksOfDeals, handOverBricks } from '../../money/bricks/index.ts';
import { availableOf, heldOf, PLATFORM } from '../../money/ledger/index.ts';
import {
  confirmTransaction,
  createPaymentOrder,
  dropTransaction,
  type PaymentOrder,
  type PaymentOutcome,
  releaseOutgoing,
} from '../../money/wallet/index.ts';
import { enqueueEmail } from '../../providers/email/index.ts';
import { mailInvestor } from '../customers/index.ts';
import { lockMarketOfDeal } from './market-queries.ts';
import { deletePendingDeal, findDealParties, markConfirmed, markPendingAgain } from './queries.ts';
import { isEligibleForResale } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;
type ConfirmedDeal = NonNullable<Awaited<ReturnType<typeof markConfirmed>>>;

/** Settlement of purpose `market-deal`, in the transaction that settles the payment order: runs once per reservation. */
export async function settleMarketDeal(tx: Tx, deps: Deps, order: PaymentOrder, outcome: PaymentOutcome): Promise<void> {
  if (outcome.status === 'succeeded') await confirmDeal(tx, deps, order.subjectId, outcome.at);
  else await reopenDeal(tx, deps, order.subjectId, outcome.at);
}

async function confirmDeal(tx: Tx, deps: Deps, dealId: string, at: Temporal.Instant): Promise<void> {
  const deal = await markConfirmed(tx, dealId, at);
  if (!deal?.buyerId || !deal.buyingTransactionId || !deal.sellingTransactionId)
    throw new Error(`deal ${dealId} is not reserved`);
  await confirmTransaction(tx, deal.buyingTransactionId, {
    at,
    lines: [
      { account: heldOf(deal.buyerId), amountCents: -deal.priceCents },
      { account: availableOf(deal.sellerId), amountCents: deal.priceCents - deal.commissionCents },
      { account: PLATFORM.MAIN, amountCents: deal.commissionCents },
    ],
  });
  await confirmTransaction(tx, deal.sellingTransactionId, { at, lines: [] });
  const moved = await handOverBricks(tx, { dealId, buyerId: deal.buyerId });
  if (moved !== deal.brickCount) throw new Error(`deal ${dealId} has ${moved} locked bricks instead of ${deal.brickCount}`);
  if (deal.commissionCents > 0) await transferCommission(tx, deps, { ...deal, buyerId: deal.buyerId }, at);
  await mailBothParties(tx, deps, { ...deal, buyerId: deal.buyerId }, at);
}

/** The commission leaves the buyer's provider wallet in a transfer of its own; the ledger has moved it already (A-marketplace-2). */
async function transferCommission(
  tx: Tx,
  deps: Deps,
  deal: ConfirmedDeal & { buyerId: string },
  at: Temporal.Instant,
): Promise<void> {
  await createPaymentOrder(tx, deps, {
    kind: 'transfer',
    purpose: 'market-deal-commission',
    subjectId: deal.id,
    fromAccountId: deal.buyerId,
    toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
    amountCents: deal.commissionCents,
    comment: `Commission of deal ${deal.id}`,
    at,
  });
}

async function mailBothParties(
  tx: Tx,
  deps: Deps,
  deal: ConfirmedDeal & { buyerId: string },
  at: Temporal.Instant,
): Promise<void> {
  const { propertyName, buyerEmail, sellerEmail } = await findDealParties(tx, deal);
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
      receivedCents: deal.priceCents - deal.commissionCents,
    },
  });
}

/**
 * The provider refused for good: both transactions FAILED, the hold released, the deal for sale again (Q54). When the market
 * closed meanwhile the deal disappears like every pending one (A-marketplace-5).
 */
async function reopenDeal(tx: Tx, deps: Deps, dealId: string, at: Temporal.Instant): Promise<void> {
  const market = await lockMarketOfDeal(tx, dealId);
  const deal = await markPendingAgain(tx, dealId);
  if (!deal?.buyerId || !deal.buyingTransactionId || !deal.sellingTransactionId)
    throw new Error(`deal ${dealId} is not reserved`);
  await releaseOutgoing(tx, deal.buyingTransactionId, { to: 'FAILED', at });
  await dropTransaction(tx, deal.sellingTransactionId, { to: 'FAILED', at });
  const { propertyName } = await findDealParties(tx, { ...deal, buyerId: deal.buyerId });
  await mailInvestor(tx, deps, {
    customerId: deal.buyerId,
    template: 'deal-declined',
    data: { propertyName, bricks: deal.brickCount, totalCents: deal.priceCents, reference: dealId },
  });
  if (market && isEligibleForResale(market)) return;
  await deletePendingDeal(tx, dealId, deal.sellerId);
  await freeBricksOfDeals(tx, [dealId]);
}
