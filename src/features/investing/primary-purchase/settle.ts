// Settles the payment of a purchase: the investor gets the bricks, or the money is refunded or released.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { assignUnsoldBricks } from '../../../money/bricks/index.ts';
import { heldOf, move, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { issueTradePaper } from '../invoices/index.ts';
import { changeStatus, type FullPurchase, lockPurchase } from './queries.ts';
import { mailRefund, startRefund } from './refund.ts';
import { isInsideWindow } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs'>;

/**
 * Settlement of purpose `primary-purchase`. Succeeded: the money goes to the project's COLLECT in any case; a waiting purchase is
 * confirmed, one that was canceled or declined meanwhile is refunded at once. Failed: the held money is released.
 */
export async function settlePurchase(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
  const purchase = await lockPurchase(tx, payment.subjectId);
  if (!purchase) throw new Error(`there is no purchase ${payment.subjectId}`);
  const { id, propertyId, customerId, amountCents } = purchase;
  const isWaiting = purchase.status === 'waiting_provider';
  await settle(tx, payment, {
    succeeded: async (at) => {
      if (isWaiting) {
        await deliverBricks(tx, deps, purchase, at);
        // Last, as it locks the row of the property in funding_totals, for which all its purchases wait.
        await changeStatus(tx, id, { from: 'waiting_provider', to: 'confirmed', at });
      } else await startRefund(tx, deps, purchase, at);
      return move(amountCents, heldOf(customerId), purseOf(propertyId, 'COLLECT'));
    },
    failed: async (at) => {
      if (isWaiting) await changeStatus(tx, id, { from: 'waiting_provider', to: 'declined', at });
      await mailRefund(tx, deps, purchase);
      return NOTHING_TO_POST;
    },
  });
}

/** Assigns the bricks, issues the trade paper and mails the investor. */
async function deliverBricks(tx: Tx, deps: Deps, purchase: FullPurchase, at: Temporal.Instant): Promise<void> {
  const { id, propertyId, customerId, brickCount, windowEnd } = purchase;
  const found = await assignUnsoldBricks(tx, id);
  if (found !== brickCount) throw new Error(`property ${propertyId} has ${found} unsold bricks instead of ${brickCount}`);
  const { propertyName, amountCents: priceCents } = purchase;
  await issueTradePaper(tx, { kind: 'purchase', subjectId: id, customerId, propertyName, brickCount, priceCents, at });
  await enqueueEmail(tx, deps, {
    to: purchase.email,
    template: 'primary-purchase-confirmed',
    data: {
      propertyName: purchase.propertyName,
      bricks: brickCount,
      totalCents: purchase.amountCents,
      purchasedAt: purchase.createdAt.toString(),
      reference: id,
      ...(purchase.isAutomatic ? { automatic: true } : {}),
      ...(isInsideWindow(windowEnd, at) ? { cancelableUntil: windowEnd.toString() } : {}),
      ...(purchase.firstName === null ? {} : { firstName: purchase.firstName }),
    },
  });
}
