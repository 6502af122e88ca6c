// Settles a payout of referral rewards: the referrer's wallet is credited, or the rewards are due again.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, followRefusal, NOTHING_TO_POST, settle, WHY_STOPPED } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { markPaidOut } from './mark-paid-out.ts';
import { countRefusedPayouts, findPayout, releaseParts } from './payout-queries.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/**
 * Settlement of purpose `referral-reward`. The last payout of a property to succeed marks the property as paid. After a refusal
 * the team is alerted, and the rewards are due again for the next run, or for the one after an administrator's decision (A-payments-5).
 */
export async function settleReward(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
  const payout = await findPayout(tx, payment.subjectId);
  const { id, propertyId, referrerId, amountCents } = payout;
  // Serialises the settlements of the property, so that the last one sees all others.
  await lockProperty(tx, propertyId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await mailPaid(tx, deps, payout, at);
      return move(amountCents, PLATFORM.MAIN, availableOf(referrerId));
    },
    failed: async (_at, refusal) => {
      const { next } = await followRefusal(tx, payment, refusal, await countRefusedPayouts(tx, payout));
      await releaseParts(tx, id);
      const follows =
        next === 'retry' ? 'Le prochain passage réessaie.' : `${WHY_STOPPED[next]} : à relancer par un administrateur.`;
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé la récompense de parrainage du client ${referrerId} (paiement ${payment.id}) : ${refusal.reason}. ${follows}`,
      });
      return NOTHING_TO_POST;
    },
  });
  const { outcome } = payment;
  // After `settle`, which confirms the transaction that is counted here.
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
