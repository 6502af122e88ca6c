// Gift cards as investors come by them: bought with the mailed code, paid by the worker, their code in the recipient's mailbox.

import { randomUUID } from 'node:crypto';
import { type Investor, verifiedInvestor } from './actors.ts';
import { waitForCode } from './codes.ts';
import { forgetCodeRequests } from './session-states.ts';
import { expectStatus, type World } from './world.ts';

const FUNDS_CENTS = 2_000;
const AMOUNT_CENTS = 1_500;

export type BoughtCard = { id: string; buyer: Investor; recipientEmail: string };

/** A card that an investor, a new one if none is given, has just bought. */
export async function boughtGiftCard(world: World, by?: Investor): Promise<BoughtCard> {
  const buyer = by ?? (await verifiedInvestor(world, { fundsCents: FUNDS_CENTS }));
  const action = 'gift-card-purchase';
  await forgetCodeRequests(world, buyer.customerId);
  expectStatus(await buyer.client.post('/auth/mfa/trigger-mfa', { action }), 201);
  const code = await waitForCode(world, buyer.email, action);
  const confirmed = await buyer.client.post<{ token: string }>('/auth/mfa/confirm-code', { action, code });
  const { token } = expectStatus(confirmed, 201).body;
  const recipientEmail = `friend-${randomUUID()}@example.test`;
  const bought = await buyer.client.post<{ id: string }>('/gift-cards', { token, amountCents: AMOUNT_CENTS, recipientEmail });
  return { id: expectStatus(bought, 201).body.id, buyer, recipientEmail };
}

/** A paid one, with its code. */
export async function paidGiftCard(world: World, by?: Investor): Promise<BoughtCard & { code: string }> {
  const card = await boughtGiftCard(world, by);
  return { ...card, code: (await mailedCodes(world, card.recipientEmail, 1))[0] ?? '' };
}

/** The codes that an address was mailed, newest first, once there are `count`. */
export async function mailedCodes(world: World, recipientEmail: string, count: number): Promise<string[]> {
  const mails = await world.until(async () => {
    const found = await world.mails(recipientEmail);
    return found.length >= count && found;
  }, `${count} mails with a code`);
  return mails.map(({ text }) => /Code : ([0-9A-Z-]+)/.exec(text)?.[1] ?? '');
}
