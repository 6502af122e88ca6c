// Waves that go on: past an investor whose account cannot be read, against plans as they are when they buy, and until somebody ends
// them.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Static } from 'typebox';
import {
  type Investor,
  openFunding,
  type Person,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { endPlans, followPlan } from '../../../../test/support/investment-plans.ts';
import { PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { contractIs, propertyIs, renameProperty } from '../../../../test/support/property-states.ts';
import { chatWritten, readAudits } from '../../../../test/support/readers.ts';
import { queue } from '../../../../test/support/session-states.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import type { WaveOfProperty } from './schemas.ts';

let world: World;
let admin: Person;

before(async () => {
  // Runs begin where a test says so.
  world = await startWorld({ worker: false, settings: PATIENT_WITH_PROVIDER });
  admin = await signInAdministrator(world);
  await queue.unscheduled(world, 'automatic-funding');
});
after(() => world.close());
beforeEach(() => endPlans(world));
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await world.runJob('wallet-transactions');
  await proveLedger(admin);
});

async function planner(plan: object = {}): Promise<Investor> {
  const investor = await verifiedInvestor(world, { fundsCents: 10_000 });
  await follow(investor, plan);
  return investor;
}
const follow = (investor: Investor, plan: object) => followPlan(world, investor, plan);
const at = (propertyId: string, path: string) => `/administration/property/${propertyId}/funding/${path}`;
const trigger = (propertyId: string) =>
  admin.client.post(at(propertyId, 'trigger-automatic-investment'), { includeInvestorsWithCanceledAutoInvest: false });
const end = (propertyId: string, by = admin) => by.client.post(at(propertyId, 'end-automatic-investment'));
const waveOf = async (propertyId: string) =>
  expectStatus(await admin.client.get<Static<typeof WaveOfProperty>>(at(propertyId, 'automatic-investment')), 200).body.wave;
const run = () => world.runJob<{ finished: number; open: number; broken: number }>('automatic-funding');
const unreadable = (investor: Investor, times = 1_000) =>
  world.control('POST', '/faults', { route: `GET /v2/accounts/${investor.customerId}`, mode: 'http-500', times });
const told = (propertyName: string) => chatWritten(world, [propertyName], 'automatic-investment');
async function candidates(propertyId: PropertyId): Promise<Map<CustomerId, string>> {
  const rows = await world.sql<{ id: CustomerId; state: string }>(
    `select candidate.customer_id as id, coalesce(candidate.reason, candidate.status) as state
     from automatic_funding_candidate candidate
     join automatic_funding_wave wave on wave.id = candidate.wave_id
     where wave.property_id = $1`,
    [propertyId],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}
async function named(name: string): Promise<PropertyId> {
  const { propertyId } = await openFunding(world, { bricks: 500 });
  await renameProperty(world, propertyId, name);
  return propertyId;
}
/** A wave that has begun, of whose candidates nobody could be read as the provider is out of reach. */
async function begun(propertyId: PropertyId): Promise<void> {
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:accountId', mode: 'http-500', times: 1_000 });
  expectStatus(await trigger(propertyId), 201);
  assert.equal((await run()).broken, 1);
  await world.control('DELETE', '/faults');
}

describe('a plan that was changed after the wave began', () => {
  it('buys nothing once horizon, return or contract type exclude the property; the others buy', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500, contractType: 'loan' });
    await contractIs(world, propertyId, { horizonInMonths: 24, rateBps: 950 });
    const limits = {
      horizon: { investmentHorizonInMonths: { max: 12 } },
      return: { returnOnInvestment: { min: 10 } },
      type: { contractTypes: ['obligation'] },
      off: { active: false },
      wide: { investmentHorizonInMonths: { min: 24 } },
    };
    const people = new Map<string, Investor>();
    for (const name of Object.keys(limits)) people.set(name, await planner());
    await begun(propertyId);
    for (const [name, plan] of Object.entries(limits)) await follow(people.get(name) ?? assert.fail(), plan);
    await run();
    const states = await candidates(propertyId);
    assert.deepEqual(
      [...people].map(([name, { customerId }]) => [name, states.get(customerId)]),
      [
        ['horizon', 'auto-investment.plan-does-not-fit'],
        ['return', 'auto-investment.plan-does-not-fit'],
        ['type', 'auto-investment.plan-does-not-fit'],
        ['off', 'investment-plan-disabled'],
        ['wide', 'purchased'],
      ],
    );
  });
  it('buys nothing of an offer that was changed either', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500, contractType: 'loan' });
    await contractIs(world, propertyId, { horizonInMonths: 12, rateBps: 950 });
    const investor = await planner({ returnOnInvestment: { min: 9.5 } });
    await begun(propertyId);
    await contractIs(world, propertyId, { horizonInMonths: 12, rateBps: 900 });
    await run();
    assert.equal((await candidates(propertyId)).get(investor.customerId), 'auto-investment.plan-does-not-fit');
  });
  it('keeps a change waiting while its purchase is written: the answer comes after', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500 });
    const investor = await planner();
    await begun(propertyId);
    const lock = await holdLock(world, 'select from customer where id = $1 for update', [investor.customerId]);
    const running = run();
    await lock.waiting(1);
    const changed = follow(investor, { active: false });
    await lock.waiting(2);
    await lock.release();
    await Promise.all([running, changed]);
    assert.equal((await candidates(propertyId)).get(investor.customerId), 'purchased');
  });
});

describe('an investor whose account cannot be read', () => {
  it('stops nobody: the wave goes on, tells the team once, and buys for them later', async () => {
    const propertyId = await named('Les Ifs');
    const [first, ill, last] = [await planner(), await planner(), await planner()];
    await unreadable(ill);
    expectStatus(await trigger(propertyId), 201);
    assert.deepEqual(await run(), { due: 1, finished: 0, open: 1, broken: 0, dryRun: false });
    const read = async () => {
      const states = await candidates(propertyId);
      return [first, ill, last].map(({ customerId }) => states.get(customerId));
    };
    assert.deepEqual(await read(), ['purchased', 'waiting', 'purchased']);
    assert.deepEqual([(await waveOf(propertyId))?.status, (await waveOf(propertyId))?.unread], ['running', 1]);
    await run();
    const messages = await told('Les Ifs');
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', new RegExp(`1 : ${ill.customerId}`));
    await world.control('DELETE', '/faults');
    assert.equal((await run()).finished, 1);
    assert.deepEqual(await read(), ['purchased', 'purchased', 'purchased']);
  });
  it('is left out after some runs, and the wave ends', async () => {
    const propertyId = await named('Les Aulnes');
    const ill = await planner();
    await unreadable(ill);
    expectStatus(await trigger(propertyId), 201);
    for (let passes = 1; passes < 5; passes += 1) assert.equal((await run()).open, 1);
    // The last reading, and the end of the wave with the next look at who waits.
    await run();
    assert.equal((await waveOf(propertyId))?.status, 'done');
    assert.equal((await candidates(propertyId)).get(ill.customerId), 'auto-investment.account-not-read');
    assert.match((await told('Les Aulnes')).at(-1) ?? '', /auto-investment.account-not-read : 1/);
    await world.control('DELETE', '/faults');
    expectStatus(await trigger(propertyId), 201);
    await run();
    assert.equal((await waveOf(propertyId))?.purchases, 1);
  });
  it('is told apart from a provider that is out of reach, for which nobody loses their place', async () => {
    const propertyId = await named('Les Charmes');
    const investor = await planner();
    expectStatus(await trigger(propertyId), 201);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:accountId', mode: 'http-500', times: 1_000 });
    assert.equal((await run()).broken, 1);
    const { waiting, unread } = (await waveOf(propertyId)) ?? assert.fail();
    assert.deepEqual([waiting, unread, await told('Les Charmes')], [1, 0, []]);
    await world.control('DELETE', '/faults');
    // Calls to a provider that was out of reach are held back for a moment.
    await world.until(async () => (await run()).finished === 1, 'the wave goes on');
    assert.equal((await candidates(propertyId)).get(investor.customerId), 'purchased');
  });
});

describe('an investor whose money moves while their account is read', () => {
  it('is read again, and keeps their place before who comes after them', async () => {
    const [{ propertyId }, other] = [await openFunding(world, { bricks: 10 }), await openFunding(world, { bricks: 10 })];
    const first = await verifiedInvestor(world, { fundsCents: 20_000 });
    await follow(first, {});
    const others = [await planner(), await planner()];
    await begun(propertyId);
    await whileBalanceIsRead(world, first, run, async () =>
      expectStatus(await first.client.post(`/properties/${other.propertyId}/purchase`, { amount: 1 }), 201),
    );
    const states = await candidates(propertyId);
    assert.deepEqual(
      [first, ...others].map(({ customerId }) => states.get(customerId)),
      ['purchased', 'primary-purchase.not-enough-bricks', 'primary-purchase.not-enough-bricks'],
    );
  });
});

describe('POST /administration/property/:propertyId/funding/end-automatic-investment', () => {
  it('ends a wave under way: who waits gets nothing, what was bought stays, and another wave may start', async () => {
    const propertyId = await named('Les Hêtres');
    const [lucky, ill] = [await planner(), await planner()];
    await unreadable(ill);
    expectStatus(await trigger(propertyId), 201);
    await run();
    assert.equal(expectStatus(await end(propertyId), 201).text, '');
    const states = await candidates(propertyId);
    assert.deepEqual([states.get(lucky.customerId), states.get(ill.customerId)], ['purchased', 'auto-investment.wave-ended']);
    const { status, purchases, skipped, waiting } = (await waveOf(propertyId)) ?? assert.fail();
    assert.deepEqual({ status, purchases, skipped, waiting }, { status: 'done', purchases: 1, skipped: 1, waiting: 0 });
    assert.match((await told('Les Hêtres')).at(-1) ?? '', /vague arrêtée par un administrateur. 1 achats/);
    const kind = 'PROPERTY_END_AUTOMATIC_INVESTMENT';
    const [audit, ...more] = await readAudits<{ payload: object }>(world, { targetId: propertyId, kind }, ['payload']);
    assert.deepEqual([Object.keys(audit?.payload ?? {}).toSorted(), more], [['investorsLeft', 'waveId'], []]);
    await world.control('DELETE', '/faults');
    expectStatus(await trigger(propertyId), 201);
    await run();
    assert.equal((await candidates(propertyId)).size, 2);
  });
  it('ends one that has not begun', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await planner();
    await propertyIs(world, propertyId, 'notStarted');
    expectStatus(await trigger(propertyId), 201);
    expectStatus(await end(propertyId), 201);
    await propertyIs(world, propertyId, 'justStarted');
    assert.equal((await run()).finished, 0);
    assert.equal((await candidates(propertyId)).size, 0);
  });
  it('while the wave is buying: what it buys stays', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500 });
    const investors = [await planner(), await planner()];
    await begun(propertyId);
    const lock = await holdLock(world, 'select from property where id = $1 for no key update', [propertyId]);
    const running = run();
    await lock.waiting(1);
    const ending = end(propertyId);
    await lock.waiting(2);
    await lock.release();
    // Of a wave that ended by itself meanwhile nothing is left to end.
    assert.ok([201, 400].includes((await ending).status));
    await running;
    const states = await candidates(propertyId);
    assert.deepEqual(
      investors.map(({ customerId }) => states.get(customerId)),
      ['purchased', 'purchased'],
    );
    const [count] = await world.sql<{ count: number }>('select count(*)::integer as count from purchase where property_id = $1', [
      propertyId,
    ]);
    assert.equal(count?.count, 2);
    assert.equal((await waveOf(propertyId))?.status, 'done');
  });
  it('before the purchases of a run that has read its accounts: the run buys nothing', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500 });
    const investor = await planner();
    await begun(propertyId);
    const lock = await holdLock(world, 'select from property where id = $1 for no key update', [propertyId]);
    const ending = end(propertyId);
    await lock.waiting(1);
    const running = run();
    await lock.waiting(2);
    await lock.release();
    expectStatus(await ending, 201);
    await running;
    assert.equal((await candidates(propertyId)).get(investor.customerId), 'auto-investment.wave-ended');
    assert.deepEqual(await world.sql('select from purchase where property_id = $1', [propertyId]), []);
  });
  it('twice, and twice at once: one ends it -> 400 automatic-funding-job-not-pending', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    await planner();
    await begun(propertyId);
    const answers = await Promise.all([end(propertyId), end(propertyId), end(propertyId)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400]);
    expectCode(await end(propertyId), 400, 'automatic-funding-job-not-pending');
    assert.equal((await readAudits(world, { targetId: propertyId, kind: 'PROPERTY_END_AUTOMATIC_INVESTMENT' }, [])).length, 1);
  });
  it('unknown -> 400 property-not-found', async () => expectCode(await end(newId()), 400, 'property-not-found'));
  it('a draft -> 400 property-not-published', async () => {
    const draft = { name: 'Les Brouillons', investorContractType: 'obligation' };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body;
    expectCode(await end(id), 400, 'property-not-published');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(at(newId(), 'end-automatic-investment')), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await end(newId(), await signUp(world)), 403, 'forbidden'));
});

describe('GET /administration/property/:propertyId/funding/automatic-investment', () => {
  it('of a property without waves: null; of one with several the open one, else the last', async () => {
    const { propertyId } = await openFunding(world, { bricks: 500 });
    assert.equal(await waveOf(propertyId), null);
    await planner();
    expectStatus(await trigger(propertyId), 201);
    assert.equal((await waveOf(propertyId))?.status, 'pending');
    await run();
    const { status, candidates: all, purchases, bricks, amountCents } = (await waveOf(propertyId)) ?? assert.fail();
    assert.deepEqual([status, all, purchases, bricks, amountCents], ['done', 1, 1, 10, 10_000]);
  });
  it('unknown -> 400 property-not-found', async () =>
    expectCode(await admin.client.get(at(newId(), 'automatic-investment')), 400, 'property-not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(at(newId(), 'automatic-investment')), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(at(newId(), 'automatic-investment')), 403, 'forbidden'));
});
