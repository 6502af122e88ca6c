// A transaction that waits for a project holds no lock after it: two that lock rows in one order never wait for each other.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { holdLock } from '../support/held-lock.ts';
import { repaidProject } from '../support/scheduled-property.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const PROPERTY = 'select from property where id = $1 for no key update nowait';

let world: World;
let admin: Person;
let [first, second]: string[] = [];
let accountId: string;
let deadlocksBefore: number;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  const spv = await spvWithWallet(world);
  ({ accountId } = spv);
  const terms = {
    holders: [{ investor: await verifiedInvestor(world), bricks: 1 }],
    ...{ mainCents: 0, escrowCents: 0, totalFundedCents: 10_000, spv },
  };
  const projects = [await repaidProject(world, admin, terms), await repaidProject(world, admin, terms)];
  [first, second] = projects.map(({ propertyId }) => propertyId).sort();
  deadlocksBefore = await deadlocks();
});
after(() => world.close());
afterEach(async () => {
  assert.equal(await deadlocks(), deadlocksBefore);
  await proveLedger(admin);
});

async function deadlocks(): Promise<number> {
  const [row] = await world.sql<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(row?.deadlocks);
}

/** `work` waits for the first project; its holder takes `next`, which the other must not hold yet. */
async function meets<Done>(
  project: string | undefined,
  work: () => Promise<Done>,
  next: { statement: string; value: () => Promise<unknown> },
): Promise<Done> {
  const other = await holdLock(world, PROPERTY, [project]);
  const done = work();
  await other.waiting(1);
  await other.take(next.statement, [await next.value()]);
  await other.release();
  return done;
}

describe('two that take the projects of one SPV', () => {
  const next = { statement: PROPERTY, value: async () => second };

  it('a wire finds its place: the projects in the order of their ids', async () => {
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 500 });
    await meets(first, () => world.runJob('incoming-wires'), next);
    const waiting = await world.sql('select from received_payment where amount_cents = 500');
    assert.equal(waiting.length, 1);
  });
  it('referral rewards are paid out: the same', async () => {
    const { paidOut } = await meets(
      first,
      () => world.runJob<{ paidOut: number }>('referral-primary-purchase-auto-payout'),
      next,
    );
    assert.equal(paidOut, 2);
  });
});

describe('a wave of automatic investment', () => {
  it('takes the project before the candidate', async () => {
    const investor = await verifiedInvestor(world, { fundsCents: 5_000 });
    const plan = { active: true, amountPerPropertyCents: 1_000, contractTypes: ['obligation'] };
    expectStatus(await investor.client.put('/customers/investment-plan', plan), 200);
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const path = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
    expectStatus(await admin.client.post(path, { includeInvestorsWithCanceledAutoInvest: false }), 201);
    const next = {
      statement: 'select from automatic_funding_candidate where customer_id = $1 for update nowait',
      value: async () => investor.customerId,
    };
    const report = await meets(propertyId, () => world.runJob<{ finished: number }>('automatic-funding'), next);
    assert.equal(report.finished, 1);
    const bought = await world.sql('select from purchase where customer_id = $1 and is_automatic', [investor.customerId]);
    assert.equal(bought.length, 1);
  });
});
