// The track record through HTTP: sums of all projects by state, and the record of one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type LentProject, lentProject, payByWire, payOut, tellDefault } from '../../../../test/support/lent-project.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { rowState } from './rules.ts';
import type { ProjectRecord, TrackRecord } from './schemas.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let world: World;
let admin: Person;
let lent: LentProject;

before(async () => {
  world = await startWorld();
  // The loan begins on 1 January 2026.
  await world.moveClock({ now: '2025-12-08T09:00:00Z' });
  admin = await signInAdministrator(world);
  const investor = await verifiedInvestor(world, { fundsCents: 1_000_000 });
  lent = await lentProject(world, admin, { holders: [{ investor, bricks: 100 }] });
});
after(() => world.close());

const all = async () => expectStatus(await world.visitor().get<TrackRecord>('/properties/track-record'), 200).body;
const record = async (id: string = lent.propertyId) =>
  expectStatus(await world.visitor().get<ProjectRecord>(`/properties/${id}/track-record`), 200).body;
const stateOf = async (id: string) =>
  expectStatus(await world.visitor().get<{ state: string }>(`/properties/${id}`), 200).body.state;

describe('GET /properties/:propertyId/track-record', () => {
  it('shows the schedule for the holders, and what of it was paid', async () => {
    await payByWire(world, admin, lent, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    await world.moveClock({ now: '2026-02-12T09:00:00Z' });
    await payOut(world);
    const shown = await world.until(async () => {
      const now = await record();
      return now.interestPaidCents > 0 && now;
    }, 'the coupon to be settled');
    assert.equal(shown.state, 'running');
    assert.equal(shown.collectedCents, 1_000_000);
    assert.equal(shown.interestPaidCents, 10_000);
    assert.equal(shown.capitalPaidBackCents, 0);
    assert.deepEqual(
      shown.schedule.map(({ period, interestCents, capitalCents, state }) => [period, interestCents, capitalCents, state]),
      [
        [lent.echeances[0]?.period, 10_000, 0, 'paid'],
        [lent.echeances[1]?.period, 10_000, 1_000_000, 'coming'],
      ],
    );
    assert.deepEqual([shown.lateSince, shown.missingCents], [null, 0]);
  });

  it('says since when it is late and what lacks, for the holders alone', async () => {
    await world.moveClock({ now: '2026-03-05T09:00:00Z' });
    await tellDefault(world, lent, 'delay');
    const shown = await record();
    assert.equal(shown.state, 'late');
    assert.equal(shown.lateSince, '2026-03-01');
    assert.equal(shown.missingCents, 1_010_000);
    assert.equal(shown.schedule[1]?.state, 'late');
    assert.equal(await stateOf(lent.propertyId), 'late');
  });

  it('names the published prices', async () => {
    const { prices } = await record();
    assert.deepEqual(
      prices.map(({ priceCents }) => priceCents),
      [10_000],
    );
  });

  it('of an unknown property -> 404 property.not-found', async () =>
    expectCode(await world.visitor().get(`/properties/${UNKNOWN}/track-record`), 404, 'property.not-found'));
});

describe('GET /properties/track-record', () => {
  it('sums projects by state, the late ones too', async () => {
    await openFunding(world, { bricks: 10 });
    const { collectedCents, interestPaidCents, states } = await all();
    assert.equal(collectedCents, 1_000_000);
    assert.equal(interestPaidCents, 10_000);
    const late = states.find(({ state }) => state === 'late');
    assert.deepEqual([late?.projectCount, late?.outstandingCents], [1, 1_000_000]);
    assert.equal(states.find(({ state }) => state === 'collecting')?.projectCount, 1);
  });
});

describe('GET /properties', () => {
  it('lists the projects of one state', async () => {
    const list = async (state: string) =>
      expectStatus(await world.visitor().get<{ items: { id: string; state: string }[] }>(`/properties?state=${state}`), 200).body;
    assert.deepEqual(
      (await list('late')).items.map(({ id }) => id),
      [lent.propertyId],
    );
    assert.ok((await list('collecting')).items.every(({ state }) => state === 'collecting'));
    assert.deepEqual((await list('repaid')).items, []);
  });
});

describe('rowState', () => {
  const dueDate = Temporal.PlainDate.from('2026-03-01');
  const facts = { dueDate, owedCents: 100, remainingCents: 100, writtenOffCents: 0 };
  const on = (day: string, change: Partial<typeof facts> = {}) => rowState({ ...facts, ...change }, Temporal.PlainDate.from(day));
  it('is late from the day after the due date', () => {
    assert.deepEqual([on('2026-02-28'), on('2026-03-01'), on('2026-03-02')], ['coming', 'due', 'late']);
  });
  it('is paid whenever nothing remains, and given up where something is not asked for any more', () => {
    assert.equal(on('2026-04-01', { remainingCents: 0 }), 'paid');
    assert.equal(on('2026-02-01', { remainingCents: 40 }), 'paid-in-part');
    assert.equal(on('2026-04-01', { remainingCents: 0, writtenOffCents: 60 }), 'given-up');
  });
});
