// Every verb of investors, deals and payments to be assigned in every state of theirs: refused where src/states.ts says so, with its code.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { INVESTOR_STATES, type InvestorState } from '../../src/features/access/customers/index.ts';
import { SUBJECTS } from '../../src/states.ts';
import {
  type Investor,
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { waitForCode } from '../support/codes.ts';
import { type CustomerState, customerIs } from '../support/customer-states.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { type Withdrawer, withdraw, withdrawalCode, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { Investor: INVESTOR_VERBS, Deal: DEAL_VERBS, 'Payment to be assigned': WIRE_VERBS } = SUBJECTS;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());

type Actor = { person: Withdrawer; tfa: string; token: string; ofClosing: string };
let funding: PropertyId;

const OF_INVESTORS: Readonly<Record<keyof typeof INVESTOR_VERBS, (actor: Actor) => Promise<Answer>>> = {
  'purchase-bricks': ({ person }) => person.client.post(`/properties/${funding}/purchase`, { amount: 1 }),
  'create-deal': ({ person }) => person.client.post('/marketplace/deal', { propertyId: randomUUID(), amount: 1, price: 900 }),
  'purchase-deal': ({ person }) => person.client.post(`/marketplace/deal/${randomUUID()}/purchase`),
  withdraw: ({ person, tfa }) => withdraw(world, person, { tfa, amount: 1 }),
  'buy-gift-card': ({ person, token }) =>
    person.client.post('/gift-cards', { token, amountCents: 1_500, recipientEmail: 'friend@example.test' }),
  'redeem-gift-card': ({ person }) => person.client.post('/gift-cards/redeem', { code: 'AAAAA-AAAAA-AAAAA-AAAAA' }),
  'cancel-purchase': ({ person }) => person.client.delete(`/customers/purchases/${randomUUID()}`),
  'delete-deal': ({ person }) => person.client.delete(`/marketplace/deal/${randomUUID()}`),
  'cancel-withdrawal': ({ person }) => person.client.delete(`/customers/withdrawals/${randomUUID()}`),
  'start-onboarding': ({ person }) => person.client.post('/customers/onboarding'),
  'declare-tax-identity': ({ person }) =>
    person.client.put('/customers/tax-identity', { birthName: 'Durand', birthCommune: { code: '69123' } }),
  'change-address': ({ person }) =>
    person.client.post('/auth/mfa/trigger-mfa', { action: 'email-update', newEmail: `new-${person.email}` }),
  'close-account': ({ person, ofClosing: tfa }) => person.client.post('/customers/personal-data/erasure', undefined, { tfa }),
  'undo-address-change': ({ person }) => person.client.post('/auth/email-change/undo', { token: randomUUID() }),
};
const WAYS: Readonly<Record<InvestorState, CustomerState | null>> = {
  free: null,
  frozen: 'frozen',
  blocked: 'blocked',
  verifying: 'waitingForVerifier',
  unverified: 'refused',
  outdated: 'outdated',
  closed: 'closed',
};

async function actor(state: InvestorState): Promise<Actor> {
  // Without money, which would hold the account open in every state.
  const person = await withdrawer(world, 0);
  const tfa = await withdrawalCode(world, person);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'gift-card-purchase' }), 201);
  const code = await waitForCode(world, person.email, 'gift-card-purchase');
  const confirmed = { action: 'gift-card-purchase', code };
  const { token } = expectStatus(await person.client.post<{ token: string }>('/auth/mfa/confirm-code', confirmed), 201).body;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'personal-data-erasure' }), 201);
  const ofClosing = await waitForCode(world, person.email, 'personal-data-erasure');
  const way = WAYS[state];
  if (way) await customerIs(world, person.customerId, way);
  return { person, tfa, token, ofClosing };
}

describe('an investor who is', () => {
  before(async () => {
    ({ propertyId: funding } = await openFunding(world, { bricks: 100 }));
  });
  for (const state of INVESTOR_STATES)
    it(`${state}: every verb`, async () => {
      const one = await actor(state);
      for (const [verb, call] of Object.entries(OF_INVESTORS))
        compareWithRow(INVESTOR_VERBS[verb as keyof typeof INVESTOR_VERBS], state, await call(one));
    });
});

type Deal = { dealId: string; seller: Investor; buyer: Investor };
type DealState = keyof (typeof DEAL_VERBS)['purchase-deal'];

const buy = ({ buyer, dealId }: Deal) => buyer.client.post(`/marketplace/deal/${dealId}/purchase`);
const dealStatus = async ({ dealId }: Deal) =>
  (await world.sql<{ status: string }>('select status from market_deal where id = $1', [dealId]))[0]?.status;
const OF_DEALS: Readonly<Record<keyof typeof DEAL_VERBS, (deal: Deal) => Promise<Answer>>> = {
  'purchase-deal': buy,
  'delete-deal': ({ seller, dealId }) => seller.client.delete(`/marketplace/deal/${dealId}`),
};
const DEAL_WAYS: Readonly<Record<DealState, (deal: Deal) => Promise<unknown>>> = {
  pending: async () => {},
  resting: ({ seller }) => customerIs(world, seller.customerId, 'frozen'),
  reserved: async (deal) => {
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buy(deal), 201);
  },
  confirmed: async (deal) => {
    expectStatus(await buy(deal), 201);
    await world.until(async () => (await dealStatus(deal)) === 'confirmed', 'the deal to be confirmed');
  },
  deleted: async ({ seller, dealId }) => expectStatus(await seller.client.delete(`/marketplace/deal/${dealId}`), 200),
};

async function pendingDeal(): Promise<Deal> {
  const seller = await verifiedInvestor(world);
  const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
  const offered = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 950 });
  return { dealId: expectStatus(offered, 201).body.id, seller, buyer };
}

describe('a deal that is', () => {
  for (const [state, way] of Object.entries(DEAL_WAYS))
    for (const [verb, call] of Object.entries(OF_DEALS))
      it(`${state}: ${verb}`, async () => {
        const deal = await pendingDeal();
        await way(deal);
        compareWithRow(DEAL_VERBS[verb as keyof typeof DEAL_VERBS], state, await call(deal));
      });
});

const PAYMENTS = '/administration/property/payment-schedule';
const WIRES = `${PAYMENTS}/wire-to-be-assigned`;
type Wire = { id: string; amount: number; own: ScheduledProperty };
type WireState = keyof (typeof WIRE_VERBS)['assign-wire'];
/** A debit that the payer's bank took back is shown in src/features/repayment/direct-debits/charge-back.test.ts. */
type ReachedHere = Exclude<WireState, 'chargedBack'>;

const OF_WIRES: Readonly<Record<keyof typeof WIRE_VERBS, (wire: Wire) => Promise<Answer>>> = {
  'assign-wire': ({ id, own }) => assign({ id, own }, true),
  'split-wire': ({ id, amount }) => admin.client.post(`${WIRES}/split`, { wireToBeAssignedId: id, newAmount: amount }),
  // For a claim that it does not fill: no archive is made.
  'archive-wire': ({ id }) =>
    admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: id, comment: 'x', claimOfProjectId: randomUUID() }),
  'switch-project': ({ id }) =>
    admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: id, newProjectId: randomUUID() }),
  'retry-p2p': ({ id }) => admin.client.post(`${PAYMENTS}/payment-to-be-assigned/retry-p2p`, { paymentToBeAssignedId: id }),
  // What follows may leave it waiting.
  'return-wire': ({ id }) => sendBack(id, 1),
  'unassign-wire': ({ id }) => admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId: id }),
  'unarchive-wire': ({ id }) => admin.client.post(`${WIRES}/unarchive`, { wireToBeAssignedId: id }),
};

const sendBack = (wireToBeAssignedId: string, providerWithdrawBankAccountId: number) =>
  admin.client.post(`${WIRES}/return`, { wireToBeAssignedId, providerWithdrawBankAccountId, comment: 'x' });

function assign({ id, own }: { id: string; own: ScheduledProperty }, isSimulation: boolean): Promise<Answer> {
  const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation };
  return admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId: id, ...place });
}

async function wireOf(own: ScheduledProperty): Promise<Wire> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 700 });
  await world.runJob('incoming-wires');
  const list = await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES);
  const id = expectStatus(list, 200).body.find(({ spvId }) => spvId === own.spvId)?.id;
  if (id === undefined) throw new Error('the wire was not picked up');
  return { id, amount: 700, own };
}

async function transferOf(own: ScheduledProperty, fault?: string): Promise<Wire> {
  const debitAccountId = `owner-${randomUUID()}`;
  await world.control('POST', '/accounts', { accountId: debitAccountId, kind: 'legal', status: 6, balanceCents: 700 });
  if (fault) await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: fault, times: 1 });
  const payment = { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer' };
  const body = { projectId: own.propertyId, amount: 700, date: '2026-02-01', payment };
  const created = await admin.client.post<{ id: string }>(`${PAYMENTS}/payment-to-be-assigned`, body);
  return { id: expectStatus(created, 201).body.id, amount: 700, own };
}

const WIRE_WAYS: Readonly<Record<ReachedHere, (own: ScheduledProperty) => Promise<Wire>>> = {
  waiting: wireOf,
  unpaid: (own) => transferOf(own, 'error-in-200'),
  linked: (own) => transferOf(own),
  switching: async (own) => {
    const wire = await wireOf(own);
    const { propertyId: newProjectId } = await scheduledProperty(world, admin);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: wire.id, newProjectId }), 201);
    return wire;
  },
  assigned: async (own) => {
    const wire = await wireOf(own);
    expectStatus(await assign(wire, false), 201);
    return wire;
  },
  archived: async (own) => {
    const wire = await wireOf(own);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire.id, comment: 'x' }), 201);
    return wire;
  },
  returning: returnedWire,
  returned: async (own) => {
    const wire = await returnedWire(own);
    await world.control('POST', `/payouts/${await payOutOf(own)}/complete`);
    await world.runJob('wallet-transactions');
    await world.until(async () => (await wireStatus(wire)) === 'returned', 'the wire to be returned');
    return wire;
  },
};

/** Ordered, and still open at the bank. */
async function returnedWire(own: ScheduledProperty): Promise<Wire> {
  const wire = await wireOf(own);
  expectStatus(await sendBack(wire.id, await ibanOf(world, own.accountId)), 201);
  return wire;
}

async function payOutOf({ accountId }: ScheduledProperty): Promise<number> {
  const { movements } = await world.control<{ movements: { id: number; kind: string }[] }>('GET', `/accounts/${accountId}`);
  return movements.find(({ kind }) => kind === 'moneyOut')?.id ?? assert.fail('no pay-out at the provider');
}

const wireStatus = async ({ id }: Wire) =>
  (await world.sql<{ status: string }>('select status from received_payment where id = $1', [id]))[0]?.status;

describe('a payment to be assigned that is', () => {
  for (const [state, way] of Object.entries(WIRE_WAYS))
    it(`${state}: every verb`, async () => {
      const wire = await way(await scheduledProperty(world, admin));
      for (const [verb, call] of Object.entries(OF_WIRES))
        compareWithRow(WIRE_VERBS[verb as keyof typeof WIRE_VERBS], state, await call(wire));
    });
});
