// The money of a final settlement: penalties of the platform, and capital that was never lent, through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { penalize } from '../../../../test/support/finished-project.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { availableOf, ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import {
  repaidProject,
  type ScheduledProperty,
  scheduledProperty,
  type Terms,
} from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import type { Settlement } from './schemas.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const ESCROW_CENTS = 237_500;

let world: World;
let admin: Person;
let holders: Investor[];

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holders = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
  await world.moveClock({ now: '2026-06-15T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

/** G-1 with penalties of 700 for the platform on two echeances, repaid as far as the status says. */
async function repaid(
  options: { terms?: Terms; mainCents?: number; penalties?: readonly number[]; status?: string; spv?: Spv } = {},
): Promise<ScheduledProperty> {
  const { terms = {}, mainCents = 0, penalties = [500, 200], status = 'repayment-finished' } = options;
  const owners = holders.map((investor, index) => ({ investor, bricks: [3, 3, 1][index] ?? 0 }));
  const { spv } = options;
  const own = await scheduledProperty(world, admin, { terms, mainCents, holders: owners, ...(spv ? { spv } : {}) });
  if (penalties.length > 0) await penalize(world, own, penalties);
  await financialStatusIs(world, [own.propertyId], status);
  return own;
}

/** A wire of the owner that is for no echeance. */
async function archive({ propertyId, accountId, spvId }: ScheduledProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find((wire) => wire.spvId === spvId)?.id;
  // Of an SPV with several projects it is for none of them until somebody says so.
  expectStatus(await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId, newProjectId: propertyId }), 201);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId, comment: 'Pénalités' }), 201);
}

const path = (propertyId: PropertyId, verb = '') => `/administration/property/${propertyId}/solde-de-tout-compte${verb}`;
const read = async ({ propertyId }: { propertyId: PropertyId }) =>
  expectStatus(await admin.client.get<Settlement>(path(propertyId)), 200).body;
const transfer = ({ propertyId }: { propertyId: PropertyId }) => admin.client.post<Settlement>(path(propertyId, '/penalties'));
const giveBack = ({ propertyId }: { propertyId: PropertyId }) =>
  admin.client.post<{ distributedCents: number; holderCount: number; runId: string }>(path(propertyId, '/unlent-capital'));
const settle = ({ propertyId }: { propertyId: PropertyId }) =>
  admin.client.post(path(propertyId, '/owner'), { action: 'handed-over', comment: 'Par chèque' });
const purse = (name: string) => ledgerCents(world, name);
const purseOf = ({ propertyId }: ScheduledProperty, name: string) => purse(`PRO:${propertyId}:${name}`);
const auditsOf = ({ propertyId }: ScheduledProperty) =>
  readAudits<{ kind: string; payload: unknown }>(world, { targetId: propertyId, kind: 'PROPERTY_SOLDE%' }, ['kind', 'payload']);
const walletOf = (investor: Investor) => availableOf(investor);

describe('GET /administration/property/:propertyId/solde-de-tout-compte', () => {
  it('what the owner owes, while surplus and escrow do not cover the penalties', async () => {
    const own = await repaid({ terms: { interestSequestre: 100 } });
    assert.deepEqual(await read(own), {
      propertyId: own.propertyId,
      financialStatus: 'repayment-finished',
      doneAt: null,
      penalties: { claimedCents: 700, transferredCents: 0, status: 'claimed', transferredAt: null, openPayment: null },
      held: { surplusCents: 0, escrowCents: 100 },
      owner: { owesCents: 600, getsBackCents: 0 },
      payBack: { mainCents: 0, surplusCents: 0, escrowCents: 100, totalCents: 100 },
      chargedBack: { openCents: 0 },
      unlentCapital: { totalCents: 0, distributedCents: 0 },
      purses: {
        ...{ collectCents: 0, mainCents: 0, escrowCents: 100, unassignedCents: 0, feesCents: 0 },
        ...{ couponCents: 0, capitalCents: 0, surplusCents: 0, heldCents: 0 },
      },
      open: { payments: 0, payouts: 0 },
      blocks: { owner: [], done: ['solde-de-tout-compte-purse-not-empty'] },
      ownerSettlements: [],
    });
    await archive(own, 650);
    assert.deepEqual((await read(own)).owner, { owesCents: 0, getsBackCents: 50 });
  });
  it('a property without a schedule: zeros', async () => {
    const owners = [{ investor: holders[0] ?? assert.fail(), bricks: 1 }];
    const funds = { mainCents: 0, escrowCents: ESCROW_CENTS, totalFundedCents: 10_000_000 };
    const { penalties, unlentCapital } = await read(await repaidProject(world, admin, { holders: owners, ...funds }));
    assert.deepEqual([penalties.status, unlentCapital.totalCents], ['none', 0]);
  });
  it('unknown -> 404 not-found', async () => expectCode(await admin.client.get(path(newId())), 404, 'not-found'));
});

describe('POST .../solde-de-tout-compte/penalties', () => {
  it('leave surplus first, then the escrow; audited; shown', async () => {
    const own = await repaid();
    await archive(own, 300);
    const before = await purse('PLAT:MAIN');
    const { body } = expectStatus(await transfer(own), 201);
    assert.deepEqual([body.penalties.transferredCents, body.penalties.status], [700, 'transferred']);
    assert.deepEqual(body.held, { surplusCents: 0, escrowCents: ESCROW_CENTS - 400 });
    assert.deepEqual(body.owner, { owesCents: 0, getsBackCents: ESCROW_CENTS - 400 });
    assert.deepEqual([await purseOf(own, 'SURPLUS'), await purseOf(own, 'ESCROW')], [0, ESCROW_CENTS - 400]);
    assert.deepEqual([await purseOf(own, 'HELD'), (await purse('PLAT:MAIN')) - before], [0, 700]);
    assert.deepEqual(await auditsOf(own), [{ kind: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_PENALTIES', payload: { amountCents: 700 } }]);
  });
  it('four at once, and again -> 400 solde-de-tout-compte-penalties-already-transferred', async () => {
    const own = await repaid();
    const answers = await Promise.all([transfer(own), transfer(own), transfer(own), transfer(own)]);
    for (const answer of answers)
      if (answer.status !== 201) expectCode(answer, 400, 'solde-de-tout-compte-penalties-already-transferred');
    expectCode(await transfer(own), 400, 'solde-de-tout-compte-penalties-already-transferred');
    assert.equal(await purseOf(own, 'ESCROW'), ESCROW_CENTS - 700);
    assert.equal((await auditsOf(own)).length, 1);
  });
  it('refused by the provider, and free for another try -> 500 internal-error', async () => {
    const own = await repaid();
    await archive(own, 300);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    expectCode(await transfer(own), 500, 'internal-error');
    assert.deepEqual(
      [await purseOf(own, 'SURPLUS'), await purseOf(own, 'ESCROW'), await purseOf(own, 'HELD')],
      [300, ESCROW_CENTS, 0],
    );
    assert.equal((await auditsOf(own)).length, 1);
    expectStatus(await transfer(own), 201);
  });
  it('a reply lost after the effect -> 500 internal-error; the next call finds it', async () => {
    const own = await repaid();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: 100 });
    expectOpen(await transfer(own), 500, 'internal-error');
    const { status, openPayment } = (await read(own)).penalties;
    assert.deepEqual([status, openPayment?.isAccepted], ['pending', false]);
    expectStatus(await transfer(own), 201);
    assert.equal(await purseOf(own, 'ESCROW'), ESCROW_CENTS - 700);
    const { movements } = await world.control<{ movements: { direction: string }[] }>('GET', `/accounts/${own.accountId}`);
    assert.equal(movements.filter(({ direction }) => direction === 'out').length, 1);
  });
  it('kept pending by the provider: answered as such, shown and audited', async () => {
    const own = await repaid();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    assert.equal(expectStatus(await transfer(own), 201).body.penalties.status, 'pending');
    assert.equal(expectStatus(await transfer(own), 201).body.penalties.status, 'pending');
    assert.deepEqual([await purseOf(own, 'HELD'), (await auditsOf(own)).length], [700, 1]);
    assert.equal((await read(own)).penalties.openPayment?.isAccepted, true);
    const [open] = await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'penalties' and status = 'sent'`,
    );
    await world.control('POST', `/p2p/${open?.id}/complete`);
    await world.runJob('wallet-transactions');
    assert.equal((await read(own)).penalties.status, 'transferred');
    assert.deepEqual([await purseOf(own, 'HELD'), (await auditsOf(own)).length], [0, 1]);
  });
  it('more than surplus and escrow hold -> 400 solde-de-tout-compte-penalties-not-covered', async () => {
    const own = await repaid({ terms: { interestSequestre: 100 } });
    expectCode(await transfer(own), 400, 'solde-de-tout-compte-penalties-not-covered');
  });
  it('of another project of the SPV nothing is taken, neither surplus nor escrow -> 400 solde-de-tout-compte-penalties-not-covered', async () => {
    const own = await repaid({ terms: { interestSequestre: 100 } });
    const neighbour = await repaid({ spv: own, penalties: [] });
    await archive(neighbour, 2_000);
    assert.deepEqual((await read(own)).held, { surplusCents: 0, escrowCents: 100 });
    expectCode(await transfer(own), 400, 'solde-de-tout-compte-penalties-not-covered');
    await archive(own, 600);
    expectStatus(await transfer(own), 201);
    assert.deepEqual((await read(neighbour)).held, { surplusCents: 2_000, escrowCents: ESCROW_CENTS });
  });
  it('what they took of the escrow pays no interest any more', async () => {
    const own = await repaid();
    expectStatus(await transfer(own), 201);
    const schedule = expectStatus(
      await admin.client.get<{ interestSequestreRemaining: number }>(
        `/administration/property/${own.propertyId}/payment-schedule`,
      ),
      200,
    );
    assert.equal(schedule.body.interestSequestreRemaining, ESCROW_CENTS - 700);
  });
  it('settled -> 400 solde-de-tout-compte-already-done', async () => {
    const own = await repaid({ terms: { interestSequestre: 0 } });
    expectStatus(await admin.client.post(path(own.propertyId, '/done')), 201);
    expectCode(await transfer(own), 400, 'solde-de-tout-compte-already-done');
    const [{ payload } = { payload: undefined }] = await auditsOf(own);
    assert.equal((payload as Settlement).penalties.claimedCents, 700);
  });
  it('none -> 400 solde-de-tout-compte-no-penalties', async () =>
    expectCode(await transfer(await repaid({ penalties: [] })), 400, 'solde-de-tout-compte-no-penalties'));
  it('not repaid -> 400 project-must-be-in-repayment-finished-status', async () =>
    expectCode(
      await transfer(await repaid({ status: 'repayment-ongoing' })),
      400,
      'project-must-be-in-repayment-finished-status',
    ));
  it('unknown -> 404 not-found', async () => expectCode(await transfer({ propertyId: newId() }), 404, 'not-found'));
});

describe('POST .../solde-de-tout-compte/unlent-capital', () => {
  const UNLENT: Terms = { totalFundedAmount: 10_001_000, initialCapitalLoaned: { date: '2026-01-01', amount: 10_000_000 } };

  it('goes back to the holders by largest remainder, once, and they are notified', async () => {
    const own = await repaid({ terms: UNLENT, mainCents: 1_000, penalties: [] });
    const before = await Promise.all(holders.map(walletOf));
    assert.equal((await read(own)).unlentCapital.totalCents, 1_000);
    const answers = await Promise.all([giveBack(own), giveBack(own)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    const done = answers.find(({ status }) => status === 201)?.body;
    assert.deepEqual([done?.distributedCents, done?.holderCount], [1_000, 3]);
    expectCode(await giveBack(own), 400, 'solde-de-tout-compte-unlent-capital-already-distributed');
    await world.runJob('wallet-transactions');
    const after = await Promise.all(holders.map(walletOf));
    const got = after.map((cents, index) => cents - (before[index] ?? 0));
    assert.deepEqual([got.toSorted((a, b) => b - a), got[2]], [[429, 428, 143], 143]);
    assert.deepEqual([await purseOf(own, 'MAIN'), await purseOf(own, 'CAPITAL')], [0, 0]);
    assert.deepEqual((await read(own)).unlentCapital, { totalCents: 1_000, distributedCents: 1_000 });
    assert.deepEqual(
      (await auditsOf(own)).map(({ kind }) => kind),
      ['PROPERTY_SOLDE_DE_TOUT_COMPTE_UNLENT_CAPITAL'],
    );
    const mails = await world.sql(
      `select from pgboss.job where name = 'send-email' and data -> 'data' ->> 'kind' = 'unlent-capital'`,
    );
    assert.equal(mails.length, 3);
    const report = expectStatus(
      await admin.client.get<{ totals: { capitalCents: number } }>('/administration/payouts/2026-06'),
      200,
    );
    assert.equal(report.body.totals.capitalCents, 1_000);
  });
  it('what was collected beyond the schedule goes with it, as far as MAIN has it; the rest is the owner’s', async () => {
    // Seven bricks of 1 428 715 collect 10 001 005.
    const [rich, lent] = [await repaid({ terms: UNLENT, mainCents: 1_500 }), await repaid({ mainCents: 3, penalties: [] })];
    assert.equal(expectStatus(await giveBack(rich), 201).body.distributedCents, 1_005);
    assert.deepEqual((await read(rich)).unlentCapital, { totalCents: 1_005, distributedCents: 1_005 });
    // Seven bricks of 1 428 572 collect 10 000 004, all that the schedule lends and four cents: one was transferred.
    expectCode(await settle(lent), 400, 'solde-de-tout-compte-unlent-capital-not-distributed');
    assert.equal(expectStatus(await giveBack(lent), 201).body.distributedCents, 3);
    await world.runJob('wallet-transactions');
    assert.deepEqual([await purseOf(rich, 'MAIN'), await purseOf(lent, 'MAIN')], [495, 0]);
    const { unlentCapital, blocks } = await read(lent);
    assert.deepEqual([unlentCapital, blocks.owner], [{ totalCents: 3, distributedCents: 3 }, []]);
  });
  it('a payout that the provider refuses is ordered again by the capital run', async () => {
    const own = await repaid({ terms: UNLENT, mainCents: 1_000, penalties: [] });
    expectStatus(await giveBack(own), 201);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await world.runJob('wallet-transactions');
    assert.ok((await purseOf(own, 'CAPITAL')) > 0);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    assert.equal(await purseOf(own, 'CAPITAL'), 0);
  });
  it('less in MAIN than was not lent -> 400 solde-de-tout-compte-unlent-capital-not-covered', async () =>
    expectCode(
      await giveBack(await repaid({ terms: UNLENT, mainCents: 999 })),
      400,
      'solde-de-tout-compte-unlent-capital-not-covered',
    ));
  it('settled -> 400 solde-de-tout-compte-already-done', async () => {
    const own = await repaid({ terms: { ...UNLENT, interestSequestre: 0 } });
    expectStatus(await admin.client.post(path(own.propertyId, '/done')), 201);
    expectCode(await giveBack(own), 400, 'solde-de-tout-compte-already-done');
  });
  it('everything was lent -> 400 solde-de-tout-compte-no-unlent-capital', async () =>
    expectCode(await giveBack(await repaid()), 400, 'solde-de-tout-compte-no-unlent-capital'));
  it('not repaid -> 400 project-must-be-in-repayment-finished-status', async () =>
    expectCode(await giveBack(await repaid({ status: 'repayment-delay' })), 400, 'project-must-be-in-repayment-finished-status'));
  it('unknown -> 404 not-found', async () => expectCode(await giveBack({ propertyId: newId() }), 404, 'not-found'));
});

describe('who may', () => {
  for (const verb of ['/penalties', '/unlent-capital']) {
    it(`${verb} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().post(path(newId(), verb)), 401, 'unauthenticated'));
    it(`${verb} as an investor -> 403 forbidden`, async () =>
      expectCode(await (await signUp(world)).client.post(path(newId(), verb)), 403, 'forbidden'));
  }
});
