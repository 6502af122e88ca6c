// Somebody has the password of an investor whose second factor is on: they guess its code less than twenty-five times a day, end nothing, and
// keep the owner out of nothing.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signUp } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { sessionCode, waitForCode, wrongCode } from '../support/codes.ts';
import { guessesOver, secondFactorLocksOver } from '../support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Investor;
before(async () => {
  world = await startWorld();
  owner = await signUp(world);
  expectStatus(await owner.client.patch('/auth/mfa', { enabled: true }), 200);
  const code = await waitForCode(world, owner.email, 'mfa-enabled-update');
  expectStatus(await owner.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
});
after(() => world.close());

const signIn = (client: Client) => client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD });
const verify = (client: Client, code: string) => client.post<{ code?: string }>('/api/auth/two-factor/verify-otp', { code });
const sendCode = (client: Client) => sessionCode(world, owner.email, () => client.post('/api/auth/two-factor/send-otp', {}));

describe('with the password of an investor', () => {
  it('a sign-in waits for a code: it opens nothing', async () => {
    const thief = world.visitor();
    expectStatus(await signIn(thief), 200);
    expectCode(await thief.get('/customers/me'), 401, 'unauthenticated');
    expectCode(await thief.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 401, 'unauthenticated');
    // Nor is its device known from now on.
    assert.deepEqual(
      [...thief.cookies.keys()].filter((name) => name.endsWith('.device')),
      [],
    );
  });
  it('guesses of a whole day are few: the wait grows', async () => {
    let tried = 0;
    for (let round = 0; round < 3; round += 1) {
      const thief = world.visitor();
      expectStatus(await signIn(thief), 200);
      const code = await sendCode(thief);
      for (let guess = 0; guess < 5; guess += 1) {
        const { body } = await verify(thief, wrongCode(code));
        if (body.code === 'INVALID_CODE') tried += 1;
      }
      await secondFactorLocksOver(world, owner.userId);
    }
    assert.equal(tried, 11);
  });
  it('the owner is still signed in, and a device of theirs signs in as ever', async () => {
    expectStatus(await owner.client.get('/customers/me'), 200);
    expectStatus(await owner.client.post('/api/auth/sign-out', {}), 200);
    await secondFactorLocksOver(world, owner.userId);
    expectStatus(await signIn(owner.client), 200);
    expectStatus(await verify(owner.client, await sendCode(owner.client)), 200);
    await guessesOver(world, '1 day');
  });
});
