// A management fee whose transfer stays pending, or is refused in the end, beside a sibling project on the same SPV.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';

const FEES = '/administration/property/payment-schedule/management-fees';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const PURSES = ['FEES', 'MAIN', 'COUPON', 'SURPLUS', 'HELD'] as const;

let world: World;
let admin: Person;
/** Both on one SPV; fees of 10 000 or 10 001 cents an echeance (G-1), 100 000 in MAIN of each. */
let own: ScheduledProperty;
let sibling: ScheduledProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  // The month of the fee is over; its interest is owed too, and MAIN has both.
  await world.moveClock({ now: '2026-02-02T10:00:00Z' });
});
beforeEach(async () => {
  own = await scheduledProperty(world, admin, { mainCents: 100_000 });
  sibling = await scheduledProperty(world, admin, { mainCents: 100_000, spv: own });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
  assert.deepEqual(await purses(sibling), [0, 100_000, 0, 0, 0], 'the sibling spent and received nothing');
});

const first = () => own.echeances[0]?.id;
const transfer = (who: Person = admin) => who.client.post(`${FEES}/transfer-one`, { echeanceId: first() });
const status = async () => {
  const { body } = expectStatus(await admin.client.get<{ echeanceId: EcheanceId; status: string }[]>(`${FEES}/2026-01`), 200);
  return body.find(({ echeanceId }) => echeanceId === first())?.status;
};
const account = (name: string) => ledgerCents(world, name);
/** FEES, MAIN, COUPON, SURPLUS, HELD. */
async function purses({ propertyId }: ScheduledProperty): Promise<number[]> {
  const cents: number[] = [];
  for (const purse of PURSES) cents.push(await account(`PRO:${propertyId}:${purse}`));
  return cents;
}
const auditors = async () =>
  (
    await world.sql<{ email: string }>('select administrator_email as email from admin_action where target_id = $1', [first()])
  ).map(({ email }) => email);
const invoices = async () => (await world.sql('select id from invoice where subject_id = $1', [first()])).length;
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1 });

async function pay(amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId; projectId: PropertyId | null }[]>(WIRES), 200);
  const wire = body.find(({ spvId }) => spvId === own.spvId);
  if (wire?.projectId !== null && wire?.projectId !== own.propertyId)
    expectStatus(
      await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: wire?.id, newProjectId: own.propertyId }),
      201,
    );
  const assignment = { wireToBeAssignedId: wire?.id, paymentFor: 'mensualite', echeanceId: first(), isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

/** The transfer was answered as pending; returns how the provider ends it. */
async function pending(): Promise<(verb: 'complete' | 'fail') => Promise<void>> {
  await fault('pending');
  const { text } = expectStatus(await transfer(), 201);
  assert.equal(text, '');
  const [order] = await world.sql<{ id: string }>(
    `select provider_payment_id as id from payment where subject_id = $1 and status = 'sent'`,
    [first()],
  );
  return async (verb) => {
    await world.control('POST', `/p2p/${order?.id}/${verb}`);
    await world.runJob('wallet-transactions');
  };
}

describe('a transfer that stays pending', () => {
  it('is answered 201, shown as not executed, and audited, and finished by the worker with its invoice', async () => {
    const platform = await account('PLAT:MAIN');
    const end = await pending();
    assert.deepEqual([await status(), await auditors(), await invoices()], ['notExecuted', [admin.email], 0]);
    assert.deepEqual(await purses(own), [0, 90_000, 0, 0, 10_000]);
    await world.runJob('wallet-transactions');
    assert.equal(await status(), 'notExecuted', 'still pending at the provider');
    await end('complete');
    assert.deepEqual([await status(), await auditors(), await invoices()], ['executed', [admin.email], 1]);
    assert.deepEqual(await purses(own), [0, 90_000, 0, 0, 0]);
    assert.equal(await account('PLAT:MAIN'), platform + 10_000);
    expectCode(await transfer(), 400, 'management-fees-must-be-not-executed');
  });
  it('is carried on by the next call, and names its administrator', async () => {
    const other = await signInAdministrator(world);
    const end = await pending();
    expectStatus(await transfer(other), 201);
    const body = { propertyId: own.propertyId, paymentId: first(), comment: 'autrement' };
    expectCode(await admin.client.post(`${FEES}/mark-as-executed`, body), 400, 'management-fees-must-be-not-executed');
    await end('complete');
    assert.deepEqual([await status(), await auditors(), await invoices()], ['executed', [admin.email], 1]);
  });
});

describe('a pending transfer that is refused', () => {
  it('though the fee came in meanwhile: the fee can be transferred again', async () => {
    const platform = await account('PLAT:MAIN');
    const end = await pending();
    await pay(89_167);
    assert.deepEqual(await purses(own), [0, 100_000, 79_167, 0, 10_000], 'the fee assigned has repaid the advance');
    await end('fail');
    assert.deepEqual([await status(), await auditors(), await invoices()], ['notExecuted', [admin.email], 0]);
    assert.deepEqual(await purses(own), [10_000, 100_000, 79_167, 0, 0]);
    expectStatus(await transfer(), 201);
    assert.deepEqual(await purses(own), [0, 100_000, 79_167, 0, 0]);
    assert.deepEqual([await status(), await auditors(), await invoices()], ['executed', [admin.email, admin.email], 1]);
    assert.equal(await account('PLAT:MAIN'), platform + 10_000);
  });
  it('gives back what it had taken, and what came in later joins it', async () => {
    await pay(82_167);
    const end = await pending();
    assert.deepEqual(await purses(own), [0, 93_000, 79_167, 0, 10_000]);
    await pay(5_000);
    await pay(3_000);
    assert.deepEqual(await purses(own), [0, 100_000, 79_167, 1_000, 10_000]);
    await end('fail');
    assert.deepEqual(await purses(own), [10_000, 100_000, 79_167, 1_000, 0]);
    expectStatus(await transfer(), 201);
    assert.deepEqual(await purses(own), [0, 100_000, 79_167, 1_000, 0]);
  });
  it('though the advance that was repaid has left for the owner', async () => {
    const end = await pending();
    await pay(89_167);
    const toOwner = { action: 'no-withdraw', amountToTransfer: 100_000 };
    expectStatus(
      await admin.client.post(`/administration/property/${own.propertyId}/funding/transfer-funds-to-project-owner`, toOwner),
      201,
    );
    await end('fail');
    assert.deepEqual(await purses(own), [10_000, 0, 79_167, 0, 0]);
    expectStatus(await transfer(), 201);
    assert.deepEqual(await purses(own), [0, 0, 79_167, 0, 0]);
  });
  it('is refused again and paid the third time: two movements never', async () => {
    for (const paidCents of [40_000, 30_000]) {
      const end = await pending();
      await pay(paidCents);
      await end('fail');
      assert.deepEqual(await purses(own), [0, 100_000, paidCents === 40_000 ? 40_000 : 70_000, 0, 0]);
    }
    expectStatus(await transfer(), 201);
    const orders = await world.sql<{ status: string }>('select status from payment where subject_id = $1 order by status', [
      first(),
    ]);
    assert.deepEqual(
      orders.map((order) => order.status),
      ['failed', 'failed', 'succeeded'],
    );
    assert.deepEqual(await purses(own), [0, 90_000, 70_000, 0, 0]);
  });
});

describe('a fee that the project cannot pay', () => {
  it("is not paid with the sibling's money, which lies on the same wallet -> 500 internal-error", async () => {
    const poor = await scheduledProperty(world, admin, { mainCents: 9_999, spv: own });
    const echeanceId = poor.echeances[0]?.id;
    expectCode(await admin.client.post(`${FEES}/transfer-one`, { echeanceId }), 500, 'internal-error');
    assert.deepEqual(await purses(poor), [0, 9_999, 0, 0, 0]);
    assert.deepEqual(await world.sql('select id from payment where subject_id = $1', [echeanceId]), []);
  });
});
