// A refund that was refused for good comes in the end, and never twice.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type Investor, openFunding, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { availableOf } from '../../../../test/support/readers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';

type Report = { refused: number; started: number; uncertain: number; dryRun: boolean };
type Order = { id: string; status: string };

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

const ordersOf = (purchaseId: string) =>
  world.sql<Order>(
    `select id, status from payment where subject_id = $1 and purpose = 'primary-purchase-refund' order by created_at`,
    [purchaseId],
  );
const statusesOf = async (purchaseId: string) => (await ordersOf(purchaseId)).map(({ status }) => status);
const noOpenOrder = () =>
  world.until(
    async () => (await world.sql(`select from payment where status in ('created', 'sent')`)).length === 0,
    'the end of all orders',
  );
const balanceOf = async (accountId: string) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const run = (body: object = {}) => world.runJob<Report>('primary-purchase-refunds', body);

/** A cancelled purchase of 20 EUR whose refund the provider refused. */
async function refusedRefund(): Promise<{ buyer: Investor; id: string; accountId: string }> {
  const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
  const { propertyId, accountId } = await openFunding(world, { bricks: 2 });
  const { id } = expectStatus(
    await buyer.client.post<{ id: string }>(`/properties/${propertyId}/purchase`, { amount: 2 }),
    201,
  ).body;
  await noOpenOrder();
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
  expectStatus(await buyer.client.delete(`/customers/purchases/${id}`), 200);
  await noOpenOrder();
  assert.deepEqual(await statusesOf(id), ['failed']);
  return { buyer, id, accountId };
}

it('comes with the next run, once, also when two runs meet', async () => {
  const { buyer, id, accountId } = await refusedRefund();
  assert.deepEqual(await run({ dryRun: true }), { refused: 1, started: 0, uncertain: 0, dryRun: true });
  const reports = await Promise.all([run(), run(), run()]);
  assert.equal(
    reports.reduce((sum, { started }) => sum + started, 0),
    1,
  );
  await noOpenOrder();
  assert.deepEqual(await run(), { refused: 0, started: 0, uncertain: 0, dryRun: false });
  assert.deepEqual(await statusesOf(id), ['failed', 'succeeded']);
  assert.deepEqual([await availableOf(buyer), await balanceOf(buyer.customerId), await balanceOf(accountId)], [2_000, 2_000, 0]);
  const refunds = await world.sql<{ status: string }>(
    `select status from wallet_transaction where customer_id = $1 and type = 'PRIMARY_PURCHASE_REFUND' order by created_at`,
    [buyer.customerId],
  );
  assert.deepEqual(
    refunds.map(({ status }) => status),
    ['FAILED', 'CONFIRMED'],
  );
});

it('refused again: asked for again with the run after it', async () => {
  const { buyer, id } = await refusedRefund();
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
  assert.equal((await run()).started, 1);
  await noOpenOrder();
  assert.equal((await run()).started, 1);
  await noOpenOrder();
  assert.deepEqual(await statusesOf(id), ['failed', 'failed', 'succeeded']);
  assert.equal(await availableOf(buyer), 2_000);
});

it('not while the provider does not tell of the earlier one', async () => {
  const { id } = await refusedRefund();
  await world.control('POST', '/faults', { route: 'GET /v2/p2p', mode: 'http-500', times: 9 });
  const { started, uncertain } = await run();
  assert.deepEqual([started, uncertain], [0, 1]);
  await world.control('DELETE', '/faults');
  assert.deepEqual(await statusesOf(id), ['failed']);
  await run();
  await noOpenOrder();
});

it('never when the earlier one moved the money after all', async () => {
  const { buyer, id, accountId } = await refusedRefund();
  const [refused] = await ordersOf(id);
  const moved = await world.deps.payments.transfer({
    fromAccountId: accountId,
    toAccountId: buyer.customerId,
    amountCents: centsOf(2_000),
    comment: 'Refund',
    reference: refused?.id ?? '',
  });
  assert.ok(moved.ok);
  const { started, uncertain } = await run();
  assert.deepEqual([started, uncertain], [0, 1]);
  assert.deepEqual(await statusesOf(id), ['failed']);
  assert.equal(await balanceOf(buyer.customerId), 2_000);
  // The proof rightly misses the money; it goes back for the checks that follow.
  const back = {
    fromAccountId: buyer.customerId,
    toAccountId: accountId,
    amountCents: centsOf(2_000),
    comment: '',
    reference: 'back',
  };
  assert.ok((await world.deps.payments.transfer(back)).ok);
});
