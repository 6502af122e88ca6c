// What waits for an administrator, and the figures: each thing shows up while it waits, and is gone when it was done.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  passWindows,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { notify, silently, waitingInvestor } from '../../../../test/support/notifications.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { WaitingKind } from './rules.ts';
import type { Today } from './schemas.ts';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const today = async () => expectStatus(await admin.client.get<Today>('/administration/today'), 200).body;
const waiting = async (kind: WaitingKind) => (await today()).waiting.find((each) => each.kind === kind);

describe('GET /administration/today', () => {
  it('without a session -> 401 unauthenticated, as an investor -> 403 forbidden', async () => {
    expectCode(await world.visitor().get('/administration/today'), 401, 'unauthenticated');
    expectCode(await (await signUp(world)).client.get('/administration/today'), 403, 'forbidden');
  });

  it('an investor whose documents wait, and the notification about them that failed', async () => {
    const { customerId } = await waitingInvestor(world);
    const waits = async () =>
      (await waiting('identity-check'))?.items.some((item) => item.customerId === customerId && item.about !== '');
    assert.ok(await waits());
    await silently(world, () => world.control('PUT', `/accounts/${customerId}/status`, { status: 6 }));
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 1_000 });
    const told = { ExtId: customerId, IntId: '42', Status: '6' };
    expectCode(await notify(world, 'customer-status-changed', told), 500, 'internal-error');
    const failed = await waiting('notification-unhandled');
    assert.deepEqual([failed?.count, failed?.items[0]?.about], [1, 'customer-status-changed']);
    await world.control('DELETE', '/faults');
    // The job of the worker may be faster than this administrator.
    await admin.client.post(`/administration/provider-events/${failed?.items[0]?.id}/replay`);
    await world.until(async () => !(await waiting('notification-unhandled')), 'the notification to be handled');
    assert.ok(!(await waits()));
  });

  it('a funding whose bricks are all bought, until it is closed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 2, brickPriceCents: 1_000 });
    const { client } = await verifiedInvestor(world, { fundsCents: 2_000 });
    assert.equal(await waiting('funding-complete'), undefined);
    expectStatus(await client.post(`/properties/${propertyId}/purchase`, { amount: 2 }), 201);
    const complete = await world.until(() => waiting('funding-complete'), 'the purchase to be confirmed');
    assert.deepEqual([complete.count, complete.items[0]?.id, complete.items[0]?.amountCents], [1, propertyId, 2_000]);
    await passWindows(world, propertyId);
    expectStatus(await admin.client.post(`/administration/property/${propertyId}/funding/end/success`), 201);
    assert.equal(await waiting('funding-complete'), undefined);
  });

  it('a wire that is not assigned, the fees of past periods, and a late project since its first unpaid echeance', async () => {
    const { propertyId, accountId, echeances } = await scheduledProperty(world, admin);
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 12_345, comment: 'Loyer' });
    await world.runJob('incoming-wires');
    const wires = await waiting('wire-to-assign');
    assert.deepEqual([wires?.count, wires?.items[0]?.amountCents, wires?.items[0]?.propertyId], [1, 12_345, propertyId]);
    const archive = { wireToBeAssignedId: wires?.items[0]?.id, comment: 'essai' };
    expectStatus(await admin.client.post('/administration/property/payment-schedule/wire-to-be-assigned/archive', archive), 201);
    assert.equal(await waiting('wire-to-assign'), undefined);

    const fees = await waiting('management-fee');
    const periods = fees?.items.map(({ period }) => period) ?? [];
    assert.deepEqual(periods.slice(0, 2), [echeances[0]?.period, echeances[1]?.period]);
    assert.ok(fees?.items.every((fee) => fee.propertyId === propertyId && (fee.amountCents ?? 0) > 0));

    await financialStatusIs(world, [propertyId], 'repayment-delay');
    const late = await waiting('late-project');
    assert.deepEqual([late?.count, late?.items[0]?.id], [1, propertyId]);
    const { since } = late?.items[0] ?? {};
    assert.ok(since?.startsWith('2026-0'), String(since));
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 100, comment: 'Acompte' });
    await world.runJob('incoming-wires');
    const wireToBeAssignedId = (await waiting('wire-to-assign'))?.items[0]?.id;
    const part = { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId: echeances[0]?.id, isSimulation: false };
    expectStatus(await admin.client.post('/administration/property/payment-schedule/wire-to-be-assigned/assign', part), 201);
    assert.equal((await waiting('late-project'))?.items[0]?.since, since, 'a part ends no delay');
    await financialStatusIs(world, [propertyId], 'repayment-ongoing');
    assert.equal(await waiting('late-project'), undefined);
  });

  it('figures of twelve months, which end with what is there now', async () => {
    const { figures } = await today();
    assert.ok(figures);
    for (const figure of Object.values(figures)) {
      assert.equal(figure.months.length, 12);
      assert.deepEqual(
        figure.months.map(({ period }) => period),
        figure.months.map(({ period }) => period).toSorted(),
      );
    }
    assert.ok(figures.raisedCents.value > 0);
    assert.equal(figures.outstandingCapitalCents.value, figures.raisedCents.value);
    assert.equal(figures.activeInvestors.value, 2);
  });

  it('of each role what its permissions show, and nothing else', async () => {
    const seen = async (role: string) => {
      const { client } = await signInAdministrator(world, undefined, [role]);
      return expectStatus(await client.get<Today>('/administration/today'), 200).body;
    };
    await waitingInvestor(world);
    await openFunding(world, { bricks: 2 });
    const { propertyId, accountId } = await scheduledProperty(world, admin);
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 12_345 });
    await world.runJob('incoming-wires');
    await financialStatusIs(world, [propertyId], 'repayment-delay');
    const [support, projects, finance] = [await seen('support'), await seen('projects'), await seen('finance')];
    const kinds = ({ waiting }: Today) => waiting.map(({ kind }) => kind);
    assert.deepEqual(kinds(support), ['identity-check']);
    assert.ok(kinds(projects).includes('late-project') && !kinds(projects).includes('identity-check'));
    assert.ok(!kinds(projects).includes('wire-to-assign') && kinds(finance).includes('wire-to-assign'));
    assert.deepEqual([support.figures, projects.figures], [null, null]);
    assert.ok(finance.figures);
    await financialStatusIs(world, [propertyId], 'repayment-ongoing');
  });
});
