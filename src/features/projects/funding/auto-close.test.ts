// The daily job over real fundings: closed as by hand, the rest reported in one message, one failure stops no other.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  passWindows,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { chatWritten, mailsWritten, purseCents } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';

type Summary = { propertyId: PropertyId; confirmedPercentage: number; reason?: string };
type Report = Record<'closed' | 'stuck' | 'approachingExpiry' | 'failures' | 'toWatch' | 'inProgress', Summary[]> & {
  dryRun: boolean;
  message: string;
};
type View = {
  status: string;
  ended: boolean;
  purchasedBrickCount: number | null;
  primaryMarketOpen: boolean;
  financialStatus: string | null;
};

let world: World;
let admin: Person;
let ines: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ines = await verifiedInvestor(world, { fundsCents: 1_000_000 });
});
after(() => world.close());

const run = (dryRun = false) => world.runJob<Report>('funding-auto-close', { dryRun });
const view = async (id: string) => expectStatus(await admin.client.get<View>(`/administration/property/${id}/funding`), 200).body;
const messages = () => chatWritten(world, [], 'funding-follow-up');
const mailsOnTheirWay = () => mailsWritten(world, 'funding-closed');
/** A funding of ten bricks, with bricks bought in windows that are over or not. */
const funding = async (options: {
  name: string;
  bought: number;
  waiting?: number;
  windowOpen?: boolean;
  endsInDays?: number;
}) => {
  const { propertyId, spvId } = await openFunding(world, { bricks: 10, contract: { minBricks: 6 } });
  const fundingMaxEndDate = world.deps.clock
    .now()
    .add({ hours: 24 * (options.endsInDays ?? 60) })
    .toString();
  expectStatus(
    await admin.client.patch(`/administration/property/${propertyId}`, { name: options.name, fundingMaxEndDate }),
    200,
  );
  if (options.bought > 0)
    expectStatus(await ines.client.post(`/properties/${propertyId}/purchase`, { amount: options.bought }), 201);
  await world.runJob('wallet-transactions');
  if (options.waiting)
    expectStatus(await ines.client.post(`/properties/${propertyId}/purchase`, { amount: options.waiting }), 201);
  if (!options.windowOpen) await passWindows(world, propertyId);
  return { propertyId, spvId };
};
const namesOf = (summaries: Summary[]) => summaries.map(({ propertyId }) => propertyId);

describe('funding-auto-close', () => {
  it('says so when no funding is active', async () => {
    const report = await run();
    assert.match(report.message, /Aucun financement actif/);
    assert.deepEqual(await messages(), [report.message]);
  });
  it('closes, alerts, isolates the failure, and reports everything in one message; a dry run changes nothing', async () => {
    const complete = await funding({ name: 'Complet', bought: 10 });
    const broken = await funding({ name: 'Cassé', bought: 10 });
    const other = await funding({ name: 'Aussi complet', bought: 10 });
    const stuck = await funding({ name: 'Bloqué', bought: 10, windowOpen: true, endsInDays: 2 });
    const late = await funding({ name: 'Tardif', bought: 7, endsInDays: 6 });
    const calm = await funding({ name: 'Tranquille', bought: 3, windowOpen: true });
    const fresh = await funding({ name: 'Neuf', bought: 0 });
    // Last: the next payments to move would confirm what waits.
    const watched = await funding({ name: 'Presque', bought: 9, waiting: 1 });
    await propertyIs(world, broken.propertyId, 'withoutSpv');
    const later = await openFunding(world, { bricks: 10 });
    await propertyIs(world, later.propertyId, 'notStarted');

    const simulated = await run(true);
    assert.deepEqual(namesOf(simulated.closed).sort(), [complete, other].map(({ propertyId }) => propertyId).sort());
    assert.deepEqual(namesOf(simulated.failures), [broken.propertyId]);
    assert.match(simulated.message, /simulation/);
    assert.equal((await view(complete.propertyId)).ended, false);
    assert.equal((await messages()).length, 1);
    assert.deepEqual(await mailsOnTheirWay(), []);
    assert.deepEqual(await world.sql('select from funding_auto_closing'), []);

    const look = async () => (({ status, ended }) => [status, ended])(await view(complete.propertyId));
    const change = { from: ['totallyFinanced', false], to: ['totallyFinanced', true], look, by: () => run() };
    const report = await world.changes('state.funding-auto-closed', change);
    const outcomes = ({ dryRun: _, message: __, ...rest }: Report) => rest;
    assert.deepEqual(outcomes(simulated), outcomes(report), 'the dry run told what comes');
    assert.equal((await mailsOnTheirWay()).length, 2);
    assert.deepEqual(namesOf(report.closed).sort(), [complete.propertyId, other.propertyId].sort());
    assert.deepEqual(namesOf(report.failures), [broken.propertyId]);
    assert.deepEqual(namesOf(report.stuck), [stuck.propertyId]);
    assert.deepEqual(namesOf(report.approachingExpiry), [late.propertyId]);
    assert.deepEqual(namesOf(report.toWatch), [watched.propertyId]);
    assert.deepEqual(namesOf(report.inProgress), [calm.propertyId, fresh.propertyId]);
    const [, message = ''] = await messages();
    assert.equal(message, report.message);
    const order = ['Clôturés', 'Bloqués', 'Échéance proche', 'Échecs', 'À surveiller', 'En cours'].map((title) =>
      message.indexOf(title),
    );
    assert.ok(
      order.every((place, index) => place > (order[index - 1] ?? 0)),
      message,
    );
    assert.match(message, /Tardif : fin le [^\n]*70 % confirmés, 70 %/);
    assert.match(message, /Presque : 90 % confirmés, 100 %/);

    const { ended, purchasedBrickCount, primaryMarketOpen, financialStatus } = await view(complete.propertyId);
    assert.deepEqual([ended, purchasedBrickCount, primaryMarketOpen], [true, 10, false]);
    assert.equal(financialStatus, 'reception-by-project-owner-pending');
    assert.equal(await purseCents(world, complete, 'MAIN'), 10_000);
    assert.equal((await view(broken.propertyId)).ended, false);
    shows('job.funding-auto-close');
    shows('event.auto-close-summary');
  });
  it('what an administrator closes meanwhile is neither a failure of the job nor in its report', async () => {
    const { propertyId } = await funding({ name: 'Disputé', bought: 10 });
    const before = (await run()).failures.length;
    const other = await funding({ name: 'Disputé aussi', bought: 10 });
    const lock = await holdLock(world, 'select from property where id = $1 for no key update', [other.propertyId]);
    const ending = admin.client.post(`/administration/property/${other.propertyId}/funding/end/success`);
    await lock.waiting(1);
    const running = run();
    await lock.waiting(2);
    await lock.release();
    expectStatus(await ending, 201);
    const report = await running;
    assert.equal(report.failures.length, before);
    assert.ok(!namesOf([...report.failures, ...report.closed]).includes(other.propertyId));
    assert.doesNotMatch(report.message, /Disputé aussi/);
    assert.equal((await view(propertyId)).ended, true);
  });
  it('run again, it closes nothing twice', async () => {
    const report = await run();
    assert.deepEqual(report.closed, []);
    assert.equal(report.failures.length, 1);
  });
  it('reads any number of fundings in as many statements', async () => {
    const count = async () => {
      const { deps } = world;
      let statements = 0;
      const db = deps.db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const { autoCloseFundings } = await import('./auto-close.ts');
      await autoCloseFundings({ ...deps, db }, { dryRun: true }, operatorRun('test'));
      return statements;
    };
    const before = await count();
    for (let index = 0; index < 5; index += 1) await openFunding(world, { bricks: 1 });
    assert.equal(await count(), before);
  });
  it('runs once a day, at half past seven UTC', async () => {
    // Last: its worker moves what waits.
    await world.another({ api: false, worker: true });
    assert.deepEqual(await world.sql(`select cron, timezone from pgboss.schedule where name = 'funding-auto-close'`), [
      { cron: '30 7 * * *', timezone: 'UTC' },
    ]);
    shows('cron.funding-auto-close');
    shows('limit.auto-close-once-a-day');
  });
});
