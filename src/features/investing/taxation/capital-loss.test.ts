// A year of two projects on one SPV, a loan that comes back short and an obligation that does not: the boxes of their holders.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  type Spv,
  sellAndClose,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { type EcheanceView, readEcheances } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { loanInterestAfterLosses } from './rules.ts';
import type { TaxSummary } from './schemas.ts';

const PROPERTY = '/administration/property';
const WIRES = `${PROPERTY}/payment-schedule/wire-to-be-assigned`;
type Project = { propertyId: PropertyId; echeance: EcheanceView };

let world: World;
let admin: Person;
let camille: Investor;
let driss: Investor;
let spv: Spv;
let loan: Project;
let obligation: Project;

/** Funded, closed, paid to its owner but for nothing, and lent for a month at 12 %; amounts in cents. */
async function project(contractType: string, terms: { bricks: [number, number]; fundedCents: number; lentCents: number }) {
  const { bricks, fundedCents, lentCents } = terms;
  const count = bricks[0] + bricks[1];
  const brickPriceCents = fundedCents / count;
  const { propertyId } = await openFunding(world, { bricks: count, brickPriceCents, contractType, spv });
  await sellAndClose(world, { propertyId, brickPriceCents }, [
    { investor: camille, bricks: bricks[0] },
    { investor: driss, bricks: bricks[1] },
  ]);
  const transfer = { action: 'no-withdraw', amountToTransfer: fundedCents };
  expectStatus(await admin.client.post(`${PROPERTY}/${propertyId}/funding/transfer-funds-to-project-owner`, transfer), 201);
  const echeancierConfig = {
    ...{ totalFundedAmount: fundedCents, initialCapitalLoaned: { date: '2026-01-01', amount: lentCents } },
    ...{ durationInMonths: 1, annualInterestPercentage: 12, managementFeesPercentage: 0 },
    ...{ spvCountry: 'France', interestSequestre: 0, events: [] },
  };
  const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
  expectStatus(await admin.client.post(`${PROPERTY}/payment-schedule/v2`, schedule), 201);
  const [echeance = assert.fail('no echeance')] = await readEcheances(admin, propertyId);
  return { propertyId, echeance };
}

async function pay({ propertyId, echeance }: Project, paymentFor: string, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${spv.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const [wire] = expectStatus(await admin.client.get<{ id: string; projectId: PropertyId | null }[]>(WIRES), 200).body;
  const wireToBeAssignedId = wire?.id;
  if (wire?.projectId !== propertyId)
    expectStatus(await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId, newProjectId: propertyId }), 201);
  const assignment = { wireToBeAssignedId, paymentFor, echeanceId: echeance.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

const settleProject = ({ propertyId }: Project) => admin.client.post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/done`);
const summaryOf = async (of: Investor, year = 2026) =>
  expectStatus(await of.client.get<TaxSummary>(`/customers/taxation/summary/${year}`), 200).body;
const boxesOf = async (of: Investor) => (await summaryOf(of)).boxes;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-01-01T10:00:00Z' });
  admin = await signInAdministrator(world);
  [camille, driss] = [await verifiedInvestor(world), await verifiedInvestor(world)];
  spv = await spvWithWallet(world);
  // Of the loan a fifth was never lent to its owner and is gone.
  loan = await project('loan', { bricks: [3, 1], fundedCents: 1_000_000, lentCents: 800_000 });
  obligation = await project('obligation', { bricks: [1, 1], fundedCents: 500_000, lentCents: 500_000 });
  for (const [own, interestCents, capitalCents] of [
    [loan, 8_000, 800_000],
    [obligation, 5_000, 500_000],
  ] as const) {
    await pay(own, 'mensualite', interestCents);
    await pay(own, 'capitalRepayment', capitalCents);
  }
  await world.moveClock({ now: '2026-02-10T10:00:00Z' });
  for (const job of ['coupon-payout', 'capital-payout', 'wallet-transactions', 'coupon-payout']) await world.runJob(job);
});
after(async () => {
  await proveLedger(admin);
  await world.close();
});

describe('GET /customers/taxation/summary/:year of an investor with a loan and an obligation', () => {
  it('interest of the loan in 2TT, of the obligation in 2TR, both in the bases of what was withheld', async () => {
    assert.deepEqual(await boxesOf(camille), {
      '2TT': 6_000,
      '2TR': 2_500,
      '2TY': 0,
      '2TU': 0,
      '2CK': 1_088,
      '2BH': 8_500,
      '2CG': 0,
    });
    const { grossInterestCents, interestByContract, loanInterestAfterLossesCents } = await summaryOf(driss);
    assert.deepEqual(interestByContract, { loanCents: 2_000, obligationCents: 2_500, otherCents: 0 });
    assert.deepEqual([grossInterestCents, loanInterestAfterLossesCents], [4_500, 2_000]);
  });
  it('what the settlement of the loan leaves unpaid is in 2TY of the return and 2TU of the file, by bricks; that of the obligation leaves nothing', async () => {
    expectStatus(await settleProject(obligation), 201);
    assert.equal((await boxesOf(camille))['2TU'], 0);
    expectStatus(await settleProject(loan), 201);
    assert.deepEqual(await boxesOf(camille), {
      '2TT': 6_000,
      '2TR': 2_500,
      '2TY': 150_000,
      '2TU': 150_000,
      '2CK': 1_088,
      '2BH': 8_500,
      '2CG': 0,
    });
    const { boxes, capitalLosses, loanInterestAfterLossesCents, interestByContract } = await summaryOf(driss);
    assert.deepEqual([boxes['2TU'], capitalLosses], [50_000, { loanCents: 50_000, obligationCents: 0 }]);
    assert.deepEqual([interestByContract.loanCents, loanInterestAfterLossesCents], [2_000, 0]);
    const kept = await readAudits<{ payload: { capitalLossCents?: number } }>(
      world,
      { kind: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_DONE' },
      ['payload'],
    );
    assert.deepEqual(
      kept.map(({ payload }) => payload.capitalLossCents),
      [undefined, 200_000],
    );
    expectCode(await settleProject(loan), 400, 'solde-de-tout-compte-already-done');
    assert.equal((await boxesOf(camille))['2TU'], 150_000);
  });
  it('is of the Paris year of the settlement, and on the PDF', async () => {
    await world.moveClock({ now: '2027-01-05T10:00:00Z' });
    assert.deepEqual((await summaryOf(driss, 2027)).boxes, {
      '2TT': 0,
      '2TR': 0,
      '2TY': 0,
      '2TU': 0,
      '2CK': 0,
      '2BH': 0,
      '2CG': 0,
    });
    const cookie = [...driss.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${world.url}/customers/taxation/summary/2026/pdf`, { headers: { cookie } });
    const [text = ''] = sheetsOf(new Uint8Array(await response.arrayBuffer()));
    for (const words of ['2TT', '20,00 €', '2TY', '2TU', '500,00 €', '500 €', '8 000 €'])
      assert.ok(text.includes(words), `${words} is missing in:\n${text}`);
  });
  it('cannot be changed by the application', async () => {
    // Refused by the database: papers of the tax office stay as they are.
    const changed = world.deps.db
      .updateTable('capital_loss')
      .set({ loss_cents: centsOf(1) })
      .execute();
    await assert.rejects(changed, { message: /permission denied/ });
  });
});

describe('interest of loans after the losses of the year', () => {
  for (const [interestCents, lossCents, expected] of [
    [6_000, 0, 6_000],
    [6_000, 4_000, 2_000],
    [6_000, 150_000, 0],
    [1_000_000, 900_000, 200_000],
  ] as const)
    it(`${interestCents} less ${lossCents} is ${expected}`, () =>
      assert.equal(loanInterestAfterLosses(centsOf(interestCents), centsOf(lossCents)), expected));
});
