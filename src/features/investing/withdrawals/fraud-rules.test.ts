// The anti-fraud rules of a withdrawal (effect 4), with limits set low.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bankAccountIs } from '../../../../test/support/money-states.ts';
import {
  endPayout,
  pastWithdrawals,
  withdraw,
  withdrawalCode,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { readUsage } from './queries.ts';
import { usageWindow } from './rules.ts';

let world: World;

before(async () => {
  world = await startWorld({ settings: { FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: '10000', FRAUD_NEW_IBAN_DELAY_HOURS: '48' } });
});
after(() => world.close());

/** Somebody whose bank account is known for long. */
async function knownWithdrawer(fundsCents: number) {
  const person = await withdrawer(world, fundsCents);
  await bankAccountIs.aged(world, person.paymentMethodId, 49);
  return person;
}

describe('most of a day', () => {
  it('more at once -> 403 withdrawal.blocked-by-fraud-rule, and the code serves again', async () => {
    const person = await knownWithdrawer(20_000);
    const tfa = await withdrawalCode(world, person);
    expectCode(await withdraw(world, person, { amount: 10_001, tfa }), 403, 'withdrawal.blocked-by-fraud-rule');
    assert.deepEqual(await withdrawalsOf(world, person), []);
    expectStatus(await withdraw(world, person, { amount: 10_000, tfa }), 201);
  });
  it('more together with those of the last 24 hours -> 403 withdrawal.blocked-by-fraud-rule', async () => {
    const person = await knownWithdrawer(20_000);
    const now = world.deps.clock.now();
    await pastWithdrawals(world, person, { count: 1, amountCents: 6_000, at: now.subtract({ hours: 23 }).toString() });
    await pastWithdrawals(world, person, { count: 1, amountCents: 9_000, at: now.subtract({ hours: 24 }).toString() });
    expectCode(await withdraw(world, person, { amount: 4_001 }), 403, 'withdrawal.blocked-by-fraud-rule');
    expectStatus(await withdraw(world, person, { amount: 4_000 }), 201);
  });
  it('the 24 hours begin after their first moment', async () => {
    const person = await knownWithdrawer(0);
    const at = world.deps.clock.now().round('millisecond');
    const sum = async () => (await readUsage(world.deps.db, person.customerId, usageWindow(at))).withdrawnCents;
    await pastWithdrawals(world, person, { count: 1, amountCents: 500, at: at.subtract({ hours: 24 }).toString() });
    assert.equal(await sum(), 0);
    await pastWithdrawals(world, person, {
      count: 1,
      amountCents: 300,
      at: at.subtract({ hours: 24 }).add({ milliseconds: 1 }).toString(),
    });
    assert.equal(await sum(), 300);
  });
  it('what failed does not count', async () => {
    const person = await knownWithdrawer(20_000);
    expectStatus(await withdraw(world, person, { amount: 9_000 }), 201);
    await endPayout(world, person, 'fail');
    expectStatus(await withdraw(world, person, { amount: 9_000 }), 201);
  });
  it('money that is not there comes first -> 400 customer-balance.not-enough-balance', async () => {
    const person = await knownWithdrawer(1_000);
    expectCode(await withdraw(world, person, { amount: 50_000 }), 400, 'customer-balance.not-enough-balance');
  });
});

describe('a new bank account', () => {
  it('younger than the delay -> 403 withdrawal.blocked-by-fraud-rule', async () => {
    const person = await withdrawer(world, 1_000);
    await bankAccountIs.aged(world, person.paymentMethodId, 47);
    expectCode(await withdraw(world, person, { amount: 100 }), 403, 'withdrawal.blocked-by-fraud-rule');
  });
  it('older than the delay is served', async () => {
    expectStatus(await withdraw(world, await knownWithdrawer(1_000), { amount: 100 }), 201);
  });
});
