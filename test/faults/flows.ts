// Every payment of projects, and those of investors that cost little, ready to be asked for: one of each for every fault.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { carryOutPayment } from '../../src/money/payments/index.ts';
import { type Investor, openFunding, type Person, resaleProperty, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { penalize } from '../support/finished-project.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { financialStatusIs } from '../support/property-states.ts';
import { repaidProject, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus, type World } from '../support/world.ts';
import { byWorker, type Flow, newest } from './flow.ts';
import { payoutFlows, repaidByMany } from './payout-flows.ts';
import { sharedByMany, shareFlows } from './share-flows.ts';
import { unredeemedCards, walletFlows } from './wallet-flows.ts';

const SCHEDULE = '/administration/property/payment-schedule';
const WIRES = `${SCHEDULE}/wire-to-be-assigned`;

export type Prepared = { world: World; admin: Person; count: number; projects: ScheduledProperty[]; flows: Flow[] };
type Setting = { world: World; admin: Person; count: number; holder: Investor };

/** As many projects on ONE SPV as there are faults, and what else the flows begin with. */
export async function prepareFlows(world: World, admin: Person, count: number): Promise<Prepared> {
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  const setting = { world, admin, count, holder: await verifiedInvestor(world) };
  const many = await repaidByMany(setting);
  const shared = await sharedByMany(setting, many.holders);
  await unredeemedCards(setting);
  const spv = await spvWithWallet(world);
  const projects: ScheduledProperty[] = [];
  const penalized: ScheduledProperty[] = [];
  const settled: { propertyId: PropertyId }[] = [];
  const holders = [{ investor: setting.holder, bricks: 1 }];
  // The payouts take years: a fee is advanced beside the interest that the holders are owed, and no capital is due yet.
  const unpaidForYears = { holders, mainCents: 5_000_000, terms: { durationInMonths: 60 }, spv };
  for (let index = 0; index < count; index += 1) {
    projects.push(await scheduledProperty(world, admin, unpaidForYears));
    penalized.push(await scheduledProperty(world, admin, { holders, spv }));
    const terms = { holders, mainCents: 500 + index, escrowCents: 0, totalFundedCents: 10_000, spv };
    settled.push(await repaidProject(world, admin, terms));
  }

  await arrange(setting, projects, { penalized, settled });
  const ibanId = await ibanOf(world, spv.accountId);
  const flows = [
    ...projectFlows(setting, projects, ibanId),
    ...settlementFlows(setting, { penalized, settled, ibanId }),
    ...(await transfersIn(setting, projects)),
    ...(await switches(setting, projects)),
    // From here on payments stand: the sweep would send them.
    ...(await payoutFlows(setting, many)),
    ...(await shareFlows(setting, shared)),
    ...(await investorFlows(setting)),
    ...(await walletFlows(setting, many.propertyId)),
  ];
  return { world, admin, count, projects, flows };
}

/** Fees and penalties, sent by administrators and the defaults platform; the status by SQL, as a year of coupons is not the subject. */
async function arrange(
  { world, admin }: Setting,
  projects: ScheduledProperty[],
  { penalized, settled }: { penalized: ScheduledProperty[]; settled: { propertyId: PropertyId }[] },
): Promise<void> {
  const companyFees = { fundingFees: { amountExcludingTaxCents: 1_000 }, fiducieFees: { amountExcludingTaxCents: 500 } };
  for (const { propertyId } of projects)
    expectStatus(await admin.client.patch(`/administration/property/${propertyId}`, { companyFees }), 200);
  for (const own of penalized) await penalize(world, own, [0, 700]);
  await financialStatusIs(
    world,
    [...penalized, ...settled].map(({ propertyId }) => propertyId),
    'repayment-finished',
  );
}

function projectFlows({ world, admin }: Setting, projects: ScheduledProperty[], ibanId: number): Flow[] {
  const idOf = (index: number) => projects[index]?.propertyId;
  const of = (purpose: string) => ({
    paymentId: (index: number) => newest(world, 'property', idOf(index), purpose),
    isPosted: true,
  });
  type Headers = Record<string, string> | undefined;
  const funding = (index: number, verb: string, headers: Headers, body?: object) =>
    admin.client.post(`/administration/property/${idOf(index)}/funding/${verb}`, body, headers);
  const toOwner = { action: 'withdraw', amountToTransfer: 1_000, providerWithdrawBankAccountId: ibanId };
  const fee = {
    path: '/v2/p2p',
    failure: { status: 500, code: 'p2p-failed-at-provider' },
    shownPending: ({ transfer }: { transfer: unknown }) => transfer === null,
  } as const;
  return [
    {
      what: 'funding fee',
      ...fee,
      ask: (index, headers) => funding(index, 'transfer-funding-fees', headers),
      ...of('funding-fees'),
    },
    {
      what: 'fiducie fee',
      ...fee,
      ask: (index, headers) => funding(index, 'transfer-fiducie-fees', headers),
      ...of('fiducie-fees'),
    },
    {
      what: 'owner transfer',
      path: '/v2/moneyouts',
      ask: (index, headers) => funding(index, 'transfer-funds-to-project-owner', headers, toOwner),
      failure: { status: 500, code: 'transfer-failed-at-provider' },
      ...of('owner-transfer'),
    },
    {
      what: 'management fee',
      path: '/v2/p2p',
      ask: (index, headers) =>
        admin.client.post(`${SCHEDULE}/management-fees/transfer-one`, { echeanceId: projects[index]?.echeances[0]?.id }, headers),
      failure: { status: 500, code: 'internal-error' },
      ...of('management-fees'),
    },
  ];
}

function settlementFlows(
  { world, admin }: Setting,
  of: { penalized: ScheduledProperty[]; settled: { propertyId: PropertyId }[]; ibanId: number },
): Flow[] {
  const ask = (propertyId: PropertyId | undefined, verb: string, headers?: Record<string, string>, body?: object) =>
    admin.client.post(`/administration/property/${propertyId}/solde-de-tout-compte/${verb}`, body, headers);
  const body = { action: 'withdraw', providerWithdrawBankAccountId: of.ibanId };
  return [
    {
      what: 'penalties',
      path: '/v2/p2p',
      ask: (index, headers) => ask(of.penalized[index]?.propertyId, 'penalties', headers),
      failure: { status: 500, code: 'internal-error' },
      paymentId: (index) => newest(world, 'property', of.penalized[index]?.propertyId, 'penalties'),
      isPosted: true,
    },
    {
      what: 'owner settlement',
      path: '/v2/moneyouts',
      ask: (index, headers) => ask(of.settled[index]?.propertyId, 'owner', headers, body),
      failure: { status: 500, code: 'transfer-failed-at-provider' },
      paymentId: (index) => newest(world, 'property', of.settled[index]?.propertyId, 'owner-settlement'),
      isPosted: true,
    },
  ];
}

/** Automatic p2p out of the owner's wallet: created now, and created before, refused, and tried again now. */
async function transfersIn({ world, admin, count }: Setting, projects: ScheduledProperty[]): Promise<Flow[]> {
  const debitAccountId = `owner-${randomUUID().slice(0, 8)}`;
  await world.control('POST', '/accounts', { accountId: debitAccountId, kind: 'legal', status: 6, balanceCents: 500_000 });
  const create = (index: number, headers?: Record<string, string>) => {
    const payment = { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer' };
    const record = { projectId: projects[index]?.propertyId, amount: 1_000 + index, date: '2026-01-19', payment };
    return admin.client.post<{ id: string }>(`${SCHEDULE}/payment-to-be-assigned`, record, headers);
  };
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: count });
  const refused: string[] = [];
  for (let index = 0; index < count; index += 1) refused.push(expectStatus(await create(index), 201).body.id);
  const created: string[] = [];
  const shownPending = ({ providerWireId }: { providerWireId?: number }) => providerWireId === undefined;
  const flow = { path: '/v2/p2p', shownPending, isPosted: true } as const;
  return [
    {
      what: 'payment of the owner',
      ...flow,
      isNewEachTime: true,
      ask: async (index, headers) => {
        const answer = await create(index, headers);
        created[index] = answer.body.id;
        return answer;
      },
      // The record stays, and the team is notified.
      failure: { status: 201 },
      paymentId: (index) => newest(world, 'subject', created[index], 'payment-to-be-assigned'),
    },
    {
      what: 'payment of the owner, tried again',
      ...flow,
      ask: (index, headers) =>
        admin.client.post(`${SCHEDULE}/payment-to-be-assigned/retry-p2p`, { paymentToBeAssignedId: refused[index] }, headers),
      failure: { status: 500, code: 'p2p-failed' },
      paymentId: (index) => newest(world, 'subject', refused[index], 'payment-to-be-assigned'),
    },
  ];
}

type Wire = { id: string; amount: number; spvId: SpvId; switchingToProject?: unknown };

/** Wires that reached the SPV of another project. */
async function switches({ world, admin, count, holder }: Setting, projects: ScheduledProperty[]): Promise<Flow[]> {
  const holders = [{ investor: holder, bricks: 1 }];
  const wrong = await repaidProject(world, admin, { holders, mainCents: 0, escrowCents: 0, totalFundedCents: 10_000 });
  for (let index = 0; index < count; index += 1)
    await world.control('POST', `/accounts/${wrong.accountId}/credit`, { amountCents: 2_000 + index });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<Wire[]>(WIRES), 200);
  const wires = body.filter(({ spvId }) => spvId === wrong.spvId).toSorted((one, other) => one.amount - other.amount);
  assert.equal(wires.length, count);
  const ask = (index: number, headers?: Record<string, string>) => {
    const switched = { wireToBeAssignedId: wires[index]?.id, newProjectId: projects[index]?.propertyId };
    return admin.client.post(`${WIRES}/switch-project`, switched, headers);
  };
  return [
    {
      what: 'wire of another project',
      path: '/v2/p2p',
      ask,
      failure: { status: 400, code: 'p2p-failed-at-provider' },
      doneBefore: 'wire-not-waiting',
      shownPending: ({ switchingToProject }: Wire) => switchingToProject !== undefined && switchingToProject !== null,
      paymentId: (index) => newest(world, 'property', projects[index]?.propertyId, 'project-switch'),
      isPosted: true,
    },
  ];
}

/** Refunds, deals and commissions: the orders stand, the worker has not sent them. */
async function investorFlows({ world, count }: Setting): Promise<Flow[]> {
  const buyer = await verifiedInvestor(world, { fundsCents: 4 * count * 1_000 });
  const { propertyId } = await openFunding(world, { bricks: 100 });
  // Two, as what one of them sells in a month is limited.
  const sellers = [await verifiedInvestor(world), await verifiedInvestor(world)] as const;
  const owners = sellers.map(({ customerId }) => ({ customerId, bricks: count }));
  const resale = await resaleProperty(world, { owners });
  const purchase = async () => {
    const path = `/properties/${propertyId}/purchase`;
    return expectStatus(await buyer.client.post<{ id: string }>(path, { amount: 1 }), 201).body.id;
  };
  const deal = async (seller: Investor) => {
    const offer = { propertyId: resale.propertyId, amount: 1, price: 1_000 };
    const { body } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201);
    expectStatus(await buyer.client.post(`/marketplace/deal/${body.id}/purchase`), 201);
    return body.id;
  };
  const refunds: string[] = [];
  const deals: string[] = [];
  const commissions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const bought = await purchase();
    await carryOutPayment(world.deps, await newest(world, 'subject', bought, 'primary-purchase'));
    expectStatus(await buyer.client.delete(`/customers/purchases/${bought}`), 200);
    refunds.push(await newest(world, 'subject', bought, 'primary-purchase-refund'));
    const closed = await deal(sellers[0]);
    await carryOutPayment(world.deps, await newest(world, 'subject', closed, 'market-deal'));
    commissions.push(await newest(world, 'subject', closed, 'market-deal-commission'));
    deals.push(await newest(world, 'subject', await deal(sellers[1]), 'market-deal'));
  }
  return [byWorker('refund of a purchase', refunds), byWorker('deal', deals), byWorker('commission', commissions)];
}
