// Waves of automatic investment and their simulation, through HTTP, with the provider at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { type CustomerState, customerIs } from '../../../../test/support/customer-states.ts';
import { endPlans, followPlan } from '../../../../test/support/investment-plans.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { clientAt } from '../../../../test/support/processes.ts';
import { contractIs, propertyIs, renameProperty } from '../../../../test/support/property-states.ts';
import { readAudits, readChat } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { planGrowsOlder, queue } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Report = { due: number; finished: number; open: number; broken: number };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  // Runs begin where a test says so, not on the minute.
  await queue.unscheduled(world, 'automatic-funding');
});
after(() => world.close());
beforeEach(() => endPlans(world));
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await world.until(
    async () => (await world.sql(`select from payment where status in ('created', 'sent')`)).length === 0,
    'every payment is settled',
  );
  await assertSoundLedger(world);
});

/** An investor with a plan; `plan` changes the one that takes everything for 100 euros. */
async function planner(fundsCents: number, plan: object = {}): Promise<Investor> {
  const investor = await verifiedInvestor(world, fundsCents > 0 ? { fundsCents } : {});
  await follow(investor, plan);
  return investor;
}
const follow = (investor: Investor, plan: object = {}) => followPlan(world, investor, plan);
const trigger = (propertyId: string, includeInvestorsWithCanceledAutoInvest: unknown = false, by = admin) =>
  by.client.post(`/administration/property/${propertyId}/funding/trigger-automatic-investment`, {
    includeInvestorsWithCanceledAutoInvest,
  });
const statusOfWaves = async (propertyId: PropertyId) =>
  (
    await world.sql<{ status: string }>('select status from automatic_funding_wave where property_id = $1 order by created_at', [
      propertyId,
    ])
  ).map(({ status }) => status);
/** Triggers and waits for the end of the wave; the worker runs it. */
async function wave(propertyId: PropertyId, includesCanceled = false): Promise<void> {
  expectStatus(await trigger(propertyId, includesCanceled), 201);
  await world.until(async () => (await statusOfWaves(propertyId)).every((status) => status === 'done'), 'the wave is done');
}
/** A wave that has begun and cannot go on, as the provider is out of reach; nobody works on it any more. */
async function stuckWave(propertyId: PropertyId): Promise<void> {
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:accountId', mode: 'http-500', times: 1_000 });
  expectStatus(await trigger(propertyId), 201);
  assert.equal((await world.runJob<Report>('automatic-funding')).broken, 1);
  const running = `select from pgboss.job where name = 'automatic-funding' and state in ('created', 'active', 'retry')`;
  await world.until(async () => (await world.sql(running)).length === 0, 'no run is under way');
  assert.deepEqual(await statusOfWaves(propertyId), ['running']);
  await world.control('DELETE', '/faults');
}
/** Bricks by investor and purchase of one property. */
async function bought(propertyId: PropertyId, investors: readonly Investor[]): Promise<(number | undefined)[]> {
  const rows = await world.sql<{ customer_id: CustomerId; bricks: number }>(
    `select customer_id, sum(brick_count)::integer as bricks from purchase where property_id = $1 and is_automatic
       and status not in ('canceled', 'declined') group by customer_id`,
    [propertyId],
  );
  return investors.map(({ customerId }) => rows.find((row) => row.customer_id === customerId)?.bricks);
}
const reasonOf = async (investor: Investor) =>
  (
    await world.sql<{ reason: string }>('select reason from automatic_funding_candidate where customer_id = $1 order by rank', [
      investor.customerId,
    ])
  ).map(({ reason }) => reason);
const confirmed = (propertyId: PropertyId) =>
  world.until(
    async () =>
      (await world.sql(`select from purchase where property_id = $1 and status = 'waiting_provider'`, [propertyId])).length === 0,
    'every purchase is settled',
  );
const chat = async () => (await readChat(world)).filter(({ channel }) => channel === 'automatic-investment');
const named = (propertyId: PropertyId, name: string) => renameProperty(world, propertyId, name);

describe('a wave', () => {
  it('buys for every plan what amount and wallet allow, mails, audits and tells the team', async () => {
    const rich = await planner(50_000, { amountPerPropertyCents: 10_999 });
    const poor = await planner(3_500);
    const broke = await planner(999);
    const off = await planner(50_000, { active: false });
    const { propertyId } = await openFunding(world, { bricks: 100 });
    await named(propertyId, 'Les Saules');
    const answer = expectStatus(await trigger(propertyId), 201);
    assert.equal(answer.text, '');
    await world.until(async () => (await statusOfWaves(propertyId))[0] === 'done', 'the wave is done');
    await confirmed(propertyId);
    assert.deepEqual(await bought(propertyId, [rich, poor, broke, off]), [10, 3, undefined, undefined]);

    const kind = 'PROPERTY_TRIGGER_AUTOMATIC_INVESTMENT';
    const [action, ...more] = await readAudits<{ administrator_email: string; payload: object }>(
      world,
      { targetId: propertyId, kind },
      ['administrator_email', 'payload'],
    );
    assert.deepEqual([action?.administrator_email, more], [admin.email, []]);
    assert.ok('includeInvestorsWithCanceledAutoInvest' in (action?.payload ?? {}));
    const mail = await world.until(
      async () => (await world.mails(rich.email)).find(({ subject }) => subject.includes('Les Saules')),
      'the mail of the purchase',
    );
    assert.match(mail.text, /plan d’investissement automatique/);
    const told = await world.until(async () => (await chat()).find(({ text }) => text.includes('Les Saules')), 'the summary');
    assert.match(told.text, /2 achats, 13 briques, 130,00/);
    const { items } = expectStatus(
      await rich.client.get<{ items: { isAutomatic: boolean; status: string }[] }>('/customers/purchases'),
      200,
    ).body;
    assert.deepEqual(
      items.map(({ isAutomatic, status }) => [isAutomatic, status]),
      [[true, 'confirmed']],
    );
  });

  it('respects contract type, horizon and return, limits included', async () => {
    const fits = await planner(10_000, {
      contractTypes: ['loan'],
      investmentHorizonInMonths: { min: 12, max: 12 },
      returnOnInvestment: { min: 9.5, max: 9.5 },
    });
    const others = await Promise.all(
      [
        { contractTypes: ['obligation', 'royalty'] },
        { investmentHorizonInMonths: { min: 13 } },
        { investmentHorizonInMonths: { max: 11 } },
        { returnOnInvestment: { min: 9.5001 } },
        { returnOnInvestment: { max: 9.4999 } },
      ].map((plan) => planner(10_000, plan)),
    );
    const { propertyId } = await openFunding(world, { bricks: 100, contractType: 'loan' });
    await contractIs(world, propertyId, { horizonInMonths: 12, rateBps: 950 });
    await wave(propertyId);
    assert.deepEqual(await bought(propertyId, [fits, ...others]), [10, ...others.map(() => undefined)]);
  });

  it('a plan with limits does not take a property that states nothing; one without does', async () => {
    const [limited, open] = [await planner(10_000, { returnOnInvestment: { max: 50 } }), await planner(10_000)];
    const { propertyId } = await openFunding(world, { bricks: 100 });
    await wave(propertyId);
    assert.deepEqual(await bought(propertyId, [limited, open]), [undefined, 10]);
  });

  it('leaves out who may not buy: unverified, frozen, blocked, onboarding open, royalty without the flag', async () => {
    const set = async (state: CustomerState) => {
      const investor = await planner(10_000);
      await customerIs(world, investor.customerId, state);
      return investor;
    };
    const refused = [await set('outdated'), await set('frozen'), await set('blocked'), await set('onboardingOpen')];
    const [unflagged, flagged] = [await set('withoutRoyalty'), await planner(10_000)];
    const { propertyId } = await openFunding(world, { bricks: 100, contractType: 'royalty' });
    await wave(propertyId);
    assert.deepEqual(await bought(propertyId, [...refused, unflagged, flagged]), [
      ...refused.map(() => undefined),
      undefined,
      10,
    ]);
    assert.deepEqual(await reasonOf(unflagged), [], 'is no candidate');
    assert.deepEqual(await reasonOf(refused[3] as Investor), ['customer.investor-onboarding-not-completed']);
  });

  it('serves who never had an automatic purchase first, then the older plan, until the bricks are gone', async () => {
    const served = await planner(30_000);
    const earlier = await openFunding(world, { bricks: 10 });
    await wave(earlier.propertyId);
    await confirmed(earlier.propertyId);
    const [old, young, late] = [await planner(10_000), await planner(10_000), await planner(10_000)];
    await planGrowsOlder(world, young.customerId);
    const { propertyId } = await openFunding(world, { bricks: 25 });
    await wave(propertyId);
    // `young` has the oldest plan now; 25 bricks are 10, 10 and 5, and nothing is left for who was served before.
    assert.deepEqual(await bought(propertyId, [young, old, late, served]), [10, 10, 5, undefined]);
    assert.deepEqual(await reasonOf(served), [null, 'primary-purchase.not-enough-bricks']);
  });

  it('keeps the order over many candidates: the bricks end with one of them, and nobody after gets any', async () => {
    const investors: Investor[] = [];
    while (investors.length < 30) investors.push(...(await Promise.all(Array.from({ length: 6 }, () => planner(10_000)))));
    const ranked = async (wanted: PropertyId) =>
      (
        await world.sql<{ bricks: number | null; reason: string | null }>(
          `select purchase.brick_count as bricks, candidate.reason
           from automatic_funding_candidate candidate
           join automatic_funding_wave wave on wave.id = candidate.wave_id
           left join purchase on purchase.id = candidate.purchase_id
           where wave.property_id = $1
           order by candidate.rank`,
          [wanted],
        )
      ).map(({ bricks, reason }) => bricks ?? reason);
    const { propertyId } = await openFunding(world, { bricks: 275 });
    await wave(propertyId);
    await confirmed(propertyId);
    const soldOut = 'primary-purchase.not-enough-bricks';
    assert.deepEqual(
      await ranked(propertyId),
      investors.map((_, rank) => (rank < 27 ? 10 : rank === 27 ? 5 : soldOut)),
    );
  });

  it('false: whoever has any purchase on the property is left out; true: only confirmed and waiting ones count', async () => {
    const [canceled, live, fresh] = [await planner(30_000), await planner(30_000), await planner(30_000)];
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await follow(fresh, { active: false });
    await wave(propertyId);
    await confirmed(propertyId);
    const { items } = expectStatus(await canceled.client.get<{ items: { id: string }[] }>('/customers/purchases'), 200).body;
    expectStatus(await canceled.client.delete(`/customers/purchases/${items[0]?.id}`), 200);
    await follow(fresh);
    await wave(propertyId, false);
    assert.deepEqual(await bought(propertyId, [canceled, live, fresh]), [undefined, 10, 10]);
    await wave(propertyId, true);
    assert.deepEqual(await bought(propertyId, [canceled, live, fresh]), [10, 10, 10]);
  });

  it('run four times at once buys once for each', async () => {
    const investors = await Promise.all(Array.from({ length: 12 }, () => planner(20_000)));
    const { propertyId } = await openFunding(world, { bricks: 500 });
    expectStatus(await trigger(propertyId), 201);
    await Promise.all(Array.from({ length: 4 }, () => world.runJob('automatic-funding')));
    await world.until(async () => (await statusOfWaves(propertyId))[0] === 'done', 'the wave is done');
    assert.deepEqual(
      await bought(propertyId, investors),
      investors.map(() => 10),
    );
    const [count] = await world.sql<{ count: number }>('select count(*)::integer as count from purchase where property_id = $1', [
      propertyId,
    ]);
    assert.equal(count?.count, 12);
  });

  it('a provider that is out of reach keeps everybody’s place; the next run goes on', async () => {
    const investor = await planner(20_000);
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await stuckWave(propertyId);
    assert.deepEqual(await reasonOf(investor), [null]);
    await world.runJob('automatic-funding');
    await world.until(async () => (await statusOfWaves(propertyId))[0] === 'done', 'the wave is done');
    assert.deepEqual(await bought(propertyId, [investor]), [10]);
  });

  it('money that the provider does not have is not spent', async () => {
    const investor = await planner(20_000);
    const { accountId: elsewhere } = await spvWithWallet(world);
    const send = async (fromAccountId: string, toAccountId: string) => {
      const order = {
        fromAccountId,
        toAccountId,
        amountCents: centsOf(15_000),
        reference: randomUUID(),
        comment: 'Not by our books',
      };
      assert.ok((await world.deps.payments.transfer(order)).ok);
    };
    await send(investor.customerId, elsewhere);
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await wave(propertyId);
    assert.deepEqual(await bought(propertyId, [investor]), [5]);
    await confirmed(propertyId);
    await follow(investor, { amountPerPropertyCents: 1_000 });
    const next = await openFunding(world, { bricks: 500 });
    await wave(next.propertyId);
    assert.deepEqual(await reasonOf(investor), [null, 'primary-purchase.not-enough-money']);
    await send(elsewhere, investor.customerId);
  });

  it('what changed since the wave began counts: a plan that was turned off, a purchase by hand', async () => {
    const [turnedOff, byHand] = [await planner(20_000), await planner(20_000)];
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await stuckWave(propertyId);
    await follow(turnedOff, { active: false });
    expectStatus(await byHand.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
    await world.runJob('automatic-funding');
    await world.until(async () => (await statusOfWaves(propertyId))[0] === 'done', 'the wave is done');
    assert.deepEqual(await bought(propertyId, [turnedOff, byHand]), [undefined, undefined]);
    assert.deepEqual(
      [await reasonOf(turnedOff), await reasonOf(byHand)],
      [['investment-plan-disabled'], ['auto-investment.bought-meanwhile']],
    );
  });

  it('of a funding that ended meanwhile ends without a purchase', async () => {
    const investor = await planner(20_000);
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await stuckWave(propertyId);
    await propertyIs(world, propertyId, 'ended');
    await world.runJob('automatic-funding');
    await world.until(async () => (await statusOfWaves(propertyId))[0] === 'done', 'the wave is done');
    assert.deepEqual(await reasonOf(investor), ['primary-purchase.funding-not-open']);
    await propertyIs(world, propertyId, 'notEnded');
  });

  it('that becomes due while the feature is off ends without a purchase', async () => {
    const investor = await planner(20_000);
    const { propertyId } = await openFunding(world, { bricks: 500 });
    await propertyIs(world, propertyId, 'notStarted');
    expectStatus(await trigger(propertyId), 201);
    const off = await world.another({ api: true, worker: false, settings: { ENABLE_INVESTMENT_PLAN: 'false' } });
    await propertyIs(world, propertyId, 'justStarted');
    const client = clientAt({ url: off.url ?? '' }, world.visitor());
    expectStatus(await client.post('/dev/jobs/automatic-funding', {}), 200);
    assert.deepEqual(await statusOfWaves(propertyId), ['done']);
    assert.deepEqual(await reasonOf(investor), ['investment-plan-disabled']);
  });
});

describe('POST trigger-automatic-investment, refused', () => {
  it('a body without the flag, or with another word -> 400 validation-failed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    for (const flag of [null, 'true', 1]) expectCode(await trigger(propertyId, flag), 400, 'validation-failed');
    expectCode(await trigger('not-a-uuid'), 400, 'validation-failed');
  });

  it('unknown -> 400 property-not-found', async () => expectCode(await trigger(newId()), 400, 'property-not-found'));

  it('a draft -> 400 property-not-published', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    await propertyIs(world, propertyId, 'endedDraft');
    expectCode(await trigger(propertyId), 400, 'property-not-published');
    await propertyIs(world, propertyId, 'published');
  });

  it('an ended funding -> 400 funding-already-ended', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    await propertyIs(world, propertyId, 'ended');
    expectCode(await trigger(propertyId), 400, 'funding-already-ended');
    assert.deepEqual(await statusOfWaves(propertyId), []);
  });

  it('while the feature is off, but after the funding -> 400 investment-plan-disabled', async () => {
    const off = await world.another({ api: true, worker: false, settings: { ENABLE_INVESTMENT_PLAN: 'false' } });
    const client = clientAt({ url: off.url ?? '' }, admin.client);
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const path = (id: string) => `/administration/property/${id}/funding/trigger-automatic-investment`;
    const body = { includeInvestorsWithCanceledAutoInvest: true };
    expectCode(await client.post(path(propertyId), body), 400, 'investment-plan-disabled');
    await propertyIs(world, propertyId, 'ended');
    expectCode(await client.post(path(propertyId), body), 400, 'funding-already-ended');
  });

  it('a wave under way, also of two administrators at once -> 400 automatic-funding-job-already-pending', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    await propertyIs(world, propertyId, 'notStarted');
    const answers = await Promise.all([trigger(propertyId), trigger(propertyId), trigger(propertyId)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expectCode(answer, 400, 'automatic-funding-job-already-pending');
    assert.equal((await readAudits(world, { targetId: propertyId }, [])).length, 1);
  });

  it('an investor -> 403 forbidden', async () =>
    expectCode(await trigger(newId(), true, await verifiedInvestor(world)), 403, 'forbidden'));
});

describe('GET simulate-automatic-investment', () => {
  const PATH = '/administration/property/simulate-automatic-investment';
  const simulate = (query: string) => admin.client.get(`${PATH}?${query}`);

  it('answers plain text at once; the figures go to the chat', async () => {
    await planner(10_000, { contractTypes: ['loan'], investmentHorizonInMonths: { max: 31 } });
    await planner(4_999, { contractTypes: ['loan', 'royalty'], returnOnInvestment: { min: 8.35 } });
    await planner(10_000, { investmentHorizonInMonths: { max: 30 } });
    await planner(10_000, { returnOnInvestment: { min: 8.36 } });
    await planner(10_000, { active: false });
    const answer = expectStatus(await simulate('investmentHorizonInMonths=31&returnOnInvestment=8.35'), 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.text, /running/);
    const { text } = await world.until(
      async () => (await chat()).find((message) => message.text.includes('31 mois, 8,35 %')),
      'the figures',
    );
    assert.match(text, /2 plans apporteraient 140,00/);
    assert.match(text, /objectif 5\s000\s000,00/);
    assert.match(text, /0 % de l'objectif/);
    assert.match(text, /Objectif non atteint/);
    assert.match(text, /obligation 0,00\s€, prêt 140,00\s€, royalties 40,00/);
    shows('job.investment-simulation');
    shows('event.simulation-results');
  });

  it('does nothing on HEAD', async () => {
    const jobs = () => world.sql(`select from pgboss.job where name = 'simulate-automatic-investment'`);
    const before = (await jobs()).length;
    // HEAD knows `/:propertyId` only, and this word is no id.
    const { status } = await admin.client.send('HEAD', `${PATH}?investmentHorizonInMonths=7&returnOnInvestment=7`);
    assert.equal(status, 400);
    assert.equal((await jobs()).length, before);
  });

  it('a value that is missing or not positive -> 400 validation-failed', async () => {
    for (const query of [
      '',
      'investmentHorizonInMonths=12',
      'returnOnInvestment=8',
      'investmentHorizonInMonths=0&returnOnInvestment=8',
      'investmentHorizonInMonths=12&returnOnInvestment=0',
      'investmentHorizonInMonths=1.5&returnOnInvestment=8',
      'investmentHorizonInMonths=12&returnOnInvestment=x',
    ])
      expectCode(await simulate(query), 400, 'validation-failed');
  });
});

describe('a publication (moves the clock, so it comes last)', () => {
  it('schedules a wave that begins when the funding starts, and a trigger before that is refused', async () => {
    // Enough for a wave of an earlier test that becomes due as well.
    const investor = await planner(40_000);
    const { spvId } = await spvWithWallet(world);
    const fundingStartDate = Temporal.Now.instant().add({ hours: 48 }).toString();
    const { body } = expectStatus(
      await admin.client.post<{ id: PropertyId }>('/administration/property', {
        ...{
          name: 'Les Ormes',
          investorContractType: 'obligation',
          spvId,
          imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'],
        },
        ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_000, fundingStartDate },
      }),
      201,
    );
    expectStatus(await admin.client.patch(`/administration/property/${body.id}/publish`, {}), 200);
    assert.deepEqual(await statusOfWaves(body.id), ['pending']);
    expectCode(await trigger(body.id), 400, 'automatic-funding-job-already-pending');
    await world.moveClock({ advance: 'PT47H59M' });
    await world.runJob('automatic-funding');
    assert.deepEqual(await statusOfWaves(body.id), ['pending']);
    await world.moveClock({ advance: 'PT2M' });
    const dry = await world.runJob<Report>('automatic-funding', { dryRun: true });
    assert.ok(dry.due > 0 && dry.finished === 0);
    await world.runJob('automatic-funding');
    await world.until(async () => (await statusOfWaves(body.id))[0] === 'done', 'the wave is done');
    assert.deepEqual(await bought(body.id, [investor]), [10]);
    shows('job.automatic-funding');
  });
});
