// What the transactions of an investor say beside their amounts: direction, what each is part of, its paper, and what is held for what.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, resaleProperty, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import { endPayout, withdraw, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Transaction = {
  type: string;
  status: string;
  amountCents: number;
  direction: string;
  isHeld: boolean;
  record: { kind: string; id: string } | null;
  paper: string | null;
};

let world: World;

before(async () => {
  const fee = { WITHDRAW_FREE_PER_YEAR: '0', WITHDRAWAL_FEE_EXCL_TAX_CENTS: '100', VAT_RATE_BPS: '2000' };
  world = await startWorld({ settings: { ...fee, MARKETPLACE_SELLER_COMMISSION_BPS: '200' } });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const listed = async ({ client }: Investor, query = '') =>
  expectStatus(await client.get<{ items: Transaction[] }>(`/customers/wallet/transactions?limit=100${query}`), 200).body.items;
const waiting = (person: Investor) => listed(person, '&status=WAITING');
const stall = (route: string) => world.control('POST', '/faults', { route, mode: 'pending', times: 1 });

/** Once nothing waits any more. */
async function settled(person: Investor): Promise<Transaction[]> {
  await world.until(async () => (await waiting(person)).length === 0, 'nothing to wait');
  return listed(person);
}

/** The one of a type; its paper, where it has one, is a PDF. */
async function onlyOf(person: Investor, type: string, among: readonly Transaction[]): Promise<Transaction> {
  const [found, ...more] = among.filter((each) => each.type === type);
  assert.ok(found && more.length === 0, `${type} of ${among.map((each) => each.type)}`);
  if (found.paper !== null) {
    const { headers } = expectStatus(await person.client.get(found.paper), 200);
    assert.equal(headers.get('content-type'), 'application/pdf');
  }
  return found;
}

describe('GET /customers/wallet/transactions: what each is part of', () => {
  it('a purchase holds its money while it waits, has its paper once confirmed, and none once taken back', async () => {
    const { propertyId } = await openFunding(world, { bricks: 4 });
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    await stall('POST /v2/p2p');
    expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 2 }), 201);
    const [held] = await waiting(person);
    assert.deepEqual([held?.direction, held?.isHeld, held?.record?.kind, held?.paper], ['out', true, 'purchase', null]);
    assert.equal((await walletOf(person)).heldCents, held?.amountCents);
    const id = held?.record?.id;
    const paymentId = await world.until(async () => {
      const [sent] = await world.sql<{ id: number | null }>(
        'select provider_payment_id as id from payment where subject_id = $1',
        [id],
      );
      return sent?.id;
    }, 'the order to be at the provider');
    await world.control('POST', `/p2p/${paymentId}/complete`);
    await world.runJob('wallet-transactions');
    const confirmed = await onlyOf(person, 'PRIMARY_PURCHASE', await settled(person));
    assert.deepEqual([confirmed.isHeld, confirmed.paper], [false, `/customers/purchases/${id}/document`]);
    expectStatus(await person.client.delete(`/customers/purchases/${id}`), 200);
    const back = await settled(person);
    assert.equal((await onlyOf(person, 'PRIMARY_PURCHASE', back)).paper, null);
    const refund = await onlyOf(person, 'PRIMARY_PURCHASE_REFUND', back);
    assert.deepEqual([refund.direction, refund.record], ['in', { kind: 'purchase', id }]);
  });

  it('both sides of a deal have their own paper', async () => {
    const seller = await verifiedInvestor(world);
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 4 }] });
    const offered = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 900 });
    const { id } = expectStatus(offered, 201).body;
    expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
    const bought = await onlyOf(buyer, 'BUYING_DEAL', await settled(buyer));
    const sold = await onlyOf(seller, 'SELLING_DEAL', await settled(seller));
    assert.deepEqual([bought.direction, sold.direction], ['out', 'in']);
    for (const { record, paper } of [bought, sold])
      assert.deepEqual([record, paper], [{ kind: 'deal', id }, `/customers/deals/${id}/document`]);
  });

  it('a withdrawal holds its money and its fee; the fee has its invoice', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    const held = await waiting(person);
    assert.deepEqual(held.map(({ type, amountCents, isHeld }) => [type, amountCents, isHeld]).toSorted(), [
      ['WITHDRAWAL', 2_000, true],
      ['WITHDRAWAL_FEE', 120, true],
    ]);
    assert.equal((await walletOf(person)).heldCents, 2_120);
    await endPayout(world, person, 'complete');
    const after = await settled(person);
    const [paid, fee] = [await onlyOf(person, 'WITHDRAWAL', after), await onlyOf(person, 'WITHDRAWAL_FEE', after)];
    assert.deepEqual([paid.record, paid.paper], [fee.record, null]);
    assert.match(fee.paper ?? '', /^\/customers\/invoices\/[0-9a-f-]{36}\/file$/);
  });

  it('those of a status alone; an unknown status -> 400 validation-failed', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 1_000 });
    assert.deepEqual(
      [(await listed(person, '&status=CONFIRMED')).length, (await listed(person, '&status=FAILED')).length],
      [1, 0],
    );
    expectCode(await (await signUp(world)).client.get('/customers/wallet/transactions?status=NONE'), 400, 'validation-failed');
  });
});
