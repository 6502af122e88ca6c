// The defaults webhook, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { financialStatusIs, linkSpv, propertyIs } from '../../../../test/support/property-states.ts';
import { chatWritten, purseCents } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const URL = '/administration/defaults-management/echeancier/penalties';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const FEES = '/administration/property/payment-schedule/management-fees/transfer-one';
/** Of echeance 1 of G-1. */
const FEE = 10_000;
const INTEREST = 79_167;
type Shown = { id: string; hasBeenInDelayOrDefaultOnce?: boolean };
type Applied = { penaltiesApplied: { propertyId: PropertyId; echeanceId: EcheanceId; penalty: object }[] };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-02T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const send = (body: unknown, headers: Record<string, string> = { 'x-api-key': 'sandbox-defaults-key' }) =>
  world.visitor().post<Applied>(URL, body, headers);
const project = (options: { financialStatus?: string; mainCents?: number } = {}) => scheduledProperty(world, admin, options);
const transferFee = async (own: ScheduledProperty) =>
  expectStatus(await admin.client.post(FEES, { echeanceId: own.echeances[0]?.id }), 201);
const penalty = (total: unknown, forInvestors: unknown, forBricks: unknown) => ({ total, forInvestors, forBricks });
const told = (
  own: ScheduledProperty,
  status: string | null,
  penalties: readonly { echeance?: number; penalty: object }[] = [],
) => ({
  propertyId: own.propertyId,
  status,
  penalties: penalties.map(({ echeance = 0, penalty: parts }) => ({ echeanceId: own.echeances[echeance]?.id, penalty: parts })),
});
const stateOf = async (own: ScheduledProperty) => {
  const [row] = await world.sql<{ status: string; flag: boolean }>(
    'select financial_status as status, has_been_in_delay_or_default_once as flag from property where id = $1',
    [own.propertyId],
  );
  return [row?.status, row?.flag];
};
const chatAbout = (text: string) => chatWritten(world, [text], 'payment-schedule');
const purse = (own: ScheduledProperty, name: string) => purseCents(world, own, name);

async function pay(own: ScheduledProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  expectStatus(
    await admin.client.post(`${WIRES}/assign`, {
      wireToBeAssignedId: body.find(({ spvId }) => spvId === own.spvId)?.id,
      paymentFor: 'mensualite',
      echeanceId: own.echeances[0]?.id,
      isSimulation: false,
    }),
    201,
  );
}

describe('POST /administration/defaults-management/echeancier/penalties', () => {
  it('delay, default and back to normal; the flag stays', async () => {
    const own = await project();
    const tell = async (status: string | null) =>
      assert.deepEqual(expectStatus(await send([told(own, status)]), 201).body, { penaltiesApplied: [] });
    const [ongoing, late, inDefault] = [
      ['repayment-ongoing', true],
      ['repayment-delay', true],
      ['repayment-default', true],
    ];
    const never = ['repayment-ongoing', false];
    const look = () => stateOf(own);
    await tell(null);
    await world.changes('state.project-delayed', { from: never, to: late, look, by: () => tell('delay') });
    await world.changes('state.project-defaulted', { from: late, to: inDefault, look, by: () => tell('default') });
    await tell('delay');
    await world.changes('state.project-back-to-normal', { from: late, to: ongoing, look, by: () => tell(null) });
  });
  it('administrators see on the property and in the list that it was late once', async () => {
    const own = await project();
    const shown = async () => {
      const one = await admin.client.get<Shown>(`/administration/property/${own.propertyId}`);
      const { body } = expectStatus(await admin.client.get<{ project: Shown }[]>('/administration/property'), 200);
      const listed = body.find(({ project: { id } }) => id === own.propertyId);
      return [expectStatus(one, 200).body, listed?.project].map((view) => view?.hasBeenInDelayOrDefaultOnce);
    };
    assert.deepEqual(await shown(), [false, false]);
    expectStatus(await send([told(own, 'delay')]), 201);
    assert.deepEqual(await shown(), [true, true]);
    expectStatus(await send([told(own, null)]), 201);
    assert.deepEqual(await shown(), [true, true]);
  });
  it('G-10: penalties on an echeance with 50 000 paid, replaced and never added', async () => {
    const own = await project();
    await pay(own, 50_000);
    for (const [parts, due, remaining, isApplied] of [
      [penalty(5_000, 3_000, 2_000), 92_167, 42_167, true],
      [penalty(5_000, 4_000, 1_000), 92_167, 42_167, false],
      [penalty(7_000, 4_000, 3_000), 93_167, 43_167, true],
      [penalty(0, 0, 0), 89_167, 39_167, true],
    ] as const) {
      const { body } = expectStatus(await send([told(own, 'delay', [{ penalty: parts }])]), 201);
      assert.deepEqual(
        body.penaltiesApplied,
        isApplied ? [{ propertyId: own.propertyId, echeanceId: own.echeances[0]?.id, penalty: parts }] : [],
      );
      const [first] = await readEcheances(admin, own.propertyId);
      assert.deepEqual([first?.amountDue, first?.remainingToBePaid], [due, remaining]);
    }
  });
  it('G-10: a paid echeance falls back, and its money is divided anew', async () => {
    const own = await project();
    await pay(own, 90_000);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [79_167, 10_000, 833]);
    expectStatus(await send([told(own, 'delay', [{ penalty: penalty(3_000, 3_000, 0) }])]), 201);
    const [first] = await readEcheances(admin, own.propertyId);
    assert.deepEqual([first?.remainingToBePaid, first?.status], [2_167, 'partiallyPaid']);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'SURPLUS')], [82_167, 7_833, 0]);
  });
  it('money that repaid an advanced fee, and was spent since, is not taken back: the fee stays paid', async () => {
    const own = await project({ mainCents: INTEREST + FEE });
    await transferFee(own);
    await pay(own, 90_000);
    // The advance is back in MAIN, and leaves it for the owner.
    assert.deepEqual(
      [await purse(own, 'COUPON'), await purse(own, 'MAIN'), await purse(own, 'SURPLUS')],
      [INTEREST, INTEREST + FEE, 833],
    );
    const toOwner = { action: 'no-withdraw', amountToTransfer: INTEREST + FEE };
    const path = `/administration/property/${own.propertyId}/funding/transfer-funds-to-project-owner`;
    expectStatus(await admin.client.post(path, toOwner), 201);
    const told3000 = told(own, 'delay', [{ penalty: penalty(5_000, 3_000, 2_000) }]);
    assert.equal(expectStatus(await send([told3000]), 201).body.penaltiesApplied.length, 1);
    // As if the fee had been taken of the 90 000: the investors have 80 000, and the owner is asked for the rest.
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'MAIN'), await purse(own, 'SURPLUS')], [80_000, 0, 0]);
    const first = async () => (await readEcheances(admin, own.propertyId))[0];
    assert.deepEqual([(await first())?.remainingToBePaid, (await first())?.status], [2_167, 'partiallyPaid']);
    await pay(own, 2_167);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'MAIN'), (await first())?.status], [82_167, 0, 'paid']);
    expectStatus(await send([told(own, null, [{ penalty: penalty(0, 0, 0) }])]), 201);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'MAIN'), await purse(own, 'SURPLUS')], [79_167, 0, 3_000]);
  });
  it('notified while the fee is on its way, and the transfer is refused: every purse as if the fee had not been asked for', async () => {
    const own = await project({ mainCents: INTEREST + FEE });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await transferFee(own);
    await pay(own, 90_000);
    expectStatus(await send([told(own, 'delay', [{ penalty: penalty(5_000, 3_000, 2_000) }])]), 201);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(own, 'MAIN')], [80_000, INTEREST + FEE]);
    const [transfer] = await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'management-fees' and status = 'sent' and subject_id = $1`,
      [own.echeances[0]?.id],
    );
    await world.control('POST', `/p2p/${transfer?.id}/fail`);
    await world.runJob('wallet-transactions');
    assert.deepEqual(
      [await purse(own, 'COUPON'), await purse(own, 'FEES'), await purse(own, 'MAIN'), await purse(own, 'SURPLUS')],
      [82_167, 7_833, INTEREST + FEE, 0],
    );
  });
  it('notified twice at once: applied once', async () => {
    const own = await project();
    const body = [told(own, 'delay', [{ penalty: penalty(500, 500, 0) }])];
    const answers = await Promise.all([send(body), send(body)]);
    assert.equal(answers.flatMap((answer) => expectStatus(answer, 201).body.penaltiesApplied).length, 1);
  });
  it('replayed whole: nothing changes, nothing is mailed again', async () => {
    const own = await project();
    await pay(own, 90_000);
    const body = [told(own, 'default', [{ penalty: penalty(900, 600, 300) }, { echeance: 1, penalty: penalty(40, 40, 0) }])];
    assert.equal(expectStatus(await send(body), 201).body.penaltiesApplied.length, 2);
    const seen = async () => [await stateOf(own), await purse(own, 'COUPON'), await readEcheances(admin, own.propertyId)];
    const [before, notices] = [await seen(), (await chatAbout('2 pénalité(s)')).length];
    assert.equal(notices, 1);
    const all = (await chatAbout('pénalité(s)')).length;
    for (let time = 0; time < 2; time += 1) assert.deepEqual(expectStatus(await send(body), 201).body, { penaltiesApplied: [] });
    assert.deepEqual([await seen(), (await chatAbout('pénalité(s)')).length], [before, all]);
    shows('limit.penalty-repeated');
    shows('event.penalties-alert');
  });
  it('an older one after a newer one: the last notified one holds, the flag stays, no penalty is added up', async () => {
    const own = await project();
    await pay(own, 50_000);
    const older = [told(own, 'delay', [{ penalty: penalty(1_000, 1_000, 0) }])];
    const newer = [told(own, null, [{ penalty: penalty(2_500, 2_500, 0) }])];
    for (const [body, due, status] of [
      [newer, 91_667, 'repayment-ongoing'],
      [older, 90_167, 'repayment-delay'],
      [newer, 91_667, 'repayment-ongoing'],
    ] as const) {
      expectStatus(await send(body), 201);
      const [first] = await readEcheances(admin, own.propertyId);
      assert.deepEqual([first?.amountDue, first?.remainingToBePaid], [due, due - 50_000]);
      assert.equal((await stateOf(own))[0], status);
    }
    assert.deepEqual(await stateOf(own), ['repayment-ongoing', true]);
  });
  it('two that differ at once, of two projects in opposite order: each project is as one of the two says, whole', async () => {
    const [one, two] = [await project(), await project()];
    for (const own of [one, two]) await pay(own, 90_000);
    const late = (own: ScheduledProperty) => told(own, 'delay', [{ penalty: penalty(700, 700, 0) }]);
    const defaulted = (own: ScheduledProperty) => told(own, 'default', [{ penalty: penalty(1_900, 1_900, 0) }]);
    const held = [one.propertyId, two.propertyId];
    const lock = await holdLock(world, 'select id from property where id = any ($1) for update', [held]);
    const sent = Promise.all([send([late(one), late(two)]), send([defaulted(two), defaulted(one)])]);
    await lock.waiting(2);
    await lock.release();
    for (const answer of await sent) expectStatus(answer, 201);
    for (const own of [one, two]) {
      const [[status], [first]] = [await stateOf(own), await readEcheances(admin, own.propertyId)];
      const cents = status === 'repayment-delay' ? 700 : 1_900;
      assert.deepEqual([first?.amountDue, await purse(own, 'COUPON')], [89_167 + cents, 79_167 + cents], String(status));
    }
  });
  it('two that differ at once, of one project: the second divides what the first has written', async () => {
    const own = await project();
    await pay(own, 90_000);
    const lock = await holdLock(world, 'select id from property where id = $1 for update', [own.propertyId]);
    const sent = Promise.all([700, 1_900].map((cents) => send([told(own, 'delay', [{ penalty: penalty(cents, cents, 0) }])])));
    await lock.waiting(2);
    await lock.release();
    for (const answer of await sent) assert.equal(expectStatus(answer, 201).body.penaltiesApplied.length, 1);
    const cents = Number((await readEcheances(admin, own.propertyId))[0]?.amountDue) - 89_167;
    assert.ok(cents === 700 || cents === 1_900);
    assert.equal(await purse(own, 'COUPON'), 79_167 + cents);
  });
  it('not in repayment, or unknown: skipped, nothing written, a notice', async () => {
    const early = await project({ financialStatus: 'reception-by-project-owner-pending' });
    const unknown = { ...early, propertyId: newId<PropertyId>() };
    const { body } = expectStatus(
      await send([told(early, 'delay', [{ penalty: penalty(1, 1, 0) }]), told(unknown, 'delay')]),
      201,
    );
    assert.deepEqual(body, { penaltiesApplied: [] });
    assert.deepEqual(await stateOf(early), ['reception-by-project-owner-pending', false]);
    assert.deepEqual([(await chatAbout(early.propertyId)).length, (await chatAbout(unknown.propertyId)).length], [1, 1]);
    shows('event.project-skipped-alert');
  });
  it('an echeance of another project: the whole project is skipped, the batch goes on -> 201 echeance-not-found', async () => {
    const [own, other] = [await project(), await project()];
    const wrong = {
      ...told(own, 'default', [{ penalty: penalty(10, 10, 0) }]),
      penalties: [
        { echeanceId: own.echeances[0]?.id, penalty: penalty(10, 10, 0) },
        { echeanceId: other.echeances[0]?.id, penalty: penalty(10, 10, 0) },
      ],
    };
    const { body } = expectStatus(await send([wrong, told(other, 'delay', [{ penalty: penalty(10, 10, 0) }])]), 201);
    assert.deepEqual(
      body.penaltiesApplied.map(({ propertyId }) => propertyId),
      [other.propertyId],
    );
    assert.deepEqual(await stateOf(own), ['repayment-ongoing', false]);
    assert.match((await chatAbout(own.propertyId))[0] ?? '', /echeance-not-found/);
    shows('webhook.defaults.penalties.201.echeance-not-found');
  });
  it('penalties without a schedule: skipped -> 201 echeancier-not-found', async () => {
    const own = await project();
    const { propertyId: bare } = await openFunding(world, { bricks: 1, spv: own });
    await financialStatusIs(world, [bare], 'repayment-ongoing');
    const body = [{ propertyId: bare, status: 'delay', penalties: [{ echeanceId: randomUUID(), penalty: penalty(1, 1, 0) }] }];
    assert.deepEqual(expectStatus(await send(body), 201).body, { penaltiesApplied: [] });
    assert.match((await chatAbout(bare))[0] ?? '', /echeancier-not-found/);
    expectStatus(await send([{ propertyId: bare, status: 'delay', penalties: [] }]), 201);
    assert.deepEqual(await stateOf({ ...own, propertyId: bare }), ['repayment-delay', true]);
    shows('webhook.defaults.penalties.201.echeancier-not-found');
  });
  it('SPV missing: earlier projects keep their writes -> 500 spv-not-found', async () => {
    const [own, bare] = [await project(), await project()];
    await propertyIs(world, bare.propertyId, 'withoutSpv');
    expectCode(await send([told(own, 'delay'), told(bare, 'delay')]), 500, 'spv-not-found');
    assert.deepEqual(
      [await stateOf(own), await stateOf(bare)],
      [
        ['repayment-delay', true],
        ['repayment-ongoing', false],
      ],
    );
    await linkSpv(world, bare.propertyId, bare.spvId);
  });
  for (const parts of [
    penalty(-1, -1, 0),
    penalty(1.5, 1.5, 0),
    penalty(5, 6, -1),
    penalty(1e12 + 1, 0, 0),
    // Above the total: the right split has the same total, which changes nothing, so it could never be corrected.
    penalty(5, 6, 0),
    penalty(5, 0, 6),
  ]) {
    it(`${JSON.stringify(parts)}: nothing of the project is written -> 500 echeancier-computing-error`, async () => {
      const own = await project();
      const body = [told(own, 'delay', [{ echeance: 1, penalty: penalty(10, 10, 0) }, { penalty: parts }])];
      expectCode(await send(body), 500, 'echeancier-computing-error');
      assert.deepEqual(await stateOf(own), ['repayment-ongoing', false]);
      assert.equal((await readEcheances(admin, own.propertyId))[1]?.amountDue, 89_167);
    });
  }
  it('parts that do not add up are taken as they are', async () => {
    const own = await project();
    expectStatus(await send([told(own, 'delay', [{ penalty: penalty(100, 10, 20) }])]), 201);
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.amountDue, 89_177);
  });
  it('the public page shows the new status at once, also of projects written before a 500', async () => {
    const [own, bare] = [await project(), await project()];
    await propertyIs(world, bare.propertyId, 'withoutSpv');
    const version = async () =>
      Number(
        (
          await world.sql<{ version: string }>('select version from cache_version where key = $1', [`property:${own.propertyId}`])
        )[0]?.version ?? 0,
      );
    const before = await version();
    expectCode(await send([told(own, 'default'), told(bare, null)]), 500, 'spv-not-found');
    assert.equal(await version(), before + 1);
    await linkSpv(world, bare.propertyId, bare.spvId);
    shows('event.status-cache');
  });
  it('items that cannot be read: each is skipped with what is wrong, the others are applied, and the team is notified once', async () => {
    const own = await project();
    const unknown = newId<PropertyId>();
    const id = randomUUID();
    const before = (await chatAbout('')).length;
    const { body } = expectStatus(
      await send([
        { propertyId: 'one\nline', status: null, penalties: [] },
        { propertyId: id, status: 'late', penalties: [] },
        { propertyId: id, penalties: [] },
        { propertyId: unknown, status: 'delay', penalties: [] },
        { propertyId: id, status: null, penalties: [{ echeanceId: id, penalty: { total: 1 } }] },
        null,
        told(own, 'delay', [{ penalty: penalty(700, 700, 0) }]),
      ]),
      201,
    );
    assert.deepEqual(
      body.penaltiesApplied.map(({ propertyId }) => propertyId),
      [own.propertyId],
    );
    assert.equal((await stateOf(own))[0], 'repayment-delay');
    const written = (await chatAbout('')).slice(before);
    assert.equal(written.length, 1);
    const text = written[0] ?? '';
    for (const words of [
      'illisible (/propertyId) : élément 1',
      'illisible (/status) : élément 2',
      'illisible (/) : élément 3, élément 6',
      'illisible (/penalties/n/penalty) : élément 5',
      unknown,
      '1 pénalité(s) appliquée(s)',
    ])
      assert.ok(text.includes(words), `${words} is missing in:\n${text}`);
    assert.ok(!text.includes('one'));
  });
  it('where the batch stopped is in the message, beside what was applied before', async () => {
    const [own, bare] = [await project(), await project()];
    await propertyIs(world, bare.propertyId, 'withoutSpv');
    const late = told(own, 'delay', [{ penalty: penalty(700, 700, 0) }]);
    expectCode(await send([late, told(bare, null), late]), 500, 'spv-not-found');
    const [text = '', ...more] = await chatAbout(bare.propertyId);
    assert.ok(text.includes('1 pénalité(s) appliquée(s)') && text.includes('Arrêt du lot'), text);
    assert.deepEqual(more, []);
    await linkSpv(world, bare.propertyId, bare.spvId);
  });
  it('twenty thousand projects in one call: the one that owes is applied, and the message stays short', async () => {
    const own = await project();
    const others = Array.from({ length: 19_999 }, () => ({
      propertyId: randomUUID(),
      status: 'delay',
      penalties: [{ echeanceId: randomUUID(), penalty: penalty(1, 1, 0) }],
    }));
    const { body } = expectStatus(await send([...others, told(own, 'delay', [{ penalty: penalty(700, 700, 0) }])]), 201);
    assert.equal(body.penaltiesApplied.length, 1);
    const [text = '', ...more] = await chatAbout('19999 ignoré(s)');
    assert.ok(text.length < 2_000 && more.length === 0, `${text.length} characters`);
  });
  it('twenty thousand reports of a project that owes: each change among them is written, in their order', async () => {
    const own = await project();
    const late = told(own, 'delay', [{ penalty: penalty(700, 700, 0) }]);
    const [before, after] = [9_000, 10_997].map((length) => Array.from({ length }, () => late));
    const more = told(own, null, [{ penalty: penalty(800, 800, 0) }]);
    const { body } = expectStatus(await send([...(before ?? []), told(own, 'default'), ...(after ?? []), more, late]), 201);
    assert.deepEqual(
      body.penaltiesApplied.map((one) => one.penalty),
      [700, 800, 700].map((cents) => penalty(cents, cents, 0)),
    );
    assert.deepEqual(await stateOf(own), ['repayment-delay', true]);
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.amountDue, 89_867);
  });
  it('one project more than a call takes: nothing is applied -> 400 validation-failed', async () => {
    const own = await project();
    const late = told(own, 'delay', [{ penalty: penalty(700, 700, 0) }]);
    expectCode(await send(Array.from({ length: 20_001 }, () => late)), 400, 'validation-failed');
    assert.deepEqual(await stateOf(own), ['repayment-ongoing', false]);
  });
  it('no list -> 400 validation-failed', async () => expectCode(await send({}), 400, 'validation-failed'));
  it('no key -> 401 UnauthorizedException', async () => expectCode(await send([], {}), 401, 'UnauthorizedException'));
  it('wrong key -> 401 UnauthorizedException', async () =>
    expectCode(await send([], { 'x-api-key': 'sandbox-webhook-key' }), 401, 'UnauthorizedException'));
});
