// What follows the provider's answer to a payout of referral rewards: booked and mailed, or due again.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { markPaidOut } from './mark-paid-out.ts';
import { findPayout, releaseParts } from './payout-queries.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/**
 * Settlement of purpose `referral-reward`. The last payout of a property to arrive marks it as paid. A final refusal makes the
 * rewards due again for the next run, and tells the team.
 */
export async function settleReward(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
  const payout = await findPayout(tx, payment.subjectId);
  const { id, propertyId, referrerId, amountCents } = payout;
  // The last payout of the property, whichever it is, then sees all others.
  await lockProperty(tx, propertyId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await mailPaid(tx, deps, payout, at);
      return move(amountCents, PLATFORM.MAIN, availableOf(referrerId));
    },
    failed: async (_at, { reason }) => {
      await releaseParts(tx, id);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé la récompense de parrainage du client ${referrerId} (paiement ${payment.id}) : ${reason}. Le prochain passage réessaie.`,
      });
      return NOTHING_TO_POST;
    },
  });
  const { outcome } = payment;
  // After the settlement: it counts what has arrived.
  if (outcome.status === 'succeeded')
    await markPaidOut(tx, { statuses: deps.config.REFERRAL_DISBURSABLE_STATUSES, propertyId, at: outcome.at });
}

async function mailPaid(tx: Tx, deps: Deps, payout: Awaited<ReturnType<typeof findPayout>>, at: Temporal.Instant): Promise<void> {
  const { id, email, amountCents, propertyName, firstName } = payout;
  await enqueueEmail(tx, deps, {
    to: email,
    template: 'referral-reward-paid',
    data: { amountCents, propertyName, paidAt: at.toString(), reference: id, ...(firstName === null ? {} : { firstName }) },
  });
}
