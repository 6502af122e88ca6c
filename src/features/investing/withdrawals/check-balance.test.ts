// The balance check of a withdrawal: what contradicts itself freezes the customer, what merely moves does not.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { damageBalance } from '../../../../test/support/money-states.ts';
import { silently } from '../../../../test/support/notifications.ts';
import { readChat, walletOf } from '../../../../test/support/readers.ts';
import {
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf, formatEuros } from '../../../core/cents.ts';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** A wire at the provider; booked once somebody looks at the wallet. */
const credit = async (person: Withdrawer, amountCents: number) =>
  (await world.control<{ moneyInId: number }>('POST', `/accounts/${person.customerId}/credit`, { amountCents })).moneyInId;

/** The bank takes a wire back at the provider, and nothing of it reaches us. */
async function takeAway(person: Withdrawer, moneyInId: number): Promise<void> {
  await silently(world, () => world.control('POST', '/chargebacks', { moneyInId }));
  await customerIs(world, person.customerId, 'free');
}

const freezeOf = async (person: Withdrawer) =>
  (
    await world.sql<{ frozen_source: string | null; frozen_reason: string | null }>(
      'select frozen_source, frozen_reason from customer where id = $1',
      [person.customerId],
    )
  )[0];
const alertsAbout = async (person: Withdrawer) =>
  (await readChat(world)).filter(({ channel, text }) => channel === 'internal-alerts' && text.includes(person.customerId));
const balanceReads = async (person: Withdrawer) =>
  (await world.control<{ path: string }[]>('GET', `/calls?path=/v2/accounts/${person.customerId}`)).filter(({ path }) =>
    path.endsWith(person.customerId),
  ).length;

/** The n-th reading of the balance takes a while, in which `meanwhile` happens before the provider looks. */
async function during(person: Withdrawer, nth: number, meanwhile: () => Promise<unknown>): Promise<void> {
  await world.until(async () => (await balanceReads(person)) >= nth, `reading ${nth} of the balance`);
  await meanwhile();
}

describe('the balances do not agree', () => {
  it('less at the provider than in our books -> 500 InternalServerError, the freeze stays, the team is told once', async () => {
    const person = await withdrawer(world, 0);
    const moneyInId = await credit(person, 2_000);
    assert.equal((await walletOf(person)).availableCents, 2_000);
    await takeAway(person, moneyInId);
    expectCode(await withdraw(world, person, { amount: 100 }), 500, 'InternalServerError');
    assert.deepEqual(await freezeOf(person), {
      frozen_source: 'balance-mismatch',
      frozen_reason: `Chez le prestataire ${formatEuros(0)} ; dans nos livres ${formatEuros(centsOf(2_000))} disponibles et ${formatEuros(0)} retenus, dont ${formatEuros(0)} en route.`,
    });
    assert.deepEqual(await withdrawalsOf(world, person), []);
    await world.until(async () => (await alertsAbout(person)).length > 0, 'the alert');
    expectCode(await withdraw(world, person), 403, 'customer.rights.account-is-being-verified');
    assert.equal((await alertsAbout(person)).length, 1);
  });
  it('a wire that would hide what is missing is booked first -> 500 InternalServerError', async () => {
    const person = await withdrawer(world, 2_000);
    const moneyInId = await credit(person, 500);
    await walletOf(person);
    await takeAway(person, moneyInId);
    await credit(person, 500);
    expectCode(await withdraw(world, person, { amount: 100 }), 500, 'InternalServerError');
  });
  it('a balance that is not the sum of its postings -> 500 InternalServerError', async () => {
    const person = await withdrawer(world, 1_000);
    await damageBalance(world, `INV:${person.customerId}:AVAILABLE`);
    expectCode(await withdraw(world, person, { amount: 100 }), 500, 'InternalServerError');
    assert.equal((await freezeOf(person))?.frozen_source, 'balance-mismatch');
  });
  it('a held balance that is not the sum of its postings -> 500 InternalServerError', async () => {
    const person = await withdrawer(world, 1_000);
    expectStatus(await withdraw(world, person, { amount: 100 }), 201);
    await damageBalance(world, `INV:${person.customerId}:HELD`);
    expectCode(await withdraw(world, person, { amount: 100 }), 500, 'InternalServerError');
  });
});

describe('money is on the move', () => {
  it('what is missing at the first look and there at the second freezes nobody', async () => {
    const person = await withdrawer(world, 2_000);
    const moneyInId = await credit(person, 500);
    await walletOf(person);
    await takeAway(person, moneyInId);
    await slowReadings(person, [1, 1_200]);
    const pending = withdraw(world, person, { amount: 100 });
    await during(person, 2, () => credit(person, 500));
    expectStatus(await pending, 201);
    assert.equal((await freezeOf(person))?.frozen_source, null);
  });
  it('two looks between which our books moved prove nothing: a third decides', async () => {
    const person = await withdrawer(world, 2_000);
    const moneyInId = await credit(person, 500);
    await walletOf(person);
    await takeAway(person, moneyInId);
    await slowReadings(person, [1, 1_200, 1_200]);
    const pending = withdraw(world, person, { amount: 100 });
    await during(person, 2, async () => {
      await credit(person, 10);
      await walletOf(person);
    });
    await during(person, 3, () => credit(person, 500));
    expectStatus(await pending, 201);
    assert.equal((await freezeOf(person))?.frozen_source, null);
  });
  it('books that moved at every look -> 500 InternalServerError, nobody frozen, no money leaves, the code stays valid', async () => {
    const person = await withdrawer(world, 2_000);
    const moneyInId = await credit(person, 500);
    await walletOf(person);
    await takeAway(person, moneyInId);
    const tfa = await withdrawalCode(world, person);
    await slowReadings(person, [1, 800, 800, 800]);
    const pending = withdraw(world, person, { amount: 100, tfa });
    for (const reading of [2, 3, 4])
      await during(person, reading, async () => {
        await credit(person, 10);
        await walletOf(person);
      });
    expectCode(await pending, 500, 'InternalServerError');
    assert.deepEqual(await freezeOf(person), { frozen_source: null, frozen_reason: null });
    assert.deepEqual(await withdrawalsOf(world, person), []);
    assert.deepEqual(await alertsAbout(person), []);
    // The same code is good for the next look, at books that stand still: now it is a proof.
    expectCode(await withdraw(world, person, { amount: 100, tfa }), 500, 'InternalServerError');
    assert.equal((await freezeOf(person))?.frozen_source, 'balance-mismatch');
  });
});

async function slowReadings(person: Withdrawer, latencies: readonly number[]): Promise<void> {
  for (const latencyMs of latencies) {
    const route = `GET /v2/accounts/${person.customerId}`;
    await world.control('POST', '/faults', { route, mode: 'latency', times: 1, latencyMs });
  }
}
