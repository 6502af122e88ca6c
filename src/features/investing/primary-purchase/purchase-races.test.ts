// What is checked without a lock must still be so when it is written: what changes meanwhile counts, also while the provider is asked.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { administratorOf, type Investor, openFunding, verifiedInvestor } from '../../../../test/support/actors.ts';
import type { Answer, Client } from '../../../../test/support/client.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_RIGHTS, PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

describe('between check and write', () => {
  let world: World;

  before(async () => {
    world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
  });
  after(() => world.close());

  const buy = (by: Investor, propertyId: PropertyId, headers: Record<string, string> = {}) =>
    by.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }, headers);

  /** An administrator's change and a purchase meet at the lock of a row, the change first: the purchase has judged the row before. */
  async function afterChange(
    buyer: Investor,
    propertyId: PropertyId,
    row: { table: string; id: string },
    change: (by: Client) => Promise<Answer>,
  ) {
    const { client: administrator } = await administratorOf(world);
    const lock = await holdLock(world, `select from ${row.table} where id = $1 for update`, [row.id]);
    const changed = change(administrator);
    await lock.waiting(1);
    const key = randomUUID();
    const bought = buy(buyer, propertyId, { 'idempotency-key': key });
    await lock.waiting(2);
    await lock.release();
    expectStatus(await changed, 200);
    return { answer: await bought, key };
  }

  it('a property that changes meanwhile is judged again: bought all the same, once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const { answer, key } = await afterChange(buyer, propertyId, { table: 'property', id: propertyId }, (administrator) =>
      administrator.patch(`/administration/property/${propertyId}/internal-note`, { content: 'Très demandé', version: 0 }),
    );
    expectStatus(answer, 201);
    const again = expectStatus(await buy(buyer, propertyId, { 'idempotency-key': key }), 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal((await world.sql('select id from purchase where property_id = $1', [propertyId])).length, 1);
  });

  it('an investor who is frozen meanwhile buys nothing, and the key is free -> 403 customer.rights.account-is-being-verified', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const { answer, key } = await afterChange(buyer, propertyId, { table: 'customer', id: buyer.customerId }, (administrator) =>
      administrator.patch(`/administration/customers/${buyer.customerId}`, { frozen: true, reason: 'Sous enquête' }),
    );
    expectCode(answer, 403, 'customer.rights.account-is-being-verified');
    assert.deepEqual(await world.sql('select id from purchase where property_id = $1', [propertyId]), []);
    assert.deepEqual(await world.sql('select key from idempotency_key where key = $1', [key]), []);
  });

  it('every figure of a funding says what was bought, waits and was given back', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const tally = async () =>
      (
        await world.sql<{ counted: string }>(
          `select confirmed_bricks || ' for ' || confirmed_cents || ', ' || waiting_bricks as counted from funding_totals where property_id = $1`,
          [propertyId],
        )
      )[0]?.counted;
    const count = async (where: string) => (await world.sql(`select id from payment where ${where}`)).length;
    await world.until(async () => (await count("status in ('created', 'sent')")) === 0, 'the payments of other tests to end');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buy(buyer, propertyId), 201);
    assert.equal(await tally(), '0 for 0, 1');
    // The next one may overtake it until the provider has answered.
    await world.until(
      async () => (await count("status = 'sent' and provider_payment_id is not null")) === 1,
      'its pending payment',
    );
    const { id } = expectStatus(
      await buyer.client.post<{ id: string }>(`/properties/${propertyId}/purchase`, { amount: 2 }),
      201,
    ).body;
    await world.until(async () => (await tally()) === '2 for 2000, 1', 'the second purchase to be confirmed');
    expectStatus(await buyer.client.delete(`/customers/purchases/${id}`), 200);
    assert.equal(await tally(), '0 for 0, 1');
  });
});

describe('while the provider is asked', () => {
  let world: World;
  let propertyId: PropertyId;

  before(async () => {
    world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
    ({ propertyId } = await openFunding(world, { bricks: 20 }));
  });
  after(() => world.close());
  afterEach(() => world.control('DELETE', '/faults'));

  describe('POST /properties/:propertyId/purchase, while the provider is asked', () => {
    for (const { what, change, code } of LOST_RIGHTS)
      it(`the buyer is ${what} -> 403 ${code}`, async () => {
        const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
        const buy = () => buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 1 });
        expectCode(await whileBalanceIsRead(world, buyer, buy, () => change(world, buyer)), 403, code);
        assert.deepEqual(await world.sql('select id from purchase where customer_id = $1', [buyer.customerId]), []);
        const wallet = expectStatus(await buyer.client.get<{ heldCents: number }>('/customers/wallet'), 200).body;
        assert.equal(wallet.heldCents, 0);
      });
  });
});
