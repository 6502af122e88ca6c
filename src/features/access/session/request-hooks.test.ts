// A sign-in makes one Argon2 check of our cost for every address, with an account or without.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { isAPIError } from 'better-auth/api';
import { PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { accountIs } from '../../../../test/support/session-states.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { createGuesses } from './guesses.ts';
import { createPasswords } from './passwords.ts';
import { requestHooks } from './request-hooks.ts';
import { isOfOurCost, sessionLimits } from './rules.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** Whether the hook lets the sign-in pass, and the hashes that were checked for it. */
async function check(email: string, password: string): Promise<{ isRight: boolean; checked: string[] }> {
  const passwords = createPasswords(world.deps.config);
  const checked: string[] = [];
  const counting: typeof passwords = {
    ...passwords,
    verify: (attempt) => {
      checked.push(attempt.hash);
      return passwords.verify(attempt);
    },
  };
  const parts = { limits: sessionLimits(60_000), passwords: counting, guesses: createGuesses(world.deps) };
  const { before: hook } = requestHooks(world.deps, parts);
  // The library's types know no body of a hook's request.
  const context = { createAuthCookie: () => ({ name: 'device', attributes: {} }), secret: 'any' };
  const request: object = { path: '/sign-in/email', body: { email, password }, context };
  const isRight = await hook({ ...request }).then(
    () => true,
    (error: unknown) => {
      assert.ok(isAPIError(error) && error.statusCode === 401, String(error));
      return false;
    },
  );
  return { isRight, checked };
}

for (const [who, email, password, isRight] of [
  ['an investor', async () => (await signUp(world)).email, PASSWORD, true],
  ['an investor, in capitals', async () => (await signUp(world)).email.toUpperCase(), PASSWORD, true],
  ['an investor, with a wrong password', async () => (await signUp(world)).email, 'a wrong one', false],
  ['an administrator, with a wrong password', async () => (await signInAdministrator(world)).email, 'a wrong one', false],
  ['nobody', async () => `nobody-${randomUUID()}@example.test`, PASSWORD, false],
] as const)
  it(`${who}: ${isRight}`, async () => {
    const answer = await check(await email(), password);
    assert.equal(answer.isRight, isRight);
    assert.deepEqual(answer.checked.map(isOfOurCost), [true]);
  });

it('an account without a password: as nobody', async () => {
  const { email, userId } = await signUp(world);
  await accountIs.withoutPassword(world, userId);
  const answer = await check(email, PASSWORD);
  assert.deepEqual([answer.isRight, answer.checked.map(isOfOurCost)], [false, [true]]);
});
