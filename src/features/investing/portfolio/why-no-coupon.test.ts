// Why no coupon came this month, each reason through the product.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  sellAndClose,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { type LentProject, lentProject, payByWire, tellDefault } from '../../../../test/support/lent-project.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { InvestmentDetail } from './schemas.ts';

let world: World;
let admin: Person;

// A world for each: the coupons of a month are paid out once in it.
beforeEach(async () => {
  world = await startWorld({ worker: false, settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '500' } });
  admin = await signInAdministrator(world);
});
afterEach(() => world.close());

const at = (day: string) => world.moveClock({ now: `${day}T09:00:00Z` });
const coupons = () => world.runJob('coupon-payout');
const settle = () => world.runJob('wallet-transactions');

const investmentOf = async ({ client }: Investor, { propertyId }: { propertyId: PropertyId }) =>
  expectStatus(await client.get<InvestmentDetail>(`/customers/investments/${propertyId}`), 200).body;

/** Reason, since when, and the next possible day. */
async function whyOf(of: Investor, own: { propertyId: PropertyId }) {
  const { noCoupon } = (await investmentOf(of, own)).investment;
  return noCoupon && [noCoupon.reason, noCoupon.since, noCoupon.nextDate];
}

/** A loan of 1 January 2026 over two months, which this investor alone has lent. */
async function lent(): Promise<{ own: LentProject; holder: Investor }> {
  await at('2025-12-08');
  const holder = await verifiedInvestor(world);
  return { own: await lentProject(world, admin, { holders: [{ investor: holder, bricks: 100 }] }), holder };
}

/** Its first month is paid by the owner, and distributed on 10 February; nothing has moved at the provider yet. */
async function distributed() {
  const loan = await lent();
  await at('2026-02-05');
  await payByWire(world, admin, loan.own, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
  await at('2026-02-10');
  await coupons();
  return loan;
}

describe('before anything is lent', () => {
  it('purchase-on-its-way, then funding-open until its last day, then not-lent-yet', async () => {
    await at('2025-12-08');
    const holder = await verifiedInvestor(world, { fundsCents: 10_000 });
    const own = await openFunding(world, { bricks: 10 });
    expectStatus(await holder.client.post(`/properties/${own.propertyId}/purchase`, { amount: 4 }), 201);
    assert.deepEqual(await whyOf(holder, own), ['purchase-on-its-way', null, null]);
    await settle();
    assert.deepEqual(await whyOf(holder, own), ['funding-open', null, '2026-02-06']);
    await sellAndClose(world, { ...own, brickPriceCents: 1_000 }, [{ investor: holder, bricks: 6 }]);
    assert.deepEqual(await whyOf(holder, own), ['not-lent-yet', null, null]);
  });
});

describe('while nothing is late', () => {
  it('not-due-yet, with the first day; due-this-month once the owner has paid', async () => {
    const { own, holder } = await lent();
    assert.deepEqual(await whyOf(holder, own), ['not-due-yet', null, '2026-02-10']);
    await at('2026-02-05');
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    assert.deepEqual(await whyOf(holder, own), ['due-this-month', null, '2026-02-10']);
  });

  it('on-its-way while the provider has it; nothing once it has come', async () => {
    const { own, holder } = await distributed();
    assert.deepEqual(await whyOf(holder, own), ['on-its-way', '2026-02-10', null]);
    await settle();
    assert.equal(await whyOf(holder, own), null);
  });

  it('no-interest-this-month of a month without interest', async () => {
    await at('2026-01-05');
    const holder = await verifiedInvestor(world);
    const terms = { annualInterestPercentage: 0, interestSequestre: 0 };
    const own = await scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 1 }], terms });
    await at('2026-02-05');
    assert.deepEqual(await whyOf(holder, own), ['no-interest-this-month', null, null]);
  });

  it('share-below-a-cent where the run had nothing for so few bricks', async () => {
    await at('2025-12-08');
    const [many, few] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const holders = [
      { investor: many, bricks: 49_999 },
      { investor: few, bricks: 1 },
    ];
    const own = await lentProject(world, admin, { holders });
    await at('2026-02-05');
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    await at('2026-02-10');
    await coupons();
    await settle();
    assert.deepEqual(await whyOf(few, own), ['share-below-a-cent', null, null]);
  });

  it('nothing-scheduled of a royalty, bricks-sold once they are', async () => {
    await at('2026-02-05');
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 10_000 })];
    const own = await openFunding(world, { bricks: 5, contractType: 'royalty' });
    await sellAndClose(world, { ...own, brickPriceCents: 1_000 }, [{ investor: seller, bricks: 5 }]);
    const transfer = { action: 'no-withdraw', amountToTransfer: 5_000 };
    const path = `/administration/property/${own.propertyId}/funding/transfer-funds-to-project-owner`;
    expectStatus(await admin.client.post(path, transfer), 201);
    assert.deepEqual(await whyOf(seller, own), ['nothing-scheduled', null, null]);
    const offer = { propertyId: own.propertyId, amount: 5, price: 1_000 };
    const { body } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201);
    expectStatus(await buyer.client.post(`/marketplace/deal/${body.id}/purchase`), 201);
    assert.deepEqual(await whyOf(buyer, own), ['purchase-on-its-way', null, null]);
    const { waitingBrickCount, waitingCents, investedCents } = (await investmentOf(buyer, own)).investment;
    assert.deepEqual([waitingBrickCount, waitingCents, investedCents], [5, 5_000, 0]);
    await settle();
    assert.deepEqual(await whyOf(seller, own), ['bricks-sold', null, null]);
    assert.deepEqual(await whyOf(buyer, own), ['nothing-scheduled', null, null]);
    const [sold, bought] = [await investmentOf(seller, own), await investmentOf(buyer, own)];
    // The commission of 5 % is the seller's.
    assert.deepEqual([sold.investment.investedCents, sold.investment.soldCents], [5_000, 4_750]);
    assert.deepEqual([sold.investment.brickCount, sold.investment.outstandingCents], [0, 0]);
    assert.deepEqual([bought.investment.investedCents, bought.investment.outstandingCents], [5_000, 5_000]);
    assert.deepEqual(
      [sold, bought].map(({ trades }) => trades.map(({ kind, amountCents, hasPaper }) => [kind, amountCents, hasPaper])),
      [
        [
          ['deal-sold', 4_750, true],
          ['purchase', 5_000, true],
        ],
        [['deal-bought', 5_000, true]],
      ],
    );
    await propertyIs(world, own.propertyId, 'resaleCompleted');
    assert.deepEqual(await whyOf(buyer, own), ['property-sold', null, null]);
  });
});

describe('when something went wrong', () => {
  it('refused, and ordered again the next morning', async () => {
    const { own, holder } = await distributed();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await settle();
    assert.deepEqual(await whyOf(holder, own), ['refused', '2026-02-10', '2026-02-11']);
  });

  it('wallet-refuses where it is blocked at the provider', async () => {
    const { own, holder } = await distributed();
    await world.control('PUT', `/accounts/${holder.customerId}/blocked`, { blocked: true });
    await settle();
    assert.deepEqual(await whyOf(holder, own), ['wallet-refuses', '2026-02-10', null]);
  });

  it('owner-late from the day after it was due, then owner-in-default, then written-off', async () => {
    const { own, holder } = await lent();
    await at('2026-02-01');
    assert.deepEqual(await whyOf(holder, own), ['due-this-month', null, '2026-02-10']);
    await at('2026-02-02');
    assert.deepEqual(await whyOf(holder, own), ['owner-late', '2026-02-01', '2026-02-10']);
    await tellDefault(world, own, 'default');
    assert.deepEqual(await whyOf(holder, own), ['owner-in-default', '2026-02-01', '2026-02-10']);
    // Nobody counts on what is outstanding then.
    const fallen = (await investmentOf(holder, own)).investment;
    assert.deepEqual([fallen.outstandingCents, fallen.yearlyReturnBps], [1_000_000, -10_000]);
    const giveUp = `/administration/property/${own.propertyId}/payment-schedule/give-up`;
    expectStatus(await admin.client.post(giveUp, { comment: 'Liquidation du porteur' }), 201);
    assert.deepEqual(await whyOf(holder, own), ['written-off', null, null]);
    const { lostCents, outstandingCents, lateCents, state, yearlyReturnBps } = (await investmentOf(holder, own)).investment;
    assert.deepEqual([lostCents, outstandingCents, lateCents, state], [1_000_000, 0, 0, 'lost-in-part']);
    assert.equal(yearlyReturnBps, -10_000);
  });

  it('arrived-after-the-run of a payment that came when the month was paid out', async () => {
    const { own, holder } = await lent();
    await at('2026-02-11');
    await coupons();
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    assert.deepEqual(await whyOf(holder, own), ['arrived-after-the-run', '2026-02-01', '2026-03-10']);
  });
});

describe('when all is over', () => {
  it('repaid', async () => {
    const { own, holder } = await distributed();
    await settle();
    await at('2026-03-05');
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 1, cents: 11_200 });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 1_000_000 });
    await at('2026-03-10');
    await coupons();
    await world.runJob('capital-payout');
    await settle();
    await at('2026-04-02');
    await coupons();
    await world.runJob('capital-payout');
    assert.deepEqual(await whyOf(holder, own), ['repaid', null, null]);
  });
});
