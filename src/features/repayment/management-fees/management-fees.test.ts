// Management fees of the echeances, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Fee = {
  echeanceId: EcheanceId;
  propertyId: PropertyId;
  period: string;
  amountIncludingTax: number;
  status: string;
  comment: string | null;
  openPayment: { id: string; isAccepted: boolean } | null;
};

const FEES = '/administration/property/payment-schedule/management-fees';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const TRANSFER = 'PROPERTY_PAYMENT_SCHEDULE_TRANSFER_ONE_MANAGEMENT_FEES';
const MARK = 'PROPERTY_PAYMENT_SCHEDULE_MARK_MANAGEMENT_FEES_AS_EXECUTED';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

/** G-1: fees of 10 000 or 10 001 cents an echeance; the project's own money can advance one beside the interest of a month. */
const project = (mainCents = 100_000) => scheduledProperty(world, admin, { mainCents });
const transfer = (echeanceId: EcheanceId | undefined) => admin.client.post(`${FEES}/transfer-one`, { echeanceId });
const mark = (own: ScheduledProperty, paymentId: string | undefined, comment: unknown = 'virement hors plateforme') =>
  admin.client.post(`${FEES}/mark-as-executed`, { propertyId: own.propertyId, paymentId, comment });
const feesOf = async (period: string, own: ScheduledProperty) =>
  expectStatus(await admin.client.get<Fee[]>(`${FEES}/${period}`), 200).body.filter(
    ({ propertyId }) => propertyId === own.propertyId,
  );
const auditsOf = async (kind: string, id: string | undefined) => (await readAudits(world, { kind, targetId: id }, ['id'])).length;
const invoicesOf = async (id: string | undefined) =>
  world.sql<{ excl: string; vat: string }>(
    'select amount_excl_tax_cents as excl, vat_cents as vat from invoice where subject_id = $1',
    [id],
  );
const account = (name: string) => ledgerCents(world, name);
const purse = (own: ScheduledProperty, name: string) => account(`PRO:${own.propertyId}:${name}`);

async function pay(own: ScheduledProperty, amountCents: number, echeance = own.echeances[0]): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  expectStatus(
    await admin.client.post(`${WIRES}/assign`, {
      wireToBeAssignedId: body.find(({ spvId }) => spvId === own.spvId)?.id,
      paymentFor: 'mensualite',
      echeanceId: echeance?.id,
      isSimulation: false,
    }),
    201,
  );
}

describe('GET .../management-fees/:period', () => {
  it('shows the fees of the month', async () => {
    const own = await project();
    const [fee] = await feesOf('2026-02', own);
    assert.deepEqual([fee?.echeanceId, fee?.amountIncludingTax, fee?.status], [own.echeances[1]?.id, 10_001, 'notExecuted']);
    assert.deepEqual(await feesOf('2027-02', own), []);
  });
  for (const period of ['2026-13', '2026-1', 'past']) {
    it(`period ${period} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${FEES}/${period}`), 400, 'validation-failed'));
  }
});

describe('GET .../management-fees/past/not-executed', () => {
  for (const [now, last] of [
    ['2026-03-10T12:00:00Z', '2026-01'],
    ['2026-03-10T22:59:59Z', '2026-01'],
    ['2026-03-10T23:00:00Z', '2026-02'],
    ['2026-03-11T12:00:00Z', '2026-02'],
  ] as const) {
    it(`on ${now}: until ${last}`, async () => {
      const own = await project();
      await world.moveClock({ now });
      const { body } = expectStatus(await admin.client.get<Fee[]>(`${FEES}/past/not-executed`), 200);
      const periods = body.filter(({ propertyId }) => propertyId === own.propertyId).map(({ period }) => period);
      assert.equal(periods.at(-1), last);
      assert.equal(periods[0], '2026-01');
      shows('limit.fee-cut-off');
    });
  }
});

describe('POST .../management-fees/transfer-one', () => {
  // The first month of the schedules is over, and no other.
  beforeEach(() => world.moveClock({ now: '2026-02-02T10:00:00Z' }));
  it('takes what the echeance brought, and the platform invoices it', async () => {
    const own = await project();
    await pay(own, 89_167);
    const main = await account('PLAT:MAIN');
    const id = own.echeances[0]?.id;
    const look = async () => (await feesOf('2026-01', own))[0]?.status;
    const change = { from: 'notExecuted', to: 'executed', look, by: () => transfer(id) };
    expectStatus(await world.changes('state.fees-transferred', change), 201);
    assert.deepEqual(
      [await purse(own, 'FEES'), await purse(own, 'MAIN'), await purse(own, 'COUPON'), await account('PLAT:MAIN')],
      [0, 100_000, 79_167, main + 10_000],
    );
    assert.deepEqual(
      (await invoicesOf(id)).map(({ excl, vat }) => [Number(excl), Number(vat)]),
      [[8_333, 1_667]],
    );
    assert.equal(await auditsOf(TRANSFER, id), 1);
  });
  it('advances what is lacking, and gets it back with the next payment', async () => {
    const own = await project();
    await pay(own, 60_000);
    expectStatus(await transfer(own.echeances[0]?.id), 201);
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'COUPON')], [90_000, 60_000]);
    await pay(own, 29_167);
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'COUPON'), await purse(own, 'FEES')], [100_000, 79_167, 0]);
  });
  it('twice at once: one movement, one audit row, one invoice -> 400 management-fees-must-be-not-executed', async () => {
    const own = await project();
    const id = own.echeances[0]?.id;
    const answers = await Promise.all([transfer(id), transfer(id)]);
    assert.ok(answers.some(({ status }) => status === 201));
    await world.runJob('wallet-transactions');
    assert.equal(await purse(own, 'MAIN'), 90_000);
    assert.deepEqual([await auditsOf(TRANSFER, id), (await invoicesOf(id)).length], [1, 1]);
    expectCode(await transfer(id), 400, 'management-fees-must-be-not-executed');
  });
  it('refused by the provider -> 500 internal-error, and the money is back', async () => {
    const own = await project();
    const id = own.echeances[0]?.id;
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    expectCode(await transfer(id), 500, 'internal-error');
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'HELD'), await auditsOf(TRANSFER, id)], [100_000, 0, 1]);
    expectStatus(await transfer(id), 201);
  });
  it('a reply lost after the effect: 500, the next call settles it without a second movement', async () => {
    const own = await project();
    const id = own.echeances[0]?.id;
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    const paymentId = expectOpen(await transfer(id), 500, 'internal-error');
    const open = (await feesOf('2026-01', own))[0]?.openPayment;
    assert.deepEqual([open?.id, open?.isAccepted], [paymentId, false]);
    assert.equal(await purse(own, 'HELD'), 10_000);
    expectCode(await mark(own, id), 400, 'management-fees-must-be-not-executed');
    expectStatus(await transfer(id), 201);
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'HELD')], [90_000, 0]);
  });
  it('neither the echeance nor the project can pay -> 500 internal-error', async () => {
    const own = await project(9_999);
    expectCode(await transfer(own.echeances[0]?.id), 500, 'internal-error');
    assert.equal((await feesOf('2026-01', own))[0]?.status, 'notExecuted');
  });
  it('advances no month that is not over, though the owner has money there -> 500 internal-error', async () => {
    const own = await project();
    await world.moveClock({ now: '2026-03-31T21:59:59Z' });
    expectCode(await transfer(own.echeances[2]?.id), 500, 'internal-error');
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'HELD')], [100_000, 0]);
    // What the owner has paid for the fee is no advance.
    await pay(own, 89_167, own.echeances[2]);
    expectStatus(await transfer(own.echeances[2]?.id), 201);
    await world.moveClock({ now: '2026-04-01T06:00:00Z' });
    const other = await project();
    await pay(other, 89_167);
    await pay(other, 89_167, other.echeances[1]);
    expectStatus(await transfer(other.echeances[2]?.id), 201);
  });
  it('advances nothing out of capital that was never lent, which is the holders’ -> 500 internal-error', async () => {
    const terms = { totalFundedAmount: 10_095_000 };
    const own = await scheduledProperty(world, admin, { mainCents: 100_000, terms });
    await pay(own, 79_167);
    expectCode(await transfer(own.echeances[0]?.id), 500, 'internal-error');
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'HELD')], [100_000, 0]);
    const [fee] = await feesOf('2026-01', own);
    assert.equal(fee?.status, 'notExecuted');
  });
  it('advances nothing out of a loan that is planned for a later day -> 500 internal-error', async () => {
    const events = [{ type: 'capitalLoaned', date: '2026-12-01', amount: 95_000 }];
    const own = await scheduledProperty(world, admin, { mainCents: 100_000, terms: { totalFundedAmount: 10_095_000, events } });
    await pay(own, 79_167);
    expectCode(await transfer(own.echeances[0]?.id), 500, 'internal-error');
    assert.deepEqual([await purse(own, 'MAIN'), await purse(own, 'HELD')], [100_000, 0]);
  });
  it('advances nothing that the holders are owed, of the month itself or of another that is over -> 500 internal-error', async () => {
    await world.moveClock({ now: '2026-03-01T10:00:00Z' });
    const own = await project(20_000);
    for (const [paidCents, paid] of [
      [0, undefined],
      [79_167, own.echeances[0]],
    ] as const) {
      if (paid) await pay(own, paidCents, paid);
      for (const asked of [own.echeances[0], own.echeances[1]]) expectCode(await transfer(asked?.id), 500, 'internal-error');
    }
    await pay(own, 79_166, own.echeances[1]);
    expectStatus(await transfer(own.echeances[1]?.id), 201);
    assert.equal(await purse(own, 'MAIN'), 9_999);
  });
  it('unknown echeance -> 400 payment-not-found', async () => expectCode(await transfer(newId()), 400, 'payment-not-found'));
  it('without an id -> 400 validation-failed', async () => expectCode(await transfer(undefined), 400, 'validation-failed'));
});

describe('POST .../management-fees/mark-as-executed', () => {
  it('no money leaves; what was there for the fee is surplus', async () => {
    const own = await project();
    await pay(own, 89_167);
    const id = own.echeances[0]?.id;
    const main = await account('PLAT:MAIN');
    const look = async () => (await feesOf('2026-01', own))[0]?.status;
    const change = { from: 'notExecuted', to: 'executed', look, by: () => mark(own, id) };
    expectStatus(await world.changes('state.fees-marked', change), 201);
    assert.deepEqual([await purse(own, 'FEES'), await purse(own, 'SURPLUS'), await account('PLAT:MAIN')], [0, 10_000, main]);
    const [fee] = await feesOf('2026-01', own);
    assert.deepEqual([fee?.status, fee?.comment], ['executed', 'virement hors plateforme']);
    assert.deepEqual([await auditsOf(MARK, id), (await invoicesOf(id)).length], [1, 1]);
  });
  it('paid later, the fee part is surplus too', async () => {
    const own = await project();
    expectStatus(await mark(own, own.echeances[0]?.id), 201);
    await pay(own, 89_167);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [79_167, 0, 10_000]);
    const [echeance] = await readEcheances(admin, own.propertyId);
    assert.deepEqual([echeance?.amountDue, echeance?.remainingToBePaid, echeance?.overpaid], [79_167, 0, 10_000]);
  });
  it('twice at once -> 400 management-fees-must-be-not-executed', async () => {
    const own = await project();
    const id = own.echeances[0]?.id;
    const answers = await Promise.all([mark(own, id), mark(own, id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    expectCode(await mark(own, id), 400, 'management-fees-must-be-not-executed');
    expectCode(await transfer(id), 400, 'management-fees-must-be-not-executed');
    assert.equal((await invoicesOf(id)).length, 1);
  });
  it('unknown echeance, or one of another property -> 400 payment-not-found', async () => {
    const [own, other] = [await project(), await project()];
    expectCode(await mark(own, randomUUID()), 400, 'payment-not-found');
    expectCode(await mark(own, other.echeances[0]?.id), 400, 'payment-not-found');
  });
  for (const comment of ['', ' ', undefined]) {
    it(`comment ${JSON.stringify(comment)} -> 400 validation-failed`, async () =>
      expectCode(
        await admin.client.post(`${FEES}/mark-as-executed`, { propertyId: randomUUID(), paymentId: randomUUID(), comment }),
        400,
        'validation-failed',
      ));
  }
});

describe('who may', () => {
  for (const verb of ['transfer-one', 'mark-as-executed']) {
    it(`${verb} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().post(`${FEES}/${verb}`, {}), 401, 'unauthenticated'));
    it(`${verb} as an investor -> 403 forbidden`, async () =>
      expectCode(await (await signUp(world)).client.post(`${FEES}/${verb}`, {}), 403, 'forbidden'));
  }
});
