// What an investor had at the end of each month, for administrators.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { BalanceHistory } from './schemas.ts';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const path = (customerId: string) => `/administration/customers/${customerId}/wallet/history`;

async function credit({ customerId }: Investor, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${customerId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
}

describe('GET /administration/customers/:customerId/wallet/history', () => {
  it('has the balance of each month in which it changed, held money included', async () => {
    await world.moveClock({ now: '2027-01-31T22:30:00Z' });
    const investor = await verifiedInvestor(world, { fundsCents: 1_000 });
    // In Paris it is February already.
    await world.moveClock({ now: '2027-01-31T23:30:00Z' });
    await credit(investor, 500);
    await world.moveClock({ now: '2027-04-10T10:00:00Z' });
    await credit(investor, 20);
    await credit(investor, 30);
    const { months } = expectStatus(await admin.client.get<Static<typeof BalanceHistory>>(path(investor.customerId)), 200).body;
    assert.deepEqual(months, [
      { period: '2027-01', balanceCents: 1_000 },
      { period: '2027-02', balanceCents: 1_500 },
      { period: '2027-04', balanceCents: 1_550 },
    ]);
  });
  it('is empty before anything moved', async () => {
    const { customerId } = await signUp(world);
    assert.deepEqual(expectStatus(await admin.client.get(path(customerId)), 200).body, { months: [] });
  });
  it('an unknown investor -> 404 not-found', async () =>
    expectCode(await admin.client.get(path(randomUUID())), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(path(randomUUID())), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => {
    const { client, customerId } = await signUp(world);
    expectCode(await client.get(path(customerId)), 403, 'forbidden');
  });
});

describe('GET /administration/customers/:customerId/taxation', () => {
  const taxation = (customerId: string) => `/administration/customers/${customerId}/taxation`;
  it('is what the investor sees', async () => {
    const { client, customerId } = await verifiedInvestor(world);
    const year = 2027;
    const declared = await client.post('/customers/taxation', { year, fiscalResidence: 'abroad' });
    const own = expectStatus(await client.get<unknown[]>('/customers/taxation'), 200).body;
    assert.equal(own.length, declared.status === 201 ? 1 : 0);
    assert.deepEqual(expectStatus(await admin.client.get(taxation(customerId)), 200).body, own);
  });
  it('an unknown investor -> 404 not-found', async () =>
    expectCode(await admin.client.get(taxation(randomUUID())), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(taxation(randomUUID())), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => {
    const { client, customerId } = await signUp(world);
    expectCode(await client.get(taxation(customerId)), 403, 'forbidden');
  });
});
