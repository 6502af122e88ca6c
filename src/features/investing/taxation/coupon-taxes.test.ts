// The parts of each tax that a coupon run keeps, by the database: the golden cases, and rounding beside core/cents.ts.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { resaleProperty, signUp } from '../../../../test/support/actors.ts';
import { endPayout, payoutQuery } from '../../../../test/support/payout-query.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { basisPointsOf, centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { recordCouponTaxes, type TaxRate } from './index.ts';

const PFU: TaxRate = { incomeTaxBps: 1280, socialBps: 1860 };
const PFU_2025: TaxRate = { incomeTaxBps: 1280, socialBps: 1720 };

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** Gross, rate, tax, its income part and its social part. */
const CASES: [number, TaxRate, number, number, number][] = [
  [31_667, PFU, 9_943, 4_053, 5_890],
  [27_708, { incomeTaxBps: 0, socialBps: 0 }, 0, 0, 0],
  [19_784, { incomeTaxBps: 0, socialBps: 1860 }, 3_680, 0, 3_680],
  [8, PFU, 3, 1, 2],
  [429, PFU_2025, 129, 55, 74],
  [428, PFU_2025, 128, 55, 73],
  [143, PFU_2025, 43, 18, 25],
  [500, PFU, 157, 64, 93],
];

describe('recordCouponTaxes', () => {
  for (const [grossCents, rate, taxCents, income, social] of CASES)
    it(`G-23: of ${grossCents} at ${rate.incomeTaxBps} + ${rate.socialBps} bps it is ${taxCents}`, async () => {
      const { customerId } = await signUp(world);
      const { propertyId } = await resaleProperty(world, { owners: [] });
      const at = world.deps.clock.now();
      const run = { purpose: 'property-sale', type: 'COUPON_PAYOUT', fromAccountId: 'spv', comment: '', propertyId, at } as const;
      const payouts = payoutQuery([{ subjectId: randomUUID(), customerId, grossCents, taxCents, rate }]);
      await inTransaction(world.deps.db, async (tx) => {
        await openPayouts(tx, world.deps, run, payouts);
        await recordCouponTaxes(tx, payouts);
      });
      const kept = await world.sql(
        `select tax.income_tax_cents::integer as income, tax.social_cents::integer as social from coupon_tax tax
         join wallet_transaction written on written.id = tax.wallet_transaction_id where written.customer_id = $1`,
        [customerId],
      );
      assert.deepEqual(kept, taxCents === 0 ? [] : [{ income, social }]);
    });
  it('rounds in the database as everywhere', async () => {
    const amounts = fc.sample(fc.tuple(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 0, max: 10_000 })), 2_000);
    const rows = await world.sql<{ cents: string }>(
      'select basis_points_of(cents, bps)::text as cents from unnest($1::bigint[], $2::integer[]) with ordinality as pair (cents, bps, n) order by n',
      [amounts.map(([cents]) => cents), amounts.map(([, bps]) => bps)],
    );
    assert.deepEqual(
      rows.map(({ cents }) => Number(cents)),
      amounts.map(([cents, bps]) => basisPointsOf(centsOf(cents), bps)),
    );
  });
  it('refuses parts that are not the tax withheld', async () => {
    const investor = await signUp(world);
    const { propertyId } = await resaleProperty(world, { owners: [] });
    const payout = { subjectId: randomUUID(), customerId: investor.customerId, grossCents: 1_000, taxCents: 313, rate: PFU };
    const run = { purpose: 'property-sale', type: 'COUPON_PAYOUT', fromAccountId: 'spv', comment: '', propertyId } as const;
    await assert.rejects(
      inTransaction(world.deps.db, async (tx) => {
        await openPayouts(tx, world.deps, { ...run, at: world.deps.clock.now() }, payoutQuery([payout]));
        await recordCouponTaxes(tx, payoutQuery([payout]));
      }),
      /1 of 1 payouts withheld another tax/,
    );
    assert.deepEqual(await world.sql('select from payment where subject_id = $1', [payout.subjectId]), []);
  });
  it('takes a payout that was refused and is ordered again, under the same subject', async () => {
    const investor = await signUp(world);
    const at = Temporal.Instant.from('2026-05-10T06:00:00Z');
    const { propertyId } = await resaleProperty(world, { owners: [] });
    const payout = { subjectId: randomUUID(), customerId: investor.customerId, grossCents: 1_000, taxCents: 314, rate: PFU };
    const run = { purpose: 'property-sale', type: 'COUPON_PAYOUT', fromAccountId: 'spv', comment: '', propertyId, at } as const;
    const order = () =>
      inTransaction(world.deps.db, async (tx) => {
        await openPayouts(tx, world.deps, run, payoutQuery([payout]));
        await recordCouponTaxes(tx, payoutQuery([payout]));
      });
    await order();
    const outcome = { status: 'failed' as const, at, reason: 'refused', isFinal: false };
    await endPayout(world, payout, { fromAccount: purseOf(propertyId, 'COUPON'), outcome });
    await order();
    const rows = await world.sql(
      `select tax.income_tax_cents::integer as income, written.status from coupon_tax tax join wallet_transaction written on written.id = tax.wallet_transaction_id
       where written.customer_id = $1 order by written.status`,
      [investor.customerId],
    );
    assert.deepEqual(rows, [
      { income: 128, status: 'FAILED' },
      { income: 128, status: 'WAITING' },
    ]);
  });
  it('cannot be changed by the application', async () => {
    // Refused by the database: what was withheld stays as it is.
    const changed = world.deps.db
      .updateTable('coupon_tax')
      .set({ income_tax_cents: centsOf(1) })
      .execute();
    await assert.rejects(changed, { message: /permission denied/ });
  });
});
