// Referral codes and referrers, through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { codeOf, earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const exists = async (referralCode: string) =>
  expectStatus(
    await world
      .visitor()
      .get<{ referralCodeExists: boolean }>(`/customers/referral-code-exists?${new URLSearchParams({ referralCode })}`),
    200,
  ).body;
const name = (person: Investor, referralCode: string) =>
  person.client.post<{ referrerCode: string; isReferrer: boolean }>('/referrals/referrer-code', { referralCode });
const referrerOf = async (person: Investor) => {
  const [row] = await world.sql<{ id: string | null }>('select referrer_customer_id as id from customer where id = $1', [
    person.customerId,
  ]);
  return row?.id;
};

describe('GET /customers/referral-code-exists', () => {
  it('knows the code that everybody has from sign-up, spaces, case and accents apart', async () => {
    const person = await signUp(world, { name: 'Élodie Martin' });
    const code = await codeOf(person);
    assert.match(code, /^elodie-martin-/);
    const typed = `  ${code.replace('elodie', 'ÉLODIE').replace('martin', 'Ma\u0308rtïn')} `;
    assert.deepEqual([await exists(code), await exists(typed)], [{ referralCodeExists: true }, { referralCodeExists: true }]);
  });
  it('knows no other', async () => {
    const code = await codeOf(await signUp(world));
    for (const other of [`${code}x`, code.slice(0, -1), '', ' ', '%', '_', "' or true --"])
      assert.deepEqual(await exists(other), { referralCodeExists: false }, other);
  });
  it('without the code, or with an endless one -> 400 validation-failed', async () => {
    expectCode(await world.visitor().get('/customers/referral-code-exists'), 400, 'validation-failed');
    expectCode(
      await world.visitor().get(`/customers/referral-code-exists?referralCode=${'x'.repeat(201)}`),
      400,
      'validation-failed',
    );
  });
  it('asked too often from one address -> 429 too-many-requests', async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: 'true' };
    const strict = await world.another({ api: true, worker: false, settings });
    // Not the address of the tests before, which the database has counted.
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const ask = () => fetch(`${strict.url}/customers/referral-code-exists?referralCode=guess`, { headers });
    const limit = Math.ceil(100 / 10);
    const statuses = [];
    for (let n = 0; n <= limit; n += 1) statuses.push((await ask()).status);
    assert.deepEqual(statuses, [...Array(limit).fill(200), 429]);
    assert.equal((await fetch(`${strict.url}/health/live`)).status, 200);
  });
});

describe('POST /referrals/referrer-code', () => {
  it('sets the referrer whose code it is, and answers the code normalised', async () => {
    const [ines, marc] = [await signUp(world, { name: 'Inès' }), await signUp(world)];
    const code = await codeOf(ines);
    const answer = expectStatus(await name(marc, ` ${code.toUpperCase().replace('INES', 'INÈS')} `), 201);
    assert.deepEqual(answer.body, { referrerCode: code, isReferrer: true });
    assert.deepEqual(expectStatus(await name(marc, code), 201).body, { referrerCode: code, isReferrer: true });
    assert.equal(await referrerOf(marc), ines.customerId);
  });
  it('never replaces a referrer', async () => {
    const [first, second, referee] = [await signUp(world), await signUp(world), await signUp(world)];
    expectStatus(await name(referee, await codeOf(first)), 201);
    const code = await codeOf(second);
    assert.deepEqual(expectStatus(await name(referee, code), 201).body, { referrerCode: code, isReferrer: false });
    assert.equal(await referrerOf(referee), first.customerId);
  });
  it('changes nothing for an unknown code or the own one', async () => {
    const person = await signUp(world);
    assert.deepEqual(expectStatus(await name(person, ' Nobody-Às '), 201).body, { referrerCode: 'nobody-as', isReferrer: false });
    const own = await codeOf(person);
    assert.deepEqual(expectStatus(await name(person, own), 201).body, { referrerCode: own, isReferrer: false });
    assert.equal(await referrerOf(person), null);
  });
  it('two referrers at once: the first one is set and stays', async () => {
    const [first, second, referee] = [await signUp(world), await signUp(world), await signUp(world)];
    // Both have found that there is no referrer yet, and wait for each other's turn.
    const lock = await holdLock(world, 'select id from customer where id = $1 for update', [referee.customerId]);
    const one = name(referee, await codeOf(first));
    await lock.waiting(1);
    const two = name(referee, await codeOf(second));
    await lock.waiting(2);
    await lock.release();
    expectStatus(await one, 201);
    expectStatus(await two, 201);
    assert.equal(await referrerOf(referee), first.customerId);
  });
  it('closes no circle, however long', async () => {
    const people = [await signUp(world), await signUp(world), await signUp(world)];
    const [a, b, c] = people as [Investor, Investor, Investor];
    expectStatus(await name(b, await codeOf(a)), 201);
    expectStatus(await name(c, await codeOf(b)), 201);
    expectStatus(await name(a, await codeOf(c)), 201);
    assert.deepEqual(await Promise.all(people.map(referrerOf)), [null, a.customerId, b.customerId]);
  });
  it('closes no circle when all its links are made at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const people = await Promise.all(Array.from({ length: 4 }, () => signUp(world)));
      const codes = await Promise.all(people.map(codeOf));
      await Promise.all(people.map((person, index) => name(person, codes[(index + 1) % codes.length] ?? '')));
      const linked = (await Promise.all(people.map(referrerOf))).filter((id) => id !== null);
      assert.equal(linked.length, people.length - 1);
    }
  });
  it('without a code, or with something else -> 400 validation-failed', async () => {
    const person = await signUp(world);
    for (const body of [{}, { referralCode: null }, { referralCode: ['x'] }, { referralCode: 'x'.repeat(201) }])
      expectCode(await person.client.post('/referrals/referrer-code', body), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post('/referrals/referrer-code', { referralCode: 'x' }), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(
      await (await signInAdministrator(world)).client.post('/referrals/referrer-code', { referralCode: 'x' }),
      403,
      'forbidden',
    ));
});

describe('GET /referrals, /referrals/referees and /referrals/rewards', () => {
  const read = async <T>({ client }: Investor, path = '') => expectStatus(await client.get<T>(`/referrals${path}`), 200).body;
  type Sums = { amountCents: number; waitingForInvoiceCents: number; dueCents: number; paidCents: number };
  type Reward = Sums & { propertyName: string; referee: { firstName: string | null; lastInitial: string | null } };
  type Referee = { firstName: string | null; lastInitial: string | null; rewardCents: number; rewardedUntil: string };

  it('show the referrer, the referees and every reward, with what of it waits for an invoice', async () => {
    const referrer = await verifiedInvestor(world);
    const referee = await referredBy(world, referrer, 0);
    await referredBy(world, referrer, 0);
    await earn(world, referee, 240_000, 10_000);
    const sums = { amountCents: 250_000, waitingForInvoiceCents: 10_000, dueCents: 240_000, paidCents: 0 };
    assert.deepEqual(await read(referrer), {
      referralCode: await codeOf(referrer),
      referrer: null,
      refereeCount: 2,
      rewards: sums,
    });
    assert.deepEqual((await read<{ referrer: object }>(referee)).referrer, { firstName: 'Camille', lastInitial: 'D' });
    const { items: referees } = await read<{ items: Referee[] }>(referrer, '/referees');
    assert.deepEqual(
      referees.map(({ firstName, lastInitial, rewardCents }) => [firstName, lastInitial, rewardCents]),
      [
        ['Camille', 'D', 0],
        ['Camille', 'D', 250_000],
      ],
    );
    const { items: rewards } = await read<{ items: Reward[] }>(referrer, '/rewards');
    assert.deepEqual(
      rewards.map(({ amountCents, waitingForInvoiceCents, dueCents, paidCents }) => [
        ...[amountCents, waitingForInvoiceCents, dueCents, paidCents],
      ]),
      [
        [10_000, 10_000, 0, 0],
        [240_000, 0, 240_000, 0],
      ],
    );
    const first = await read<{ items: Reward[]; nextCursor: string | null }>(referrer, '/rewards?limit=1');
    const second = await read<{ items: Reward[] }>(referrer, `/rewards?limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual([...first.items, ...second.items], rewards);
    const page = await read<{ nextCursor: string | null }>(referrer, '/referees?limit=1');
    assert.equal((await read<{ items: Referee[] }>(referrer, `/referees?limit=1&cursor=${page.nextCursor}`)).items.length, 1);
    for (const path of ['/referees', '/rewards']) assert.deepEqual((await read<{ items: [] }>(referee, path)).items, []);
  });
  for (const path of ['', '/referees', '/rewards']) {
    it(`GET /referrals${path} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().get(`/referrals${path}`), 401, 'unauthenticated'));
    it(`GET /referrals${path} as an administrator -> 403 forbidden`, async () =>
      expectCode(await (await signInAdministrator(world)).client.get(`/referrals${path}`), 403, 'forbidden'));
  }
});
