// Deletes the pending deals of a property when its market closes or an offer is accepted; reserved deals continue (A-resale-11).

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { freeBricksOfDeals } from '../../../money/bricks/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { type CanceledDeal, deletePendingDealsOf } from './queries.ts';

/** Limit of one statement that enqueues mails. */
const MAILS_PER_STATEMENT = 500;

/** Also frees the bricks of the deals and mails the sellers the reason. Returns how many deals were deleted. */
export async function cancelPendingDeals(
  tx: Tx,
  deps: { jobs: Jobs },
  cancellation: { propertyId: PropertyId; reason: 'market-closed' | 'offer-accepted' },
): Promise<number> {
  const deals = await deletePendingDealsOf(tx, cancellation.propertyId);
  await freeBricksOfDeals(
    tx,
    deals.map(({ id }) => id),
  );
  const mails = deals.map((deal) => mailOf(deal, cancellation.reason));
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT) {
    await deps.jobs.enqueueMany(tx, sendEmailJob, mails.slice(from, from + MAILS_PER_STATEMENT));
  }
  return deals.length;
}

function mailOf(deal: CanceledDeal, reason: 'market-closed' | 'offer-accepted') {
  const { id, sellerEmail, sellerFirstName, propertyName, brickCount, priceCents } = deal;
  const firstName = sellerFirstName === null ? {} : { firstName: sellerFirstName };
  return {
    to: sellerEmail,
    template: 'deal-canceled' as const,
    data: { propertyName, bricks: brickCount, priceCents, reason, reference: id, ...firstName },
  };
}
