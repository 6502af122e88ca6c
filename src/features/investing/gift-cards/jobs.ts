// Background jobs of gift cards: the mail with the code, and the refund of expired cards.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { deliverGiftCard } from './deliver.ts';
import { listExpiredCards } from './queries.ts';
import { expireGiftCard } from './refund.ts';

const EXPIRY_BATCH = 500;

/** Mails the code of a paid card. The job row holds only the card's id, never the code. Idempotent. */
export const deliverGiftCardJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'mailer'>, { giftCardId: string }>({
  name: 'deliver-gift-card',
  work: async (deps, { giftCardId }, { jobId }) => ({ sent: await deliverGiftCard(deps, { giftCardId, mailId: jobId }) }),
});

/** Refunds expired cards to their buyers. */
export const giftCardExpiryJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>, { dryRun?: boolean }>({
  name: 'gift-card-expiry',
  cron: '10 * * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }) => {
    const ids = await listExpiredCards(deps.db, deps.clock.now(), EXPIRY_BATCH);
    const report = { expired: ids.length, refunding: 0, failed: 0, dryRun };
    if (dryRun) return report;
    for (const id of ids) {
      try {
        if (await expireGiftCard(deps, id)) report.refunding += 1;
      } catch (error) {
        deps.log.error({ err: error, giftCardId: id }, 'expired gift card not refunded');
        report.failed += 1;
      }
    }
    return report;
  },
});
