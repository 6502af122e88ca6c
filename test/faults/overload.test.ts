// Requests that the database cannot serve in time: each is refused within its bounds, none gets a 500, and what was asked for
// happens once when they ask again.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Service } from '../../src/service.ts';
import { signInAdministrator, signUp } from '../support/actors.ts';
import { type Answer, createClient } from '../support/client.ts';
import { holdLock } from '../support/held-lock.ts';
import { notify } from '../support/notifications.ts';
import { clientAt } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { assertPaidOnce, dealPayment, newKey, type Payment, purchasePayment } from './payments.ts';

let world: World;
/** An instance with two connections, in a hurry; the world's own has time to prepare. */
let small: { url: string };

before(async () => {
  world = await startWorld();
  const settings = {
    DATABASE_POOL_SIZE: '2',
    DATABASE_CONNECTION_WAIT_MS: '300',
    DATABASE_LOCK_WAIT_MS: '400',
    DATABASE_STATEMENT_LIMIT_MS: '1500',
    READY_NEEDS_WORKER: 'true',
  };
  const service: Service = await world.another({ api: true, worker: false, settings });
  small = { url: service.url ?? '' };
});
after(() => world.close());

const atSmall = ({ payer }: Payment) => clientAt(small, payer.client);

function assertToldToWait(answer: Answer, what: string): void {
  assert.equal(answer.status, 503, `${what}: ${answer.text}`);
  expectCode(answer, 503, 'temporarily-unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, what);
}

/** Asks again as a patient client does, until it is taken. */
async function askUntilTaken(payment: Payment, key: ReturnType<typeof newKey>): Promise<void> {
  const heard = new Set<string>();
  const ask = async () => {
    const answer = await payment.ask(key, atSmall(payment));
    heard.add(answer.text);
    return answer.status === 201;
  };
  await world.until(ask, `${payment.what} to be taken`).catch((cause: unknown) => {
    throw new Error([...heard].join('\n'), { cause });
  });
}

it('both connections wait for a lock: thirty requests hear 503 or what they asked for; afterwards all is done, once', async () => {
  const payments = await Promise.all([dealPayment(world), dealPayment(world), purchasePayment(world), purchasePayment(world)]);
  const keyed = payments.map((payment) => ({ payment, key: newKey() }));
  const lock = await holdLock(world, 'select from property, market_deal for update of property, market_deal');
  let areBothBusy = false;
  // Each wait for the lock ends soon: repeated requests keep the connections busy until both were seen to wait.
  const paying = keyed.map(async ({ payment, key }) => {
    let answer = await payment.ask(key, atSmall(payment));
    while (!areBothBusy && answer.status === 503) answer = await payment.ask(key, atSmall(payment));
    return answer;
  });
  await lock.waiting(2);
  areBothBusy = true;
  const reading = Array.from({ length: 26 }, (_, index) => {
    const client = clientAt(small, payments[index % payments.length]?.payer.client ?? world.visitor());
    return client.get(index % 3 === 0 ? '/health/ready' : '/customers/wallet');
  });
  const answers = await Promise.all([...paying, ...reading]);
  await lock.release();

  for (const answer of answers) if (answer.status !== 200 && answer.status !== 201) assertToldToWait(answer, answer.text);
  assert.ok(
    answers.slice(0, paying.length).every(({ status }) => status === 503),
    'whoever needed the lock did not get it',
  );
  for (const { payment, key } of keyed) await askUntilTaken(payment, key);
  for (const { payment } of keyed) {
    await world.until(async () => (await payment.status()) === payment.paid, `${payment.what} to be paid`);
    await assertPaidOnce(world, payment);
  }
  await world.until(async () => (await createClient(small.url).get('/health/ready')).status === 200, 'to be ready again');
  await proveLedger(await signInAdministrator(world));
});

it('no connection is to be had: not ready, and ready again by itself', async () => {
  const payments = await Promise.all([dealPayment(world), dealPayment(world)]);
  const lock = await holdLock(world, 'select from market_deal for update');
  let isReleased = false;
  // Each wait for the lock ends after a while: repeated requests keep the connection busy until readiness was asked.
  const paying = payments.map(async (payment) => {
    const key = newKey();
    let answer = await payment.ask(key, atSmall(payment));
    while (!isReleased && answer.status === 503) answer = await payment.ask(key, atSmall(payment));
    return answer;
  });
  await lock.waiting(2);
  const unready = await world.until(async () => {
    const answer = await createClient(small.url).get('/health/ready');
    return answer.status !== 200 && answer;
  }, 'readiness to say that no connection is to be had');
  assertToldToWait(unready, 'readiness');
  isReleased = true;
  await lock.release();
  for (const answer of await Promise.all(paying)) assert.ok([201, 503].includes(answer.status), answer.text);
  await world.until(async () => (await createClient(small.url).get('/health/ready')).status === 200, 'to be ready again');
});

describe('tables that somebody has locked', () => {
  it('the session layer says so too, whatever its library makes of it, and a sign-out does not pretend', async () => {
    const person = await signUp(world);
    const client = clientAt(small, person.client);
    const lock = await holdLock(world, 'lock table auth_session, auth_user in access exclusive mode');
    const body = { email: person.email, password: 'correct horse battery staple' };
    const asked = {
      'sign-in': () => createClient(small.url).post('/api/auth/sign-in/email', body),
      'sign-up': () => createClient(small.url).post('/api/auth/sign-up/email', { ...body, email: 'new@example.test', name: 'N' }),
      'sign-out': () => client.post('/api/auth/sign-out'),
      'list of sessions': () => client.get('/api/auth/list-sessions'),
      'get-session': () => client.get('/api/auth/get-session'),
      'a guarded route': () => client.get('/customers/me'),
    };
    for (const [what, ask] of Object.entries(asked)) assertToldToWait(await ask(), what);
    await lock.release();
    // In a hurry, it may be too busy a moment longer.
    await world.until(async () => (await client.get('/customers/me')).status === 200, 'the account to be read');
    await world.until(async () => (await client.post('/api/auth/sign-out')).status === 200, 'the sign-out');
    assert.equal((await client.get('/customers/me')).status, 401);
  });

  it('a webhook says so, also one whose own 500 has no body, and its next delivery is taken', async () => {
    const person = await signUp(world);
    const at = { ...world, visitor: () => createClient(small.url) };
    const lock = await holdLock(world, 'lock table provider_event in access exclusive mode');
    const told = { NotifCategory: '8', NotifDate: '2026-03-01T10:00:00', IntId: '42', ExtId: person.customerId };
    const bodies = {
      'customer-status-changed': { ...told, Status: '6', Blocked: '0' },
      'document-status-changed': { ...told, NotifCategory: '9', DocId: '1', DocType: '0', Status: '2' },
    };
    for (const [hook, body] of Object.entries(bodies))
      assertToldToWait(await notify(at, hook as keyof typeof bodies, body), hook);
    await lock.release();
    const again = () => notify(at, 'customer-status-changed', bodies['customer-status-changed']);
    await world.until(async () => (await again()).status === 200, 'the next delivery to be taken');
  });
});

it('a statement that takes too long is given up', async () => {
  // No statement of ours is slow by itself: the table that one reads is replaced by a slow view.
  const { client } = await signUp(world);
  await world.sql('alter table purchase rename to purchase_kept');
  // `offset 0`: else a condition on the rows lets the planner see that there are none, and skip the sleep.
  await world.sql('create view purchase as select kept.* from purchase_kept kept right join pg_sleep(5) on true offset 0');
  await world.sql('grant select on purchase to mortar_app');
  assertToldToWait(await clientAt(small, client).get('/customers/purchases'), 'a slow statement');
  await world.sql('drop view purchase');
  await world.sql('alter table purchase_kept rename to purchase');
  expectStatus(await clientAt(small, client).get('/customers/purchases'), 200);
});
