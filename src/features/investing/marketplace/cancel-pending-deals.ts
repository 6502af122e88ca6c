// The market of a property closes or an offer is accepted: pending deals disappear, reserved ones continue.

import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { freeBricksOfDeals } from '../../../money/bricks/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { type CanceledDeal, deletePendingDealsOf } from './queries.ts';

/** Mails are enqueued this many at a time: one statement each, none too large. */
const MAILS_PER_STATEMENT = 500;

/** Deletes all pending deals of the property, frees their bricks and mails the sellers why. Returns how many there were. */
export async function cancelPendingDeals(
  tx: Tx,
  deps: { jobs: Jobs },
  cancellation: { propertyId: string; reason: 'market-closed' | 'offer-accepted' },
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
