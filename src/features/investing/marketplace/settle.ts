// Settles the payment of a reserved deal: money and bricks change hands and the deal is confirmed, or it is pending again.

import { centsOf } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { freeBricksOfDeals, handOverBricks } from '../../../money/bricks/index.ts';
import { availableOf, heldOf, move } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { issueTradePaper } from '../invoices/index.ts';
import { orderCommission } from './commission.ts';
import { deletePendingDeal } from './queries.ts';
import { isEligibleForResale, resaleStateOf } from './rules.ts';
import { findDealParties, findPropertyOfDeal, markConfirmed, markPendingAgain, type SettledDeal } from './settle-queries.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Settlement of purpose `market-deal`. The commission stays in the buyer's HELD until its own payment succeeds. */
export async function settleMarketDeal(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
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

async function confirmDeal(tx: Tx, deps: Deps, dealId: string, at: Temporal.Instant): Promise<SettledDeal> {
  const deal = await markConfirmed(tx, dealId, at);
  const moved = await handOverBricks(tx, dealId);
  if (moved !== deal.brickCount) throw new Error(`deal ${dealId} has ${moved} locked bricks instead of ${deal.brickCount}`);
  if (deal.commissionCents > 0) await orderCommission(tx, deps, deal, at);
  await notifyParties(tx, deps, deal, at);
  return deal;
}

/** Buyer and seller each get a trade paper and a mail. */
async function notifyParties(tx: Tx, deps: Deps, deal: SettledDeal, at: Temporal.Instant): Promise<void> {
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
 * deleted like every pending deal, and its seller is told.
 */
async function reopenDeal(tx: Tx, deps: Deps, dealId: string): Promise<void> {
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
