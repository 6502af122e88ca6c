// Background work of gift cards: the mail with the code, and the cards whose end has come.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { deliverGiftCard } from './deliver-gift-card.ts';
import { expireGiftCard } from './expire-gift-card.ts';
import { listExpiredCards } from './queries.ts';

const EXPIRY_BATCH = 500;

/** Mails the code of a paid card. The job row names the card only; repeated, it mails the same code under the same Message-ID. */
export const deliverGiftCardJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'mailer'>, { giftCardId: string }>({
  name: 'deliver-gift-card',
  work: async (deps, { giftCardId }, { jobId }) => ({ sent: await deliverGiftCard(deps, { giftCardId, mailId: jobId }) }),
});

/** Gives expired cards back to their buyers; which ones are due is asked of the clock. */
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
