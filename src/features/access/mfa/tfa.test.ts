// The code as header `tfa`: claimed by one operation, used up or given back, never held for ever by a dead process.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, signUp } from '../../../../test/support/actors.ts';
import { waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { hasCode } from '../../../core/errors.ts';
import { claimTfa, consumeTfa, releaseTfa, type TfaClaim } from './index.ts';

let world: World;
before(async () => {
  world = await startWorld({ settings: { WITHDRAWAL_TFA_TTL_SECONDS: '300' } });
});
after(() => world.close());

const claim = (by: Investor, code: string | undefined, action: 'withdraw' | 'bank-account-creation' = 'withdraw') =>
  claimTfa(world.deps, { customerId: by.customerId, action, code });
const consume = (held: TfaClaim) => inTransaction(world.deps.db, (tx) => consumeTfa(tx, held));
const release = (held: TfaClaim) => inTransaction(world.deps.db, (tx) => releaseTfa(tx, held));
const isInvalid = (error: unknown) => hasCode(error, '2fa-code.invalid');
const isInUse = (error: unknown) => hasCode(error, '2fa-code.in-use');
const codeFor = async (by: Investor, count = 1) => {
  expectStatus(await by.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  return waitForCode(world, by.email, 'withdraw', count);
};

it('is used up by the operation', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  await consume(await claim(person, code));
  await assert.rejects(claim(person, code), isInvalid);
});

it('serves one of ten operations at once', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  const claims = await Promise.allSettled(Array.from({ length: 10 }, () => claim(person, code)));
  assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of claims) if (one.status === 'rejected') assert.ok(isInUse(one.reason));
});

it('serves again after a refused operation gave it back', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  const first = await claim(person, code);
  await release(first);
  const second = await claim(person, code);
  await release(first);
  await assert.rejects(claim(person, code), isInUse, 'the second claim is not given back by the first');
  await consume(second);
});

it('a rollback of the operation leaves it claimed, and released it serves again', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  const held = await claim(person, code);
  const broken = inTransaction(world.deps.db, async (tx) => {
    await consumeTfa(tx, held);
    throw new Error('the operation failed');
  });
  await assert.rejects(broken, /the operation failed/);
  await release(held);
  await consume(await claim(person, code));
});

it('a claim of a dead process ends, and cannot be used any more', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  const dead = await claim(person, code);
  await world.moveClock({ advance: 'PT90S' });
  await assert.rejects(claim(person, code), isInUse);
  await world.moveClock({ advance: 'PT30S' });
  const next = await claim(person, code);
  await assert.rejects(consume(dead), isInvalid);
  await consume(next);
});

it('a code that was replaced meanwhile allows nothing', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  await world.moveClock({ advance: 'PT260S' });
  const held = await claim(person, code);
  await world.moveClock({ advance: 'PT40S' });
  const fresh = await codeFor(person, 2);
  assert.notEqual(fresh, code);
  await assert.rejects(consume(held), isInvalid);
  await consume(await claim(person, fresh));
});

it('lives WITHDRAWAL_TFA_TTL_SECONDS', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  await world.moveClock({ advance: 'PT300S' });
  await assert.rejects(claim(person, code), isInvalid);
});

it('confirm-code leaves it valid', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'withdraw', code }), 201);
  await consume(await claim(person, code));
});

it("absent, wrong, another action's, another customer's: all invalid", async () => {
  const [person, other] = [await signUp(world), await signUp(world)];
  const code = await codeFor(person);
  for (const attempt of [undefined, '', '12345', wrongCode(code)]) await assert.rejects(claim(person, attempt), isInvalid);
  await assert.rejects(claim(person, code, 'bank-account-creation'), isInvalid);
  await assert.rejects(claim(other, code), isInvalid);
  await consume(await claim(person, code));
});

it('wrong codes are counted together with those of confirm-code, and the fifth ends it', async () => {
  const person = await signUp(world);
  const code = await codeFor(person);
  for (let time = 0; time < 3; time += 1) await assert.rejects(claim(person, wrongCode(code)), isInvalid);
  const confirmed = (guess: string) => person.client.post('/auth/mfa/confirm-code', { action: 'withdraw', code: guess });
  for (let time = 0; time < 2; time += 1) expectStatus(await confirmed(wrongCode(code)), 400);
  await assert.rejects(claim(person, code), isInvalid);
});
