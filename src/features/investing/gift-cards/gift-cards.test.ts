// Gift cards through HTTP, with the provider and the mailbox at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { ledgerCents, readChat, walletOf } from '../../../../test/support/readers.ts';
import { forgetCodeRequests, giftCards } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Card = {
  id: string;
  amountCents: number;
  recipientEmail: string;
  status: string;
  createdAt: string;
  expiresAt: string | null;
  redeemedAt: string | null;
};
type Redeemed = { giftCardId: string; amountCents: number; status: string; transactionId: string };
type Page<T> = { items: T[]; nextCursor: string | null };

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

let tokensOf = new Map<string, number>();

/** A one-shot token, as an investor gets it: the mailed code, confirmed. */
async function tokenFor(person: Investor): Promise<string> {
  const count = (tokensOf.get(person.email) ?? 0) + 1;
  tokensOf = tokensOf.set(person.email, count);
  await forgetCodeRequests(world, person.customerId);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'gift-card-purchase' }), 201);
  const code = await waitForCode(world, person.email, 'gift-card-purchase', count);
  const answer = await person.client.post<{ token: string }>('/auth/mfa/confirm-code', { action: 'gift-card-purchase', code });
  return expectStatus(answer, 201).body.token;
}

const friendEmail = () => `friend-${randomUUID().slice(0, 13)}@example.test`;

const buy = (
  by: Investor,
  body: { token: string; amountCents?: unknown; recipientEmail?: unknown },
  headers?: Record<string, string>,
) => by.client.post<Card>('/gift-cards', { amountCents: 5_000, recipientEmail: friendEmail(), ...body }, headers);
const redeem = (by: Investor, code: string, headers?: Record<string, string>) =>
  by.client.post<Redeemed>('/gift-cards/redeem', { code }, headers);
const cardsOf = async (of: Investor) => expectStatus(await of.client.get<Page<Card>>('/gift-cards'), 200).body.items;
const statementOf = async (of: Investor) =>
  expectStatus(
    await of.client.get<Page<{ type: string; status: string; amountCents: number }>>('/customers/wallet/transactions'),
    200,
  )
    .body.items.filter(({ type }) => type !== 'MONEY_IN')
    .map(({ type, status, amountCents }) => ({ type, status, amountCents }));
const cardIs = (of: Investor, id: string, status: string) =>
  world.until(async () => (await cardsOf(of)).find((card) => card.id === id && card.status === status), `card is ${status}`);
const mailed = (to: string, subject: RegExp) =>
  world.until(async () => (await world.mails(to)).find((mail) => subject.test(mail.subject)), `mail ${subject}`);
const held = () => ledgerCents(world, 'PLAT:GIFT_CARDS');

async function codeIn(email: string): Promise<string> {
  const { text } = await mailed(email, /Vous avez reçu une carte cadeau/);
  return /Code : ([0-9A-Z-]+)/.exec(text)?.[1] ?? '';
}

/** A paid card, and its code out of the recipient's mailbox. */
async function giftOf(buyer: Investor, amountCents = 5_000): Promise<{ card: Card; code: string }> {
  const recipientEmail = friendEmail();
  const { body } = expectStatus(await buy(buyer, { token: await tokenFor(buyer), amountCents, recipientEmail }), 201);
  return { card: await cardIs(buyer, body.id, 'active'), code: await codeIn(recipientEmail) };
}

describe('a gift card, from the buyer to the redeemer', () => {
  it('is paid from the wallet, mailed as a code, and redeemed into another wallet', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 20_000 });
    const friend = await verifiedInvestor(world, {});
    const before = await held();
    const token = await tokenFor(buyer);
    const { body } = expectStatus(
      await buy(buyer, { token, amountCents: 7_500, recipientEmail: friend.email.toUpperCase() }),
      201,
    );
    const { id, createdAt, ...shown } = body;
    assert.deepEqual(shown, {
      amountCents: 7_500,
      recipientEmail: friend.email,
      status: 'waiting_payment',
      expiresAt: null,
      redeemedAt: null,
    });
    const card = await cardIs(buyer, id, 'active');
    assert.deepEqual(await walletOf(buyer), { availableCents: 12_500, heldCents: 0, balanceCents: 12_500 });
    assert.equal(await held(), before + 7_500);
    const months =
      Temporal.Instant.from(card.expiresAt ?? '')
        .since(Temporal.Instant.from(createdAt))
        .total('hours') / 24;
    assert.ok(months >= 365 && months <= 366.1, String(months));

    const received = await mailed(friend.email, /carte cadeau de 75,00/);
    assert.match(received.text, /Camille Durand vous offre/);
    assert.match(received.text, /http\S+\/gift-cards\/redeem/);
    const receipt = await mailed(buyer.email, /Votre carte cadeau de 75,00/);
    const code = await codeIn(friend.email);
    assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
    assert.ok(!receipt.text.includes(code));

    const typed = code.toLowerCase().replaceAll('-', ' ');
    const redeemed = expectStatus(await redeem(friend, typed), 201).body;
    assert.deepEqual(
      { ...redeemed, transactionId: '' },
      { giftCardId: id, amountCents: 7_500, status: 'redeeming', transactionId: '' },
    );
    assert.ok((await cardIs(buyer, id, 'redeemed')).redeemedAt);
    assert.deepEqual(await walletOf(friend), { availableCents: 7_500, heldCents: 0, balanceCents: 7_500 });
    assert.equal(await held(), before);
    assert.deepEqual(await statementOf(buyer), [{ type: 'GIFT_CARD_PURCHASE', status: 'CONFIRMED', amountCents: 7_500 }]);
    assert.deepEqual(await statementOf(friend), [{ type: 'GIFT_CARD_REDEMPTION', status: 'CONFIRMED', amountCents: 7_500 }]);
    await mailed(friend.email, /carte cadeau de 75,00.* est créditée/);
  });

  it('keeps neither token nor code readable in the database', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { code } = await giftOf(buyer);
    const rows = await world.sql<{ row: string }>(
      `select row_to_json(gift_card)::text as row from gift_card union all select row_to_json(job)::text from pgboss.job as job`,
    );
    assert.ok(!rows.some(({ row }) => row.includes(code) || row.includes(code.replaceAll('-', ''))));
  });

  it('redeemed twice at once is redeemed once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const friends = await Promise.all([verifiedInvestor(world), verifiedInvestor(world)]);
    const { card, code } = await giftOf(buyer);
    const answers = await Promise.all(friends.flatMap((friend) => [redeem(friend, code), redeem(friend, code)]));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
    await cardIs(buyer, card.id, 'redeemed');
    const wallets = await Promise.all(friends.map(walletOf));
    assert.equal(
      wallets.reduce((sum, wallet) => sum + wallet.balanceCents, 0),
      5_000,
    );
  });

  it('a repeated request with its key buys one card and redeems once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 20_000 });
    const friend = await verifiedInvestor(world);
    const body = { token: await tokenFor(buyer), recipientEmail: friendEmail() };
    const headers = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await buy(buyer, body, headers), 201).body;
    assert.deepEqual(expectStatus(await buy(buyer, body, headers), 201).body, first);
    await cardIs(buyer, first.id, 'active');
    const code = await codeIn(body.recipientEmail);
    const redeemed = expectStatus(await redeem(friend, code, headers), 201).body;
    assert.deepEqual(expectStatus(await redeem(friend, code, headers), 201).body, redeemed);
    expectCode(await redeem(friend, 'OTHER', headers), 422, 'idempotency-key-reused');
    await cardIs(buyer, first.id, 'redeemed');
    assert.equal((await cardsOf(buyer)).length, 1);
  });
});

describe('POST /gift-cards, refused', () => {
  it('a body that is not right -> 400 validation-failed', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const token = randomUUID();
    for (const wrong of [{ amountCents: 0 }, { amountCents: 10.5 }, { recipientEmail: 'nobody' }, { token: 'x' }])
      expectCode(await buy(buyer, { token, ...wrong }), 400, 'validation-failed');
  });

  it('an unknown token, another investor’s, an expired or a used one -> 403 gift-card.token-invalid', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 50_000 });
    expectCode(await buy(buyer, { token: randomUUID() }), 403, 'gift-card.token-invalid');
    const others = await tokenFor(await verifiedInvestor(world));
    expectCode(await buy(buyer, { token: others }), 403, 'gift-card.token-invalid');
    const expired = await tokenFor(buyer);
    await giftCards.tokensOver(world, buyer.customerId);
    expectCode(await buy(buyer, { token: expired }), 403, 'gift-card.token-invalid');
    const token = await tokenFor(buyer);
    expectStatus(await buy(buyer, { token }), 201);
    expectCode(await buy(buyer, { token }), 403, 'gift-card.token-invalid');
  });

  it('one token used by five requests at once buys one card', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 50_000 });
    const token = await tokenFor(buyer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(buyer, { token })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403, 403, 403]);
    assert.equal((await cardsOf(buyer)).length, 1);
  });

  it('a frozen investor -> 403 customer.rights.account-is-being-verified', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const token = await tokenFor(buyer);
    await customerIs(world, buyer.customerId, 'frozen');
    expectCode(await buy(buyer, { token }), 403, 'customer.rights.account-is-being-verified');
  });

  it('an investor whose identity is not verified -> 403 customer.rights.account-not-completed', async () => {
    const person = await signUp(world);
    expectCode(await buy(person, { token: await tokenFor(person) }), 403, 'customer.rights.account-not-completed');
  });

  it('more than the wallet has -> 400 gift-card.not-enough-money, and the token stays good', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const token = await tokenFor(buyer);
    expectCode(await buy(buyer, { token, amountCents: 5_001 }), 400, 'gift-card.not-enough-money');
    expectStatus(await buy(buyer, { token, amountCents: 5_000 }), 201);
  });

  it('a balance that cannot be read -> 500, and nothing is written', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const token = await tokenFor(buyer);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:accountId', mode: 'http-500', times: 5 });
    expectStatus(await buy(buyer, { token }), 500);
    assert.deepEqual(await cardsOf(buyer), []);
    await world.control('DELETE', '/faults');
    expectStatus(await buy(buyer, { token }), 201);
  });

  it('a payment that the provider refuses: declined, the money free again, a mail', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const token = await tokenFor(buyer);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 168 });
    const { body } = expectStatus(await buy(buyer, { token }), 201);
    await cardIs(buyer, body.id, 'declined');
    assert.deepEqual(await walletOf(buyer), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
    await mailed(buyer.email, /n’a pas pu être payée/);
    assert.deepEqual(await world.mails(body.recipientEmail), []);
  });
});

describe('POST /gift-cards/redeem, refused', () => {
  it('the investor’s own card -> 403 gift-card.own-card', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { code } = await giftOf(buyer);
    expectCode(await redeem(buyer, code), 403, 'gift-card.own-card');
  });

  it('an unverified investor -> 403 customer.rights.account-not-completed', async () => {
    expectCode(await redeem(await signUp(world), 'CODE'), 403, 'customer.rights.account-not-completed');
  });

  it('a frozen investor -> 403 customer.rights.account-is-being-verified', async () => {
    const friend = await verifiedInvestor(world);
    await customerIs(world, friend.customerId, 'blocked');
    expectCode(await redeem(friend, 'CODE'), 403, 'customer.rights.account-is-being-verified');
  });

  it('an unknown code -> 400 gift-card.code-invalid', async () =>
    expectCode(await redeem(await verifiedInvestor(world), 'AAAAA-AAAAA-AAAAA-AAAAA'), 400, 'gift-card.code-invalid'));

  it('a sixth wrong code, also with twenty at once -> 429 gift-card.too-many-wrong-codes', async () => {
    const guesser = await verifiedInvestor(world);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => redeem(guesser, `WRONG-${n}`)));
    assert.equal(answers.filter(({ status }) => status === 400).length, 5);
    for (const answer of answers.filter(({ status }) => status !== 400))
      expectCode(answer, 429, 'gift-card.too-many-wrong-codes');
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { code } = await giftOf(buyer);
    expectCode(await redeem(guesser, code), 429, 'gift-card.too-many-wrong-codes');
    await giftCards.guessesOver(world, guesser.customerId);
    expectStatus(await redeem(guesser, code), 201);
  });

  it('a card that was redeemed -> 400 gift-card.already-redeemed', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { card, code } = await giftOf(buyer);
    expectStatus(await redeem(await verifiedInvestor(world), code), 201);
    await cardIs(buyer, card.id, 'redeemed');
    expectCode(await redeem(await verifiedInvestor(world), code), 400, 'gift-card.already-redeemed');
  });

  it('a payment to the redeemer that the provider refuses: the card can be redeemed again', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const friend = await verifiedInvestor(world);
    const { card, code } = await giftOf(buyer);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 168 });
    expectStatus(await redeem(friend, code), 201);
    await mailed(friend.email, /n’a pas pu être créditée/);
    await cardIs(buyer, card.id, 'active');
    expectStatus(await redeem(friend, code), 201);
    await cardIs(buyer, card.id, 'redeemed');
    assert.deepEqual((await statementOf(friend)).map(({ status }) => status).sort(), ['CONFIRMED', 'FAILED']);
    assert.equal((await walletOf(friend)).balanceCents, 5_000);
  });

  it('an answer that is lost after the money moved moves it once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const friend = await verifiedInvestor(world);
    const { card, code } = await giftOf(buyer);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    expectStatus(await redeem(friend, code), 201);
    await cardIs(buyer, card.id, 'redeemed');
    assert.equal((await walletOf(friend)).balanceCents, 5_000);
  });
});

describe('GET /gift-cards', () => {
  it('lists the buyer’s own, newest first, page by page, without codes', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 20_000 });
    for (const amountCents of [1_000, 2_000, 3_000]) await giftOf(buyer, amountCents);
    const first = expectStatus(await buyer.client.get<Page<Card>>('/gift-cards?limit=2'), 200).body;
    const second = expectStatus(await buyer.client.get<Page<Card>>(`/gift-cards?limit=2&cursor=${first.nextCursor}`), 200).body;
    assert.deepEqual(
      [...first.items, ...second.items].map((card) => card.amountCents),
      [3_000, 2_000, 1_000],
    );
    assert.equal(second.nextCursor, null);
    assert.deepEqual(Object.keys(first.items[0] ?? {}).sort(), [
      'amountCents',
      'createdAt',
      'expiresAt',
      'id',
      'recipientEmail',
      'redeemedAt',
      'status',
    ]);
    assert.deepEqual(await cardsOf(await verifiedInvestor(world)), []);
    expectCode(await buyer.client.get('/gift-cards?cursor=nonsense'), 400, 'validation-failed');
  });
});

describe('expiry (moves the clock, so it comes last)', () => {
  it('an expired card -> 400 gift-card.expired, and the buyer has the money back, once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const friend = await verifiedInvestor(world);
    const { card, code } = await giftOf(buyer);
    const before = await held();
    await world.moveClock({ advance: 'P364D' });
    assert.equal((await world.runJob<{ expired: number }>('gift-card-expiry')).expired, 0);
    await world.moveClock({ advance: 'P3D' });
    expectCode(await redeem(friend, code), 400, 'gift-card.expired');
    const dry = await world.runJob<{ expired: number; refunding: number }>('gift-card-expiry', { dryRun: true });
    assert.ok(dry.expired > 0 && dry.refunding === 0);
    await Promise.all([world.runJob('gift-card-expiry'), world.runJob('gift-card-expiry')]);
    await cardIs(buyer, card.id, 'refunded');
    assert.deepEqual(await walletOf(buyer), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
    assert.deepEqual((await statementOf(buyer))[0], { type: 'GIFT_CARD_REFUND', status: 'CONFIRMED', amountCents: 5_000 });
    await mailed(buyer.email, /vous est remboursée/);
    expectCode(await redeem(friend, code), 400, 'gift-card.expired');
    await world.until(async () => (await held()) < before, 'the account is lighter');
    await world.until(
      async () => (await world.sql(`select from gift_card where status = 'refunding'`)).length === 0,
      'no refund is under way',
    );
  });

  it('a refund that the provider refuses is told to the team and stays where it is until an administrator orders it again', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { card } = await giftOf(buyer);
    await world.moveClock({ advance: 'P367D' });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 168 });
    await world.runJob('gift-card-expiry');
    await cardIs(buyer, card.id, 'refund_failed');
    await world.until(async () => (await readChat(world)).some(({ text }) => text.includes(card.id)), 'the alert');
    await world.runJob('gift-card-expiry');
    await cardIs(buyer, card.id, 'refund_failed');
    const admin = await signInAdministrator(world);
    type Waiting = { kind: string; items: { id: string; about: string; amountCents: number }[] };
    const { waiting } = expectStatus(await admin.client.get<{ waiting: Waiting[] }>('/administration/today'), 200).body;
    const [refused] = waiting.find(({ kind }) => kind === 'payment-refused')?.items ?? [];
    assert.deepEqual([refused?.about, refused?.amountCents], ['gift-card-refund', 5_000]);
    expectStatus(await admin.client.post(`/administration/payments/${refused?.id}/order-again`), 201);
    await cardIs(buyer, card.id, 'refunded');
    assert.deepEqual(await walletOf(buyer), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
  });
});
