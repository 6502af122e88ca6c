// Rights are judged under the lock: who loses them between the check and the act neither pays for a card nor redeems one.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { paidGiftCard } from '../../../../test/support/gift-card-actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_RIGHTS, PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Card = { id: string; status: string };

const FRIEND = 'friend@example.test';

let world: World;

before(async () => {
  world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const walletOf = async ({ client }: Investor) =>
  expectStatus(await client.get<{ availableCents: number; heldCents: number }>('/customers/wallet'), 200).body;
const cardsOf = async ({ client }: Investor) => expectStatus(await client.get<{ items: Card[] }>('/gift-cards'), 200).body.items;

const freezeOf = async ({ customerId }: Investor) => {
  const [row] = await world.sql<{ frozen: boolean }>('select frozen_at is not null as frozen from customer where id = $1', [
    customerId,
  ]);
  return row?.frozen ? 'frozen' : 'free';
};

async function tokenOf({ client, email }: Investor): Promise<string> {
  expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'gift-card-purchase' }), 201);
  const code = await waitForCode(world, email, 'gift-card-purchase');
  const confirmed = await client.post<{ token: string }>('/auth/mfa/confirm-code', { action: 'gift-card-purchase', code });
  return expectStatus(confirmed, 201).body.token;
}

const buy = ({ client }: Investor, token: string, recipientEmail = FRIEND) =>
  client.post<Card>('/gift-cards', { token, amountCents: 1_500, recipientEmail });

describe('POST /gift-cards/redeem of a card whose buyer is held', () => {
  for (const [what, held, freed] of [
    ['frozen', 'frozen', 'free'],
    ['blocked by the provider', 'blocked', 'unblocked'],
  ] as const)
    it(`${what}: it rests until they are free -> 403 customer.rights.account-is-being-verified`, async () => {
      const { buyer, code } = await paidGiftCard(world);
      const friend = await verifiedInvestor(world);
      await customerIs(world, buyer.customerId, held);
      const refused = await friend.client.post('/gift-cards/redeem', { code });
      expectCode(refused, 403, 'customer.rights.account-is-being-verified');
      assert.equal((await walletOf(friend)).availableCents, 0);
      await customerIs(world, buyer.customerId, freed);
      expectStatus(await friend.client.post('/gift-cards/redeem', { code }), 201);
      await world.until(async () => (await walletOf(friend)).availableCents === 1_500, 'the money of the card');
    });
  it('frozen by the charge-back of the very money that paid it -> 403 customer.rights.account-is-being-verified', async () => {
    const { buyer, code } = await paidGiftCard(world);
    type Account = { movements: { kind: string; id: number }[] };
    const { movements } = await world.control<Account>('GET', `/accounts/${buyer.customerId}`);
    await world.control('POST', '/chargebacks', { moneyInId: movements.find(({ kind }) => kind === 'moneyIn')?.id });
    const friend = await verifiedInvestor(world);
    await world.until(async () => (await freezeOf(buyer)) === 'frozen', 'the freeze');
    expectCode(await friend.client.post('/gift-cards/redeem', { code }), 403, 'customer.rights.account-is-being-verified');
  });
});

describe('POST /gift-cards by who has saved no profile', () => {
  it('a card would come from nobody; the token stays good -> 403 customer.rights.account-not-completed', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    await customerIs(world, buyer.customerId, 'nameless');
    const token = await tokenOf(buyer);
    expectCode(await buy(buyer, token), 403, 'customer.rights.account-not-completed');
    expectStatus(await buyer.client.patch('/customers/profile', PROFILE), 200);
    expectStatus(await buy(buyer, token), 201);
  });
});

describe('POST /gift-cards, while the provider is asked', () => {
  for (const { what, change, code } of LOST_RIGHTS)
    it(`the buyer is ${what} -> 403 ${code}`, async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const token = await tokenOf(buyer);
      const refused = await whileBalanceIsRead(
        world,
        buyer,
        () => buy(buyer, token),
        () => change(world, buyer),
      );
      expectCode(refused, 403, code);
      assert.deepEqual(await cardsOf(buyer), []);
      const { availableCents, heldCents } = await walletOf(buyer);
      assert.deepEqual({ availableCents, heldCents }, { availableCents: 2_000, heldCents: 0 });
      const [kept] = await world.sql<{ used: boolean }>(
        'select used_at is not null as used from gift_card_token where customer_id = $1',
        [buyer.customerId],
      );
      assert.equal(kept?.used, false, 'the token is as good as before');
    });
});

describe('POST /gift-cards/redeem, while the right is being taken away', () => {
  for (const { what, change, code: refusal } of LOST_RIGHTS)
    it(`the redeemer is ${what} -> 403 ${refusal}`, async () => {
      const { buyer, id, code } = await paidGiftCard(world);
      const redeemer = await verifiedInvestor(world);
      const lock = await holdLock(world, 'select from customer where id = $1 for update', [redeemer.customerId]);
      // Who waits first is served first: the change, then the redemption.
      const changing = change(world, redeemer);
      await lock.waiting(1);
      const pending = redeemer.client.post('/gift-cards/redeem', { code });
      await lock.waiting(2);
      await lock.release();
      await changing;
      expectCode(await pending, 403, refusal);
      assert.equal((await cardsOf(buyer)).find((card) => card.id === id)?.status, 'active');
      assert.equal((await walletOf(redeemer)).availableCents, 0);
      const guesses = await world.sql('select from gift_card_guess where customer_id = $1', [redeemer.customerId]);
      assert.equal(guesses.length, 0);
    });
});
