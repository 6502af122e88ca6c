// A locked table: its readers are refused within the limit of one statement, however many wait, and readers of other
// tables are answered meanwhile.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Service } from '../../src/service.ts';
import { signUp } from '../support/actors.ts';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { holdLock } from '../support/held-lock.ts';
import { clientAt } from '../support/processes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const READERS = 30;
const LOCK_WAIT_MS = 1_000;
/** One read after the other would take twice as long, and end by the client's own limit, later than this one. */
const STATEMENT_LIMIT_MS = 15_000;
const SOON_MS = 5_000;
const URLS = ['/customers/me', '/customers/wallet', '/customers/bricks', '/customers/purchases'];

let world: World;
let service: Service;
let people: Client[];

before(async () => {
  world = await startWorld({ worker: false });
  const settings = {
    DATABASE_CONNECTION_WAIT_MS: '5000',
    DATABASE_LOCK_WAIT_MS: String(LOCK_WAIT_MS),
    DATABASE_STATEMENT_LIMIT_MS: String(STATEMENT_LIMIT_MS),
  };
  service = await world.another({ api: true, worker: false, settings });
  const signedUp = await Promise.all([signUp(world), signUp(world), signUp(world)]);
  people = signedUp.map(({ client }) => clientAt({ url: service.url ?? '' }, client));
});
after(() => world.close());

type Timed = { url: string; answer: Answer; tookMs: number };

async function read(client: Client, url: string): Promise<Timed> {
  const began = performance.now();
  const answer = await client.get(url);
  return { url, answer, tookMs: performance.now() - began };
}

/** So many at once, by turns as each person at each of the addresses. */
function readAtOnce(urls: readonly string[]): Promise<Timed[]> {
  return Promise.all(
    Array.from({ length: READERS }, (_, n) => read(people[n % people.length] ?? world.visitor(), urls[n % urls.length] ?? '')),
  );
}

function assertToldInTime({ url, answer, tookMs }: Timed): void {
  expectCode(answer, 503, 'temporarily-unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, url);
  assert.ok(tookMs <= STATEMENT_LIMIT_MS, `${url} was answered after ${tookMs.toFixed(0)} ms`);
}

/** What others hear, again and again until `work` is done: always an answer, and soon. */
async function assertOthersAreAnswered(client: Client, url: string, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  let asked = 0;
  for (; !isOver; asked += 1) {
    const { answer, tookMs } = await read(client, url);
    expectStatus(answer, 200);
    assert.ok(tookMs <= SOON_MS, `${url} was answered after ${tookMs.toFixed(0)} ms`);
  }
  assert.ok(asked > 1, `${url} was asked ${asked} times`);
}

/** Thirty readers of a table that is locked, and meanwhile others again and again. */
async function readLocked(table: string, urls: readonly string[], others: { client: Client; url: string }): Promise<Timed[]> {
  const lock = await holdLock(world, `lock table ${table} in access exclusive mode`);
  try {
    const reading = readAtOnce(urls);
    await assertOthersAreAnswered(others.client, others.url, reading);
    return await reading;
  } finally {
    await lock.release();
  }
}

it('the table that every session is read with: thirty readers are refused in time, a public page is answered meanwhile', async () => {
  const others = { client: createClient(service.url ?? ''), url: '/properties' };
  for (const timed of await readLocked('customer', URLS, others)) assertToldInTime(timed);
  for (const { answer } of await readAtOnce(URLS)) expectStatus(answer, 200);
});

it('a table of some pages: their readers are refused in time, the same persons read others meanwhile', async () => {
  const [person = world.visitor()] = people;
  const others = { client: person, url: '/customers/me' };
  for (const timed of await readLocked('ledger_account', ['/customers/wallet'], others)) assertToldInTime(timed);
  for (const { answer } of await readAtOnce(['/customers/wallet'])) expectStatus(answer, 200);
});
