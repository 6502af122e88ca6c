// The provider fails in each of its ways under each payment: the money moves once or not at all, and both books agree.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signInAdministrator } from '../support/actors.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { allPayments, assertNotPaid, assertPaidOnce, completePending, faultsMet, orderFault, type Payment } from './payments.ts';

let world: World;
const begun: { payment: Payment; mode: string; end: 'paid' | 'refused' }[] = [];

before(async () => {
  world = await startWorld();
});
after(() => world.close());

/** Asks for one payment of each kind, each meeting the fault once; how they end is looked at later, all together. */
async function beginWith(mode: string, end: 'paid' | 'refused', options: { afterSeconds?: number } = {}): Promise<void> {
  for (const payment of await allPayments(world)) {
    await orderFault(world, payment, mode, options);
    expectStatus(await payment.ask(), 201);
    await faultsMet(world);
    begun.push({ payment, mode, end });
  }
}

// Refusals first: a retry of another payment must not run into a fault that is meant for these.
describe('faults met', () => {
  it('error-in-200: refused in the body of a good answer', () => beginWith('error-in-200', 'refused'));
  it('expired-token: 401, in the middle of its life', () => beginWith('expired-token', 'paid'));
  it('http-500: nothing happened, nothing said', () => beginWith('http-500', 'paid'));
  it('timeout-before: the call vanished', () => beginWith('timeout-before', 'paid'));
  it('timeout-after: the effect happened, the reply vanished', () => beginWith('timeout-after', 'paid'));
  it('malformed: a good answer that makes no sense', () => beginWith('malformed', 'paid'));
  it('late-effect: the call is cut, the effect comes later', () => beginWith('late-effect', 'paid', { afterSeconds: 0.4 }));
  it('pending: not moved yet, a notification follows', () => beginWith('pending', 'paid'));
});

describe('in the end', () => {
  it('every payment is settled', async () => {
    assert.equal(begun.length, 24);
    await completePending(world);
    for (const { payment, mode, end } of begun)
      await world.until(
        async () => (await payment.status()) === payment[end],
        `${payment.what} after ${mode} to be ${payment[end]}`,
      );
  });
  it('once, or not at all', async () => {
    for (const { payment, end } of begun) {
      if (end === 'paid') await assertPaidOnce(world, payment);
      else await assertNotPaid(world, payment);
    }
  });
  it('and the proof holds', async () => proveLedger(await signInAdministrator(world)));
});
