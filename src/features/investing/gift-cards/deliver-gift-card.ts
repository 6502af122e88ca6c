// The code of a paid card goes to its recipient.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { giftCodeOf } from './gift-code.ts';
import { findCardToDeliver, setCodeDigest } from './queries.ts';
import { digestOfCode } from './rules.ts';

/**
 * Keeps the digest of the code, then mails the code under the Message-ID `mailId`: done twice, the same mail is shown once.
 * False when the card is no longer active.
 */
export async function deliverGiftCard(
  deps: Pick<AppDeps, 'db' | 'config' | 'mailer'>,
  { giftCardId, mailId }: { giftCardId: string; mailId: string },
): Promise<boolean> {
  const { config } = deps;
  const code = giftCodeOf(config.MFA_ENCRYPTION_KEY, giftCardId);
  const card = await inTransaction(deps.db, async (tx) => {
    await setCodeDigest(tx, giftCardId, digestOfCode(code));
    return findCardToDeliver(tx, giftCardId);
  });
  if (!card?.expiresAt) return false;
  await deps.mailer.send({
    id: mailId,
    to: card.recipientEmail,
    template: 'gift-card-received',
    data: {
      amountCents: card.amountCents,
      code,
      expiresAt: card.expiresAt,
      link: `${config.FRONT_URL}/gift-cards/redeem`,
      // The verified name of the profile: rights were asked for, so it is nobody else's.
      from: [card.buyerFirstName, card.buyerLastName].filter((name) => name !== null).join(' '),
    },
  });
  return true;
}
