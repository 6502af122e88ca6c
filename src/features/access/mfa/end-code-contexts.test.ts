// A new password's hash that nobody confirmed is kept for a day after its code has expired, so that a new code can be mailed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signUp } from '../../../../test/support/actors.ts';
import { waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const run = (dryRun = false) => world.runJob<{ expired: number; ended: number }>('end-code-contexts', { dryRun });
const resend = (person: Investor, action: string) =>
  world.visitor().post('/auth/mfa/resend-code', { email: person.email, action });
const payloadOf = async ({ customerId }: Investor, action = 'password-update') => {
  const rows = await world.sql<{ payload: object }>('select payload from mfa_context where customer_id = $1 and action = $2', [
    customerId,
    action,
  ]);
  return rows[0]?.payload;
};
const asked = async () => {
  const person = await signUp(world);
  expectStatus(
    await person.client.post('/auth/mfa/trigger-mfa', { action: 'password-update', newPasswordArgon2Hash: HASH }),
    201,
  );
  return { person, code: await waitForCode(world, person.email, 'password-update') };
};

describe('a change of password that nobody confirmed', () => {
  it('is kept for a day after its code has expired, and erased by the next run', async () => {
    const { person, code } = await asked();
    await world.moveClock({ advance: 'PT24H9M' });
    assert.deepEqual(await run(), { expired: 0, ended: 0, deleted: 0, dryRun: false });
    assert.deepEqual(await payloadOf(person), { newPasswordArgon2Hash: HASH });
    await world.moveClock({ advance: 'PT1M' });
    assert.deepEqual(await run(true), { expired: 1, ended: 0, deleted: 0, dryRun: true });
    assert.deepEqual(await run(), { expired: 1, ended: 1, deleted: 0, dryRun: false });
    assert.deepEqual(await payloadOf(person), {});
    const confirm = await person.client.post('/auth/mfa/confirm-code', { action: 'password-update', code });
    expectCode(confirm, 400, '2fa.verification-code.no-verification-context');
    expectStatus(await world.visitor().post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
  });
  it('voided by wrong codes it is erased too', async () => {
    const { person, code } = await asked();
    for (let time = 0; time < 5; time += 1)
      await person.client.post('/auth/mfa/confirm-code', { action: 'password-update', code: wrongCode(code) });
    await world.moveClock({ advance: 'PT24H10M' });
    assert.equal((await run()).ended, 1);
    assert.deepEqual(await payloadOf(person), {});
  });
  it('once it is erased no code is given again -> 400 2fa.no-code-to-resend', async () => {
    const { person } = await asked();
    await world.moveClock({ advance: 'PT24H10M' });
    await run();
    expectCode(await resend(person, 'password-update'), 400, '2fa.no-code-to-resend');
  });
  it('can be asked for anew', async () => {
    const { person } = await asked();
    await world.moveClock({ advance: 'PT24H10M' });
    await run();
    const again = { action: 'password-update', newPasswordArgon2Hash: HASH };
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', again), 201);
    assert.deepEqual(await payloadOf(person), { newPasswordArgon2Hash: HASH });
  });
});

describe('a context without a code', () => {
  it('is deleted a day after its counters of requests are over, and an expired token with it', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'gift-card-purchase' }), 201);
    const bought = { action: 'gift-card-purchase', code: await waitForCode(world, person.email, 'gift-card-purchase') };
    expectStatus(await person.client.post('/auth/mfa/confirm-code', bought), 201);
    const kept = async () => [
      (await world.sql('select from mfa_context where customer_id = $1', [person.customerId])).length,
      (await world.sql('select from gift_card_token where customer_id = $1', [person.customerId])).length,
    ];
    await run();
    assert.deepEqual(await kept(), [1, 1]);
    await world.moveClock({ advance: 'PT49H' });
    await run();
    assert.deepEqual(await kept(), [0, 0]);
  });
});

describe('a code that nobody confirmed', () => {
  it('of any action is over a day after it expired, before the job has run -> 400 2fa.no-code-to-resend', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.patch('/auth/mfa', { enabled: true }), 200);
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
    await waitForCode(world, person.email, 'mfa-enabled-update');
    await world.moveClock({ advance: 'PT24H9M' });
    expectStatus(await resend(person, 'withdraw'), 201);
    await world.moveClock({ advance: 'PT1M' });
    expectCode(await resend(person, 'mfa-enabled-update'), 400, '2fa.no-code-to-resend');
    await run();
    assert.deepEqual(await payloadOf(person, 'mfa-enabled-update'), {});
    expectCode(await resend(person, 'mfa-enabled-update'), 400, '2fa.no-code-to-resend');
  });
});
