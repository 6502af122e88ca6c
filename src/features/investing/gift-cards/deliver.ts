// Mails the code of a paid card to its recipient.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCardToDeliver, setCodeDigest } from './queries.ts';
import { deriveCode, digestOfCode } from './rules.ts';

/**
 * Stores the digest of the code, then mails the code. When the address is corrected in between, the mail has a code that has ended. Idempotent: a repetition sends the same code under the same Message-ID
 * `mailId`, which mailboxes show once. False when the card is no longer active.
 */
export async function deliverGiftCard(
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
