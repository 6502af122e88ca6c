// More passwords to hash than one process may: the line is bounded, who is refused hears so, and it heals by itself.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { PASSWORD, signUp } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const IN_LINE = 2;
/** Requests come in long before the first hash is done: beyond those that hash and those in the line, some must be refused. */
const MANY = 30;

let world: World;
before(async () => {
  world = await startWorld({
    worker: false,
    settings: { ARGON2_CONCURRENCY: '1', ARGON2_QUEUE_LENGTH: String(IN_LINE) },
  });
});
after(() => world.close());

const address = () => `someone-${randomUUID()}@example.test`;
const post = (path: string, body: object) => world.visitor().post(path, body);
const flood = (ask: () => Promise<Answer>) => Promise.all(Array.from({ length: MANY }, ask));

for (const [what, ask, status] of [
  ['sign-ins', () => post('/api/auth/sign-in/email', { email: address(), password: PASSWORD }), 401],
  ['sign-ups', () => post('/api/auth/sign-up/email', { email: address(), password: PASSWORD, name: 'Somebody' }), 200],
] as const)
  it(`${what} beyond the line -> 503 temporarily-unavailable`, async () => {
    const answers = await flood(ask);
    const refused = answers.filter((answer) => answer.status === 503);
    assert.ok(refused.length > 0 && refused.length < MANY, `${refused.length} refused`);
    for (const answer of refused) {
      expectCode(answer, 503, 'temporarily-unavailable');
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    }
    for (const answer of answers) if (answer.status !== 503) expectStatus(answer, status);
    expectStatus(await ask(), status);
  });

it('the same line for known addresses, right passwords and new passwords', async () => {
  const { email } = await signUp(world);
  const answers = await flood(() => post('/api/auth/sign-in/email', { email, password: PASSWORD }));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))].toSorted(), [200, 503]);
});

it('who hashes nothing is served meanwhile', async () => {
  const flooding = flood(() => post('/api/auth/sign-in/email', { email: address(), password: PASSWORD }));
  expectStatus(await world.visitor().get('/health/live'), 200);
  await flooding;
});
