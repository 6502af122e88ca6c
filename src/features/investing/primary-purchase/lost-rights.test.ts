// The rights of a buyer are judged again under the lock: what is taken away while the provider is asked counts.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, verifiedInvestor } from '../../../../test/support/actors.ts';
import { LOST_RIGHTS, whileBalanceIsRead } from '../../../../test/support/lost-rights.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

let world: World;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld();
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
