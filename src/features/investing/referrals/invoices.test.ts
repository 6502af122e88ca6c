// Rewards above the yearly cap, through HTTP: the waiting list, and the invoices that unblock them (G-20, G-21).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { JPEG, PDF, PNG } from '../../../../test/support/files.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { rewardsAreOf } from '../../../../test/support/money-states.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Waiting = {
  reachedLimitRewards: Record<string, Record<string, { 'waiting-for-invoice': number; 'invoice-received': number }>>;
  maxRewardPerYearInCents: number;
};
type Received = { id: string; year: number; unblockedAmountInCents: number; unblockedRewards: number };

const PATH = '/administration/referral-for-primary-purchase';
const G20 = [200_000, 60_000, 30_000, 10_000];

let world: World;
let admin: Person;
let year: number;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
});
after(() => world.close());

const waitingList = async () => expectStatus(await admin.client.get<Waiting>(`${PATH}/waiting-for-invoice`), 200).body;
const amountsOf = async ({ email }: Investor) => {
  const amounts = (await waitingList()).reachedLimitRewards[email]?.[year];
  return amounts && [amounts['waiting-for-invoice'], amounts['invoice-received']];
};
/** Blocked 20 000, 30 000 and 10 000 of the year, waiting 60 000. */
const overCap = async (rewards = G20) => {
  const referrer = await signUp(world);
  await earn(world, await referredBy(world, referrer, 0), ...rewards);
  return referrer;
};
type Fields = { amount?: string | number; year?: string | number; email?: string; file?: Uint8Array<ArrayBuffer> | null };
const formOf = ({ amount, year: of = year, email, file = PDF }: Fields) => {
  const form = new FormData();
  if (amount !== undefined) form.set('invoiceAmountInCents', String(amount));
  form.set('year', String(of));
  if (email !== undefined) form.set('email', email);
  if (file !== null) form.set('file', new Blob([file]), 'facture.pdf');
  return form;
};
/** A PDF of which there is no other. */
const another = () => new TextEncoder().encode(`${new TextDecoder('latin1').decode(PDF)}\n% ${randomUUID()}`);
const receive = (fields: Fields, by: Person = admin) => by.client.post<Received>(`${PATH}/invoice-received`, formOf(fields));
const audits = () =>
  world.sql<{ id: string; payload: Record<string, unknown> }>(
    `select target_id as id, payload from admin_action where kind = 'REFERRAL_UPLOAD_INVOICE_TO_UNBLOCK' order by created_at`,
  );
const storedFiles = async () =>
  (await readdir(join(world.environment.DATA_DIR ?? '', 'files'), { recursive: true }).catch(() => [])).filter((name) =>
    /referral-invoices.*\.\w+$/.test(name),
  );

describe('GET /administration/referral-for-primary-purchase/waiting-for-invoice', () => {
  it('adds up what is above the cap, by email and year; free parts appear nowhere (G-20)', async () => {
    const referrer = await overCap();
    const modest = await signUp(world);
    await earn(world, await referredBy(world, modest, 0), 240_000);
    assert.deepEqual(await amountsOf(referrer), [60_000, 0]);
    const { reachedLimitRewards, maxRewardPerYearInCents } = await waitingList();
    assert.equal(maxRewardPerYearInCents, 240_000);
    assert.equal(modest.email in reachedLimitRewards, false);
    shows('limit.yearly-reward');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${PATH}/waiting-for-invoice`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${PATH}/waiting-for-invoice`), 403, 'forbidden'));
});

describe('POST /administration/referral-for-primary-purchase/invoice-received', () => {
  it('unblocks the oldest rewards that add up to it, keeps the file, audits (G-21)', async () => {
    const referrer = await overCap();
    const { email } = referrer;
    const files = (await storedFiles()).length;
    const change = { from: [60_000, 0], to: [10_000, 50_000], look: () => amountsOf(referrer) };
    const by = () => receive({ amount: 50_000, email: ` ${email.toUpperCase()} ` });
    const { id, ...rest } = expectStatus(await world.changes('state.reward-unblocked', { ...change, by }), 201).body;
    assert.deepEqual(rest, { year, unblockedAmountInCents: 50_000, unblockedRewards: 2 });
    const rows = await world.sql<{ blocked: number; invoice: string | null }>(
      `select blocked_cents::integer as blocked, invoice_id as invoice from referral_reward where referrer_customer_id = $1 order by created_at, id`,
      [referrer.customerId],
    );
    assert.deepEqual(
      rows.map(({ blocked, invoice }) => [blocked, invoice]),
      [
        [0, null],
        [20_000, id],
        [30_000, id],
        [10_000, null],
      ],
    );
    assert.deepEqual((await audits()).find((audit) => audit.id === id)?.payload, {
      year,
      invoiceAmountInCents: 50_000,
      unblockedRewards: 2,
      referrerCustomerId: referrer.customerId,
    });
    assert.equal((await storedFiles()).length, files + 1);
    const [invoice] = await world.sql<{ key: string }>('select storage_key as key from referral_invoice where id = $1', [id]);
    const file = await world.deps.storage.get(invoice?.key ?? '');
    assert.deepEqual([file && Buffer.from(file.bytes).equals(Buffer.from(PDF)), file?.contentType], [true, 'application/pdf']);
  });
  it('a blank email, which is not nobody -> 400 validation-failed', async () => {
    const { email } = await overCap();
    for (const blank of ['', '  ']) expectCode(await receive({ amount: 20_000, email: blank }), 400, 'validation-failed');
    expectStatus(await receive({ amount: 20_000, email }), 201);
  });
  it('covers the rewards of everybody when no email is given', async () => {
    await rewardsAreOf(world, 2001, { year });
    const [one, two] = [await overCap(), await overCap()];
    expectStatus(await receive({ amount: 60_000, file: another() }), 201);
    assert.deepEqual(
      [await amountsOf(one), await amountsOf(two)],
      [
        [0, 60_000],
        [60_000, 0],
      ],
    );
    expectStatus(await receive({ amount: 20_000, file: another() }), 201);
    assert.deepEqual(await amountsOf(two), [40_000, 20_000]);
    assert.equal('referrerCustomerId' in ((await audits()).at(-1)?.payload ?? {}), false);
  });
  it('takes images too', async () => {
    const { email } = await overCap();
    expectStatus(await receive({ amount: 20_000, email, file: PNG }), 201);
    expectStatus(await receive({ amount: 30_000, email, file: JPEG }), 201);
  });
  it('twice, and two at once: a reward is unblocked once', async () => {
    const referrer = await overCap();
    const { email } = referrer;
    const lock = await holdLock(world, 'select id from referral_reward where referrer_customer_id = $1 for update', [
      referrer.customerId,
    ]);
    const requests = Array.from({ length: 4 }, () => receive({ amount: 60_000, email }));
    await lock.waiting(4);
    await lock.release();
    const answers = await Promise.all(requests);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expectCode(answer, 400, 'invoice-amount-too-high');
    assert.deepEqual(await amountsOf(referrer), [0, 60_000]);
    assert.equal((await audits()).filter(({ payload }) => payload.referrerCustomerId === referrer.customerId).length, 1);
  });
  it('two different ones at once: each finds the rewards of the other gone', async () => {
    const referrer = await overCap();
    const { email } = referrer;
    const answers = await Promise.all([20_000, 30_000].map((amount) => receive({ amount, email, file: another() })));
    const [first, second] = answers;
    expectStatus(first ?? assert.fail(), 201);
    // The second came after the first, or too early: no reward is skipped.
    assert.ok(second);
    if (second.status !== 201) expectCode(second, 400, 'invoice-amount-too-low');
    assert.deepEqual(await amountsOf(referrer), second.status === 201 ? [10_000, 50_000] : [40_000, 20_000]);
  });

  it('whose file has counted for the referrer, a day later too -> 400 invoice-already-counted', async () => {
    const [referrer, friend] = [await overCap(), await overCap()];
    const file = another();
    const files = (await storedFiles()).length;
    expectStatus(await receive({ amount: 20_000, email: referrer.email, file }), 201);
    await world.moveClock({ advance: 'P1D' });
    for (const email of [referrer.email, referrer.email.toUpperCase()])
      expectCode(await receive({ amount: 30_000, email, file }), 400, 'invoice-already-counted');
    assert.deepEqual(await amountsOf(referrer), [40_000, 20_000]);
    // One sheet may be the invoice of two people, each named.
    expectStatus(await receive({ amount: 20_000, email: friend.email, file }), 201);
    assert.equal((await storedFiles()).length, files + 2);
  });
  it('of two equal ones at once, of the same amount: one counts -> 400 invoice-already-counted', async () => {
    const referrer = await overCap([200_000, 60_000, 20_000, 20_000]);
    const file = another();
    const lock = await holdLock(world, 'select id from referral_reward where referrer_customer_id = $1 for update', [
      referrer.customerId,
    ]);
    const requests = Array.from({ length: 3 }, () => receive({ amount: 20_000, email: referrer.email, file }));
    await lock.waiting(3);
    await lock.release();
    const answers = await Promise.all(requests);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400]);
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 400, 'invoice-already-counted');
    assert.deepEqual(await amountsOf(referrer), [40_000, 20_000]);
  });
  it('that names no referrer counts for everybody, once; one that named some counts for nobody else -> 400 invoice-already-counted', async () => {
    await rewardsAreOf(world, 2002, { year });
    const [one, two] = [await overCap(), await overCap()];
    const [ofAll, ofOne] = [another(), another()];
    const answers = await Promise.all([1, 2].map(() => receive({ amount: 20_000, file: ofAll })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    expectStatus(await receive({ amount: 30_000, email: one.email, file: ofOne }), 201);
    expectStatus(await receive({ amount: 10_000, email: one.email, file: another() }), 201);
    // What is blocked now is another referrer's.
    for (const file of [ofAll, ofOne]) expectCode(await receive({ amount: 20_000, file }), 400, 'invoice-already-counted');
    expectCode(await receive({ amount: 20_000, email: two.email, file: ofAll }), 400, 'invoice-already-counted');
    assert.deepEqual(
      [await amountsOf(one), await amountsOf(two)],
      [
        [0, 60_000],
        [60_000, 0],
      ],
    );
  });

  it('that ends inside a reward -> 400 invoice-amount-too-low', async () => {
    const referrer = await overCap();
    const files = (await storedFiles()).length;
    const [count] = await world.sql<{ count: string }>('select count(*) from referral_invoice');
    for (const amount of [1, 10_000, 25_000, 40_000, 55_000])
      expectCode(await receive({ amount, email: referrer.email }), 400, 'invoice-amount-too-low');
    assert.deepEqual(await amountsOf(referrer), [60_000, 0]);
    assert.equal((await storedFiles()).length, files);
    assert.deepEqual(await world.sql('select count(*) from referral_invoice'), [count]);
  });
  it('above all that is blocked -> 400 invoice-amount-too-high', async () => {
    const referrer = await overCap();
    const { email } = referrer;
    for (const amount of [60_001, 70_000, Number.MAX_SAFE_INTEGER])
      expectCode(await receive({ amount, email }), 400, 'invoice-amount-too-high');
    expectCode(await receive({ amount: 20_000, email, year: year - 1 }), 400, 'invoice-amount-too-high');
    expectCode(await receive({ amount: 20_000, email: 'nobody@example.test' }), 400, 'invoice-amount-too-high');
    assert.deepEqual(await amountsOf(referrer), [60_000, 0]);
  });
  it('without amount, year or file, or with others -> 400 validation-failed', async () => {
    const { email } = await overCap();
    const faultsOf = async (fields: Fields) => {
      const answer = await receive({ email, ...fields });
      expectCode(answer, 400, 'validation-failed');
      return (JSON.parse(answer.text) as { errors: { path: string }[] }).errors.map(({ path }) => path);
    };
    for (const amount of ['', '0', '-1', '1.5', '1e4', '20 000', '9007199254740992', 'vingt'])
      assert.deepEqual(await faultsOf({ amount }), ['body/invoiceAmountInCents'], amount);
    for (const wrong of ['', '26', '1999', '2200', '2026.5', 'x'])
      assert.deepEqual(await faultsOf({ amount: 20_000, year: wrong }), ['body/year']);
    for (const file of [null, new Uint8Array(), new TextEncoder().encode('%PD a text that calls itself a PDF')])
      assert.deepEqual(await faultsOf({ amount: 20_000, file }), ['body/file']);
    assert.deepEqual(await faultsOf({ amount: 20_000, email: 'no address' }), ['body/email']);
    assert.deepEqual(await faultsOf({ year: 'x', file: null }), ['body/file', 'body/invoiceAmountInCents', 'body/year']);
  });
  it('above 10 MB -> 413 payload-too-large', async () => {
    const big = new Uint8Array(10 * 1_048_576 + 1);
    big.set(PDF);
    expectCode(await receive({ amount: 20_000, file: big }), 413, 'payload-too-large');
  });
  it('as JSON -> 415 unsupported-media-type', async () =>
    expectCode(
      await admin.client.post(`${PATH}/invoice-received`, { invoiceAmountInCents: 1, year }),
      415,
      'unsupported-media-type',
    ));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${PATH}/invoice-received`, formOf({ amount: 1 })), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await receive({ amount: 1 }, await signUp(world)), 403, 'forbidden'));
});
