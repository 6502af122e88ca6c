// What administrators do with gift cards: find them, block, refund, mail again, correct the address.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages } from '../../../../test/support/administration-lists.ts';
import { boughtGiftCard, mailedCodes, paidGiftCard } from '../../../../test/support/gift-card-actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { readAudits, walletOf } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Card = {
  id: string;
  status: string;
  recipientEmail: string;
  buyerId: string;
  buyerEmail: string;
  redeemerId: string | null;
  blockedAt: string | null;
  blockReason: string | null;
  isBuyerHeld: boolean;
  paymentId: string;
};

const CARDS = '/administration/gift-cards';
const VERBS = ['put block', 'delete block', 'put recipient', 'post resend', 'post refund'] as const;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

const block = (id: string, reason = 'Signalement du destinataire') => admin.client.put<Card>(`${CARDS}/${id}/block`, { reason });
const unblock = (id: string) => admin.client.delete<Card>(`${CARDS}/${id}/block`);
const readdress = (id: string, recipientEmail: string) => admin.client.put<Card>(`${CARDS}/${id}/recipient`, { recipientEmail });
const resend = (id: string) => admin.client.post<Card>(`${CARDS}/${id}/resend`);
const refund = (id: string, headers: Record<string, string> = {}) =>
  admin.client.post<Card>(`${CARDS}/${id}/refund`, {}, headers);
const redeem = (by: Investor, code: string) => by.client.post('/gift-cards/redeem', { code });
const seen = async (id: string): Promise<Card | undefined> =>
  expectStatus(await admin.client.get<{ items: Card[] }>(`${CARDS}?limit=200`), 200).body.items.find((card) => card.id === id);
const cardIs = (id: string, status: string) => world.until(async () => (await seen(id))?.status === status, `card is ${status}`);
const auditsOf = (id: string) => readAudits<{ kind: string; payload: object }>(world, { targetId: id }, ['kind', 'payload']);
const mailTo = (email: string, subject: RegExp) =>
  world.until(async () => (await world.mails(email)).find((mail) => subject.test(mail.subject)), `mail ${subject}`);
const movementsOf = async ({ customerId }: Investor) =>
  (await world.control<{ movements: { kind: string; id: number }[] }>('GET', `/accounts/${customerId}`)).movements;
const newAddress = () => `right-${randomUUID()}@example.test`;

describe('GET /administration/gift-cards', () => {
  it('shows whose cards they are and where they stand, page by page, and filters', async () => {
    const [first, second, third] = [await paidGiftCard(world), await paidGiftCard(world), await boughtGiftCard(world)];
    await cardIs(third.id, 'active');
    const friend = await verifiedInvestor(world);
    expectStatus(await redeem(friend, second.code), 201);
    await cardIs(second.id, 'redeemed');
    expectStatus(await block(first.id), 200);
    await assertPages<Card>(admin, CARDS, ({ id }) => id);
    await assertFilters<Card>(admin, CARDS, [
      ['status=redeemed', ({ status }) => status === 'redeemed'],
      [`customerId=${third.buyer.customerId}`, ({ buyerId }) => buyerId === third.buyer.customerId],
      [`recipientEmail=${third.recipientEmail.toUpperCase()}`, ({ recipientEmail }) => recipientEmail === third.recipientEmail],
      ['isBlocked=true', ({ blockedAt }) => blockedAt !== null],
      ['isBlocked=false', ({ blockedAt }) => blockedAt === null],
    ]);
    const shown = await seen(second.id);
    assert.deepEqual(
      [shown?.buyerEmail, shown?.redeemerId, 'code' in (shown ?? {})],
      [second.buyer.email, friend.customerId, false],
    );
  });
});

describe('a blocked gift card', () => {
  it('is not redeemed until it is unblocked -> 403 gift-card.blocked', async () => {
    const { id, code } = await paidGiftCard(world);
    const friend = await verifiedInvestor(world);
    const { body } = expectStatus(await block(id), 200);
    assert.deepEqual([body.status, body.blockReason], ['active', 'Signalement du destinataire']);
    expectCode(await redeem(friend, code), 403, 'gift-card.blocked');
    assert.equal((await walletOf(friend)).availableCents, 0);
    assert.equal(expectStatus(await unblock(id), 200).body.blockedAt, null);
    expectStatus(await redeem(friend, code), 201);
    await cardIs(id, 'redeemed');
    assert.deepEqual(await auditsOf(id), [
      { kind: 'GIFT_CARD_BLOCK', payload: { reason: 'Signalement du destinataire' } },
      { kind: 'GIFT_CARD_UNBLOCK', payload: {} },
    ]);
  });
  it('is not mailed again -> 403 gift-card.blocked', async () => {
    const { id } = await paidGiftCard(world);
    expectStatus(await block(id), 200);
    expectCode(await resend(id), 403, 'gift-card.blocked');
  });
  it('expires all the same, and its buyer has the money back', async () => {
    const { id, buyer } = await paidGiftCard(world);
    expectStatus(await block(id), 200);
    await world.moveClock({ advance: 'P367D' });
    await world.runJob('gift-card-expiry');
    await cardIs(id, 'refunded');
    assert.equal((await walletOf(buyer)).availableCents, 2_000);
  });
  it('a blank reason -> 400 validation-failed', async () => expectCode(await block(randomUUID(), ' '), 400, 'validation-failed'));
});

describe('a gift card to a mistyped address', () => {
  it('is mailed to the right one with a new code; the old code ends, and the buyer is told', async () => {
    const { id, code, buyer, recipientEmail } = await paidGiftCard(world);
    const right = newAddress();
    assert.equal(expectStatus(await readdress(id, right.toUpperCase()), 200).body.recipientEmail, right);
    const stranger = await verifiedInvestor(world);
    expectCode(await redeem(stranger, code), 400, 'gift-card.code-invalid');
    const [newCode = ''] = await mailedCodes(world, right, 1);
    assert.notEqual(newCode, code);
    assert.match((await mailTo(buyer.email, /adresse de votre carte cadeau/)).text, new RegExp(right));
    const friend = await verifiedInvestor(world);
    expectStatus(await redeem(friend, newCode), 201);
    await world.until(async () => (await walletOf(friend)).availableCents === 1_500, 'the money of the card');
    assert.deepEqual(await auditsOf(id), [{ kind: 'GIFT_CARD_READDRESS', payload: { from: recipientEmail, to: right } }]);
  });
  it('is mailed to the right one once it is paid, and to no other', async () => {
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const { id, recipientEmail } = await boughtGiftCard(world);
    const right = newAddress();
    expectStatus(await readdress(id, right), 200);
    const transferId = await world.until(async () => {
      const [order] = await world.sql<{ id: number | null }>(
        'select provider_payment_id as id from payment where subject_id = $1',
        [id],
      );
      return order?.id;
    }, 'the pending transfer');
    await world.control('POST', `/p2p/${transferId}/complete`);
    await world.runJob('wallet-transactions');
    await cardIs(id, 'active');
    assert.equal((await mailedCodes(world, right, 1)).length, 1);
    assert.deepEqual(await world.mails(recipientEmail), []);
  });
  it('corrected by two people at once to the same address: one mail, one code -> 400 gift-card.same-recipient', async () => {
    const { id } = await paidGiftCard(world);
    const right = newAddress();
    const answers = await Promise.all([readdress(id, right), readdress(id, right)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'gift-card.same-recipient');
    const [code = ''] = await mailedCodes(world, right, 1);
    expectStatus(await redeem(await verifiedInvestor(world), code), 201);
  });
  it('once it has expired -> 400 gift-card.expired', async () => {
    const { id } = await paidGiftCard(world);
    await world.moveClock({ advance: 'P367D' });
    expectCode(await readdress(id, newAddress()), 400, 'gift-card.expired');
    expectCode(await resend(id), 400, 'gift-card.expired');
  });
  it('no address -> 400 validation-failed', async () =>
    expectCode(await readdress(randomUUID(), 'nobody'), 400, 'validation-failed'));
});

describe('POST /administration/gift-cards/:giftCardId/resend', () => {
  it('mails the same code to the same address once more', async () => {
    const { id, code, recipientEmail } = await paidGiftCard(world);
    expectStatus(await resend(id), 201);
    assert.deepEqual(await mailedCodes(world, recipientEmail, 2), [code, code]);
    assert.deepEqual(await auditsOf(id), [{ kind: 'GIFT_CARD_RESEND', payload: { recipientEmail } }]);
  });
  it('of a card that was redeemed -> 400 gift-card.already-redeemed', async () => {
    const { id, code } = await paidGiftCard(world);
    expectStatus(await redeem(await verifiedInvestor(world), code), 201);
    await cardIs(id, 'redeemed');
    expectCode(await resend(id), 400, 'gift-card.already-redeemed');
  });
});

describe('POST /administration/gift-cards/:giftCardId/refund', () => {
  it('gives the money back, once, and the code ends -> 400 gift-card.not-active', async () => {
    const { id, code, buyer } = await paidGiftCard(world);
    const answers = await Promise.all([refund(id), refund(id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'gift-card.not-active');
    await cardIs(id, 'refunded');
    assert.equal((await walletOf(buyer)).availableCents, 2_000);
    await mailTo(buyer.email, /carte cadeau vous est remboursée/);
    expectCode(await redeem(await verifiedInvestor(world), code), 400, 'gift-card.expired');
    const payload = { customerId: buyer.customerId, amountCents: 1_500 };
    assert.deepEqual(await auditsOf(id), [{ kind: 'GIFT_CARD_GIVEN_BACK', payload }]);
  });
  it('the same Idempotency-Key twice is one refund with one answer', async () => {
    const { id } = await paidGiftCard(world);
    const key = { 'idempotency-key': randomUUID() };
    const { paymentId } = expectStatus(await refund(id, key), 201).body;
    assert.equal(expectStatus(await refund(id, key), 201).body.paymentId, paymentId);
    await cardIs(id, 'refunded');
  });
  it('at once with its redemption: one of the two has the money', async () => {
    const { id, code, buyer } = await paidGiftCard(world);
    const friend = await verifiedInvestor(world);
    const [refunded, redeemed] = await Promise.all([refund(id), redeem(friend, code)]);
    if (refunded.status === 201) expectCode(redeemed, 400, 'gift-card.expired');
    else expectCode(refunded, 400, 'gift-card.already-redeemed');
    await world.until(
      async () => (await walletOf(buyer)).availableCents + (await walletOf(friend)).availableCents === 2_000,
      'the money with one of them',
    );
  });
});

describe('a gift card whose money its buyer’s bank took back', () => {
  it('stays blocked when the freeze has ended, and is refunded for what is owed -> 403 gift-card.blocked', async () => {
    const { id, code, buyer } = await paidGiftCard(world);
    const moneyIn = (await movementsOf(buyer)).find(({ kind }) => kind === 'moneyIn');
    await world.control('POST', '/chargebacks', { moneyInId: moneyIn?.id });
    await world.until(async () => (await seen(id))?.isBuyerHeld, 'the freeze');
    assert.match((await seen(id))?.blockReason ?? '', /^Rejet bancaire/);
    const customer = `/administration/customers/${buyer.customerId}`;
    expectStatus(await admin.client.patch(customer, { frozen: false, reason: 'Pièces reçues' }), 200);
    assert.equal((await seen(id))?.isBuyerHeld, false);
    const friend = await verifiedInvestor(world);
    expectCode(await redeem(friend, code), 403, 'gift-card.blocked');
    assert.equal((await walletOf(friend)).availableCents, 0);
    expectStatus(await refund(id), 201);
    await cardIs(id, 'refunded');
    assert.ok((await walletOf(buyer)).availableCents >= 1_500);
  });
});

describe('every verb on a gift card', () => {
  const call = (client: Person['client'], verb: (typeof VERBS)[number], id: string) => {
    const [method, path] = verb.split(' ');
    const url = `${CARDS}/${id}/${path}`;
    if (method === 'delete') return client.delete(url);
    const body = path === 'block' ? { reason: 'x' } : path === 'recipient' ? { recipientEmail: newAddress() } : {};
    return method === 'put' ? client.put(url, body) : client.post(url, body);
  };
  for (const verb of VERBS) {
    it(`${verb}: an unknown card -> 404 not-found`, async () =>
      expectCode(await call(admin.client, verb, randomUUID()), 404, 'not-found'));
    it(`${verb}: no id -> 400 validation-failed`, async () =>
      expectCode(await call(admin.client, verb, '12'), 400, 'validation-failed'));
  }
  it('is for administrators alone -> 401 unauthenticated, 403 forbidden', async () => {
    const { id, buyer } = await paidGiftCard(world);
    for (const verb of VERBS) {
      expectCode(await call(world.visitor(), verb, id), 401, 'unauthenticated');
      expectCode(await call(buyer.client, verb, id), 403, 'forbidden');
    }
    expectCode(await buyer.client.get(CARDS), 403, 'forbidden');
    assert.equal((await seen(id))?.status, 'active');
  });
});
