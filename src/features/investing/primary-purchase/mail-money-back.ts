// Mails the investor that a purchase ended without bricks, once its money is available again.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import type { FullPurchase } from './queries.ts';

/** The reason is the investor's cancellation, or else a refused or late payment (A-primary-purchase-6). */
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
