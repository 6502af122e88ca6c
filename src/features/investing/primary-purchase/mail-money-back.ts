// The investor learns that a purchase ended without bricks, at the moment when the money is spendable again.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import type { FullPurchase } from './queries.ts';

/** `canceled`: as the investor asked; anything else: the payment was refused, or too late for the closing (A-primary-purchase-6). */
export async function mailMoneyBack(tx: Tx, deps: Pick<AppDeps, 'jobs'>, purchase: FullPurchase): Promise<void> {
  await enqueueEmail(tx, deps, {
    to: purchase.email,
    template: 'primary-purchase-canceled',
    data: {
      propertyName: purchase.propertyName,
      bricks: purchase.brickCount,
      totalCents: purchase.amountCents,
      reason: purchase.status === 'canceled' ? 'investor' : 'not-confirmed',
      reference: purchase.id,
      ...(purchase.firstName === null ? {} : { firstName: purchase.firstName }),
    },
  });
}
