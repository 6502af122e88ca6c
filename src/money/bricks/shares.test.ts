// Shares of holders, by the database: golden cases, and random holdings compared with a second computation.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { resaleProperty, signUp } from '../../../test/support/actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { CustomerId } from '../../core/db/tables.ts';
import { newId } from '../../core/ids.ts';
import { sharesOfHolders } from './index.ts';

const PEOPLE = 12;

let world: World;
let customerIds: CustomerId[];

before(async () => {
  world = await startWorld({ worker: false });
  customerIds = [];
  for (let n = 0; n < PEOPLE; n += 1) customerIds.push((await signUp(world)).customerId);
  customerIds.sort();
});
after(() => world.close());

/** What each of `weights.length` holders of so many bricks gets, in the order of their ids. */
async function shares(totalCents: number, weights: readonly number[]): Promise<number[]> {
  const holders = customerIds.slice(0, weights.length).map((customerId, index) => ({ customerId, bricks: weights[index] ?? 0 }));
  const { propertyId } = await resaleProperty(world, { owners: holders });
  const { rows } = await sharesOfHolders(propertyId, centsOf(totalCents)).execute(world.deps.db);
  const cents = new Map(rows.map((row) => [row.customer_id, row.gross_cents]));
  assert.ok(rows.every((row) => row.brick_count === weights[customerIds.indexOf(row.customer_id)] && row.gross_cents > 0));
  return weights.map((_, index) => cents.get(customerIds[index] ?? newId()) ?? 0);
}

for (const [name, total, weights, expected] of [
  ['G-22: 1000 over 3, 3, 1', 1_000, [3, 3, 1], [429, 428, 143]],
  ['G-22: 2 over three single bricks', 2, [1, 1, 1], [1, 1, 0]],
  ['G-23: a coupon', 79_167, [4_000, 3_500, 2_499, 1], [31_667, 27_708, 19_784, 8]],
  ['G-24: capital', 2_500_000, [4_000, 3_500, 2_499, 1], [1_000_000, 875_000, 624_750, 250]],
  ['nobody holds bricks', 100, [], []],
] as const)
  it(name, async () => assert.deepEqual(await shares(total, weights), expected));

/** payouts.md#largest-remainder to the letter, one left-over cent at a time. */
function byHand(totalCents: number, weights: readonly number[]): number[] {
  const [total, bricks] = [BigInt(totalCents), BigInt(weights.reduce((sum, weight) => sum + weight, 0))];
  const parts = weights.map((weight, index) => ({ index, weight, rest: (total * BigInt(weight)) % bricks }));
  const cents = weights.map((weight) => Number((total * BigInt(weight)) / bricks));
  const order = parts.toSorted((a, b) => Number(b.rest - a.rest) || b.weight - a.weight || a.index - b.index);
  for (const { index } of order.slice(0, totalCents - cents.reduce((sum, part) => sum + part, 0)))
    cents[index] = (cents[index] ?? 0) + 1;
  return cents;
}

it('loses no cent, whatever is held', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: PEOPLE }),
      async (total, weights) => {
        const got = await shares(total, weights);
        assert.equal(
          got.reduce((sum, cents) => sum + cents, 0),
          total,
        );
        assert.deepEqual(got, byHand(total, weights));
      },
    ),
    { numRuns: 60 },
  );
});
