// Background jobs of gift cards: the mail with the code, and the refund of expired cards.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob, TRIED_FOR_A_DAY } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { listExpiredCards, lockCardToDeliver, setCodeDigest } from './queries.ts';
import { expireGiftCard } from './refund.ts';
import { deriveCode, digestOfCode } from './rules.ts';

const EXPIRY_BATCH = 500;

/** Mails the code of a paid card. The job row holds only the card's id, never the code. Idempotent. */
export const deliverGiftCardJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'mailer'>, { giftCardId: string }>({
  name: 'deliver-gift-card',
  ...TRIED_FOR_A_DAY,
  work: async (deps, { giftCardId }, { jobId }) => ({ sent: await deliverGiftCard(deps, { giftCardId, mailId: jobId }) }),
});

/**
 * Stores the digest of the code, then mails the code: when the address is corrected in between, the mail has a code that has ended. A
 * repetition sends the same code under the same Message-ID `mailId`, which mailboxes show once. False when the card is no longer active.
 */
async function deliverGiftCard(
  deps: Pick<AppDeps, 'db' | 'config' | 'mailer'>,
  { giftCardId, mailId }: { giftCardId: string; mailId: string },
): Promise<boolean> {
  const { config } = deps;
  const card = await inTransaction(deps.db, async (tx) => {
    const found = await lockCardToDeliver(tx, giftCardId);
    if (!found) return undefined;
    const code = deriveCode(config.MFA_ENCRYPTION_KEY, found);
    await setCodeDigest(tx, giftCardId, digestOfCode(code));
    return { ...found, code };
  });
  if (!card?.expiresAt) return false;
  await deps.mailer.send({
    id: mailId,
    to: card.recipientEmail,
    template: 'gift-card-received',
    data: {
      amountCents: card.amountCents,
      code: card.code,
      expiresAt: card.expiresAt,
      // The name of the profile is verified: only investors with full rights buy cards.
      from: [card.buyerFirstName, card.buyerLastName].filter((name) => name !== null).join(' '),
    },
  });
  return true;
}

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
