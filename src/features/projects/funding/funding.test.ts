// The funding step view and the closing, through HTTP, with real purchases and the provider at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  passWindows,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type View = Record<string, unknown> & { possibleClosingDate: string | null; status: string; endedAt: string | null };
type Purchase = { id: string; status: string; windowEnd: string };

let world: World;
let admin: Person;
let ines: Investor;
let marc: Investor;

before(async () => {
  // Payments leave when a test says so.
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ines = await verifiedInvestor(world, { fundsCents: 10_000_000 });
  marc = await verifiedInvestor(world, { fundsCents: 10_000_000 });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

const view = async (id: string) => expectStatus(await admin.client.get<View>(`/administration/property/${id}/funding`), 200).body;
const end = (id: string, by: Person = admin, type = 'success') =>
  by.client.post<View>(`/administration/property/${id}/funding/end/${type}`);
const buy = (by: Investor, propertyId: PropertyId, amount: number) =>
  by.client.post<Purchase>(`/properties/${propertyId}/purchase`, { amount });
const movePayments = () => world.runJob('wallet-transactions');
const bought = async (by: Investor, propertyId: PropertyId, amount: number) => {
  const purchase = expectStatus(await buy(by, propertyId, amount), 201).body;
  await movePayments();
  return purchase;
};

const statusesOf = async (propertyId: PropertyId) =>
  (
    await world.sql<{ status: string }>('select status from purchase where property_id = $1 order by created_at, id', [
      propertyId,
    ])
  ).map(({ status }) => status);
const purses = (propertyId: PropertyId) => pursesOf(world, propertyId, ['COLLECT', 'ESCROW', 'MAIN']);
const purse = async (propertyId: PropertyId, name: string) => (await pursesOf(world, propertyId, [name]))[0];
const walletOf = async (of: Investor) =>
  expectStatus(await of.client.get<{ availableCents: number; heldCents: number }>('/customers/wallet'), 200).body;

describe('GET /administration/property/:propertyId/funding', () => {
  it('shows every figure, and the status as it moves there and back', async () => {
    const { propertyId } = await openFunding(world, { bricks: 100, contract: { minBricks: 60 } });
    assert.equal((await view(propertyId)).possibleClosingDate, null);
    await bought(ines, propertyId, 59);
    assert.equal((await view(propertyId)).status, 'inProgress');
    const last = await bought(marc, propertyId, 1);
    assert.equal((await view(propertyId)).status, 'minToFundReached');
    expectStatus(await marc.client.delete(`/customers/purchases/${last.id}`), 200);
    assert.equal((await view(propertyId)).status, 'inProgress');
    await movePayments();
    await bought(marc, propertyId, 16);
    const waiting = expectStatus(await buy(marc, propertyId, 4), 201).body;
    const { displayDate, publishedAt, startDate, maxEndDate, ...figures } = await view(propertyId);
    for (const date of [displayDate, publishedAt, startDate, maxEndDate]) assert.ok(Temporal.Instant.from(String(date)));
    assert.deepEqual(figures, {
      ...{ propertyId, name: 'Les Acacias', investorContractType: 'obligation', status: 'minToFundReached', ended: false },
      ...{ brickPriceCents: 1000, amountToFundCents: 100_000, minAmountToFundCents: 60_000, totalBricks: 100, minBricks: 60 },
      ...{ confirmed: 75, waiting: 4, available: 21, confirmedPercentage: 75, confirmedAndWaitingPercentage: 79 },
      ...{ confirmedAmountCents: 75_000, waitingAmountCents: 4_000, availableAmountCents: 21_000, investorCount: 2 },
      ...{ purchasedBrickCount: null, primaryMarketOpen: true, financialStatus: null, endedAt: null, purchasedDate: null },
      possibleClosingDate: waiting.windowEnd,
    });
    await movePayments();
    await bought(ines, propertyId, 21);
    const full = await view(propertyId);
    assert.deepEqual([full.status, full.available, full.confirmedPercentage], ['totallyFinanced', 0, 100]);
  });
  it('of a draft has no bricks', async () => {
    const draft = await admin.client.post<{ id: string }>('/administration/property', {
      name: 'Plan',
      investorContractType: 'loan',
    });
    const { status, totalBricks, available, confirmedPercentage, brickPriceCents } = await view(draft.body.id);
    assert.deepEqual([status, totalBricks, available, confirmedPercentage, brickPriceCents], ['inProgress', 0, 0, 0, null]);
  });
  it('unknown -> 404 not-found', async () =>
    expectCode(await admin.client.get(`/administration/property/${randomUUID()}/funding`), 404, 'not-found'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await admin.client.get('/administration/property/one/funding'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/administration/property/${randomUUID()}/funding`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await ines.client.get(`/administration/property/${randomUUID()}/funding`), 403, 'forbidden'));
});

describe('POST /administration/property/:propertyId/funding/end/:endType', () => {
  it('closes: counts, declines what waits, moves the money, audits and mails (G-19)', async () => {
    const contract = { minBricks: 50, escrowCents: 5_000 };
    const { propertyId, spvId } = await openFunding(world, { bricks: 52, contractType: 'royalty', contract });
    await bought(ines, propertyId, 20);
    await bought(ines, propertyId, 10);
    await bought(marc, propertyId, 20);
    const before = await walletOf(marc);
    expectStatus(await buy(marc, propertyId, 2), 201);
    await passWindows(world, propertyId);
    assert.deepEqual(await purses(propertyId), [50_000, 0, 0]);
    const page = async () => (await world.visitor().get<View>(`/properties/${propertyId}`)).body;
    assert.equal((await page()).purchasedDate, null);

    const look = async () => (await view(propertyId)).ended;
    const change = { from: false, to: true, look, by: () => end(propertyId) };
    const { body } = expectStatus(await world.changes('state.funding-ended', change), 201);
    const { ended, endedAt, purchasedDate, purchasedBrickCount, investorCount, primaryMarketOpen, financialStatus } = body;
    assert.deepEqual(
      {
        ended,
        purchasedBrickCount,
        investorCount,
        primaryMarketOpen,
        financialStatus,
        confirmed: body.confirmed,
        waiting: body.waiting,
      },
      {
        ...{ ended: true, purchasedBrickCount: 50, investorCount: 2, primaryMarketOpen: false, confirmed: 50, waiting: 0 },
        financialStatus: 'reception-by-project-owner-pending',
      },
    );
    assert.equal(purchasedDate, endedAt);
    assert.equal((await page()).purchasedDate, endedAt);
    assert.deepEqual(await statusesOf(propertyId), ['confirmed', 'confirmed', 'confirmed', 'declined']);
    assert.deepEqual(await walletOf(marc), before);
    assert.deepEqual(await purses(propertyId), [0, 5_000, 45_000]);
    assert.deepEqual(
      await world.sql('select type, status, amount_cents::integer as cents from wallet_transaction where spv_id = $1', [spvId]),
      [{ type: 'FUNDING_CLOSED', status: 'CONFIRMED', cents: 50_000 }],
    );
    assert.deepEqual(await readAudits(world, { targetId: propertyId }, ['kind', 'payload']), [
      { kind: 'PROPERTY_END_FUNDING', payload: { purchasedBrickCount: 50, investorCount: 2, collectedCents: 50_000 } },
    ]);
    const mails = await world.sql<{ to: string; bricks: number; cents: number }>(
      `select data->>'to' as to, (data->'data'->>'bricks')::integer as bricks, (data->'data'->>'investedCents')::integer as cents
       from pgboss.job where name = 'send-email' and data->>'template' = 'funding-closed' order by bricks`,
    );
    assert.deepEqual(mails, [
      { to: marc.email, bricks: 20, cents: 20_000 },
      { to: ines.email, bricks: 30, cents: 30_000 },
    ]);
    const property = await admin.client.get<{ funding: { ended: boolean } }>(`/administration/property/${propertyId}`);
    assert.equal(property.body.funding.ended, true);
    shows('event.property-cache');
  });
  it('leaves an obligation unpurchased until the owner has the money', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await bought(ines, propertyId, 5);
    await passWindows(world, propertyId);
    assert.equal(expectStatus(await end(propertyId), 201).body.purchasedDate, null);
  });
  it('three projects of one SPV: each is divided by what it collected itself, and says so', async () => {
    // More than the third will collect: all of it is set aside (A-funding-2).
    const contract = { escrowCents: 4_000 };
    const one = await openFunding(world, { bricks: 6, contract });
    const two = await openFunding(world, { bricks: 9, spv: one, contract });
    const three = await openFunding(world, { bricks: 3, spv: one, contract });
    const ids = [one.propertyId, two.propertyId, three.propertyId];
    for (const [index, bricks] of [6, 9, 3].entries()) await bought(ines, ids[index] ?? newId(), bricks);
    for (const id of ids) await passWindows(world, id);
    const kept = () =>
      world.sql(
        `select collected_cents::integer as collected, escrow_set_aside_cents::integer as escrow from property where id = any ($1)
         order by array_position($1, id)`,
        [ids],
      );
    expectStatus(await end(one.propertyId), 201);
    assert.deepEqual(await Promise.all(ids.map(purses)), [
      [0, 4_000, 2_000],
      [9_000, 0, 0],
      [3_000, 0, 0],
    ]);
    const untouched = { collected: null, escrow: null };
    assert.deepEqual(await kept(), [{ collected: 6_000, escrow: 4_000 }, untouched, untouched]);
    for (const id of [three.propertyId, two.propertyId]) expectStatus(await end(id), 201);
    assert.deepEqual(await Promise.all(ids.map(purses)), [
      [0, 4_000, 2_000],
      [0, 4_000, 5_000],
      [0, 3_000, 0],
    ]);
    assert.deepEqual(await kept(), [
      { collected: 6_000, escrow: 4_000 },
      { collected: 9_000, escrow: 4_000 },
      { collected: 3_000, escrow: 3_000 },
    ]);
  });
  it('waits for the end of the last window, to the minute of the clock', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await bought(ines, propertyId, 3);
    await bought(marc, propertyId, 2);
    const closing = Temporal.Instant.from((await view(propertyId)).possibleClosingDate ?? '');
    await world.moveClock({ now: closing.subtract({ minutes: 1 }).toString() });
    expectCode(await end(propertyId), 400, 'property-funding.end.repayment-date-not-elapsed');
    assert.equal((await view(propertyId)).ended, false);
    await world.moveClock({ now: closing.toString() });
    expectStatus(await end(propertyId), 201);
  });
  it('a payment that was sent and is found after the closing is refunded', async () => {
    const { propertyId } = await openFunding(world, { bricks: 12, contract: { minBricks: 10 } });
    await bought(ines, propertyId, 10);
    const before = await walletOf(marc);
    expectStatus(await buy(marc, propertyId, 2), 201);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: 4_000 });
    await movePayments();
    await passWindows(world, propertyId);
    const { body } = expectStatus(await end(propertyId), 201);
    assert.deepEqual([body.purchasedBrickCount, body.investorCount], [10, 1]);
    assert.deepEqual(await statusesOf(propertyId), ['confirmed', 'declined']);
    await world.until(async () => {
      await movePayments();
      return (await walletOf(marc)).availableCents === before.availableCents;
    }, 'the money of the declined purchase is back');
    assert.deepEqual(await purses(propertyId), [0, 0, 10_000]);
  });

  it('two at once: one closes, the other -> 400 property-funding.end.already-ended', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await bought(ines, propertyId, 5);
    await passWindows(world, propertyId);
    const answers = await Promise.all([end(propertyId), end(propertyId)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'property-funding.end.already-ended');
    assert.deepEqual(await purses(propertyId), [0, 0, 5_000]);
    assert.equal((await world.sql('select from admin_action where target_id = $1', [propertyId])).length, 1);
  });
  it('against purchases at the same moment: each is refused or declined, none is left waiting', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { propertyId } = await openFunding(world, { bricks: 20, contract: { minBricks: 10 } });
      await bought(ines, propertyId, 10);
      await passWindows(world, propertyId);
      // The window of a purchase that comes first would postpone the closing: it is closed for good or not at all.
      const [closed, ...purchases] = await Promise.all([
        end(propertyId),
        ...Array.from({ length: 4 }, () => buy(marc, propertyId, 1)),
      ]);
      const accepted = purchases.filter((purchase) => purchase.status === 201).length;
      const statuses = await statusesOf(propertyId);
      if (closed.status === 201) assert.deepEqual(statuses, ['confirmed', ...Array(accepted).fill('declined')]);
      else {
        expectCode(closed, 400, 'property-funding.end.repayment-date-not-elapsed');
        assert.ok(accepted > 0);
        await passWindows(world, propertyId);
        await movePayments();
        expectStatus(await end(propertyId), 201);
      }
      assert.equal(await purse(propertyId, 'COLLECT'), 0);
      assert.equal((await buy(marc, propertyId, 1)).status >= 400, true);
    }
  });

  it('against a payment that is settled at the same moment: its bricks and its money are in, or both are out', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { propertyId } = await openFunding(world, { bricks: 12, contract: { minBricks: 10 } });
      await bought(ines, propertyId, 10);
      expectStatus(await buy(marc, propertyId, 2), 201);
      await passWindows(world, propertyId);
      const [closed] = await Promise.all([end(propertyId), movePayments()]);
      const { purchasedBrickCount } = expectStatus(closed, 201).body;
      const isIn = (await statusesOf(propertyId))[1] === 'confirmed';
      assert.equal(purchasedBrickCount, isIn ? 12 : 10);
      await world.until(async () => {
        await movePayments();
        return (await purse(propertyId, 'COLLECT')) === 0 && (await walletOf(marc)).heldCents === 0;
      }, 'no money is under way');
      assert.deepEqual(await purses(propertyId), [0, 0, isIn ? 12_000 : 10_000]);
    }
  });

  it('unknown -> 404 property-funding.end.property-not-found', async () =>
    expectCode(await end(randomUUID()), 404, 'property-funding.end.property-not-found'));
  it('ended before -> 400 property-funding.end.already-ended', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await propertyIs(world, propertyId, 'ended');
    expectCode(await end(propertyId), 400, 'property-funding.end.already-ended');
  });
  it('one brick below the minimum -> 400 property-funding.end.minimum-amount-not-reached', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await bought(ines, propertyId, 4);
    expectStatus(await buy(marc, propertyId, 1), 201);
    expectCode(await end(propertyId), 400, 'property-funding.end.minimum-amount-not-reached');
    assert.deepEqual(await statusesOf(propertyId), ['confirmed', 'waiting_provider']);
    await movePayments();
  });
  it('a draft -> 400 property-funding.end.minimum-amount-not-reached', async () => {
    const draft = await admin.client.post<{ id: string }>('/administration/property', {
      name: 'Plan',
      investorContractType: 'loan',
    });
    expectCode(await end(draft.body.id), 400, 'property-funding.end.minimum-amount-not-reached');
  });
  it('a window that is still open -> 400 property-funding.end.repayment-date-not-elapsed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    await bought(ines, propertyId, 5);
    expectCode(await end(propertyId), 400, 'property-funding.end.repayment-date-not-elapsed');
    assert.deepEqual(await purses(propertyId), [5_000, 0, 0]);
    shows('funding.end.400.conditions');
  });
  it('another end type -> 400 validation-failed', async () => {
    expectCode(await end(randomUUID(), admin, 'failure'), 400, 'validation-failed');
    shows('funding.end.400.input');
  });
  it('an id that is no UUID v4 -> 400 validation-failed', async () => expectCode(await end('one'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().post(`/administration/property/${randomUUID()}/funding/end/success`),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () => expectCode(await end(randomUUID(), await signUp(world)), 403, 'forbidden'));
});
