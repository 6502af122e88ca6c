// The requests that move money, each arranged twice: what is needed to ask for it, and nothing more.

import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { newId } from '../../src/core/ids.ts';
import {
  type Investor,
  openFunding,
  type Person,
  passWindows,
  resaleProperty,
  spvWithWallet,
  verifiedInvestor,
} from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { PDF } from '../support/files.ts';
import { fundedProperty, ibanOf } from '../support/funding-actors.ts';
import { type BoughtCard, paidGiftCard } from '../support/gift-card-actors.ts';
import { lentProject, tellDefault } from '../support/lent-project.ts';
import { notify } from '../support/notifications.ts';
import { financialStatusIs } from '../support/property-states.ts';
import { earn, referredBy } from '../support/referral-actors.ts';
import { platformPenalty } from '../support/schedule-actors.ts';
import { repaidProject, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { foundByNight, moveByHand, openElsewhere } from '../support/unknown-movements.ts';
import { expectStatus, type World } from '../support/world.ts';

/** Sends the request of the first or the second arrangement; each can have its effect once. */
export type Ask = (index: 0 | 1, headers: Record<string, string>) => Promise<Answer>;

type Pair<T> = [T, T];
type Stage = { world: World; admin: Person; holder: Investor; projects: Pair<ScheduledProperty>; cards: Pair<BoughtCard> };

const SCHEDULE = '/administration/property/payment-schedule';
const WIRES = `${SCHEDULE}/wire-to-be-assigned`;
const TO_ASSIGN = `${SCHEDULE}/payment-to-be-assigned`;
const DATE = '2026-01-19';
const COMMENT = { comment: 'Liquidation du porteur' };

const twice = async <T>(make: (index: 0 | 1) => Promise<T>): Promise<Pair<T>> => [await make(0), await make(1)];

/** One request for each route; two projects of one SPV are what most of them are about. */
export async function keyedRequests(world: World, admin: Person): Promise<Record<string, Ask>> {
  // The first month of the schedules is over: its fee can be advanced.
  await world.moveClock({ now: '2026-02-01T10:00:00Z' });
  // Their codes are mailed by a worker, which the world has only as long as there is nothing else to do.
  const worker = await world.another({ api: false, worker: true });
  const cards = await twice(() => paidGiftCard(world));
  await worker.close();
  const holder = await verifiedInvestor(world);
  const spv = await spvWithWallet(world);
  const holders = [{ investor: holder, bricks: 1 }];
  const projects = await twice(() => scheduledProperty(world, admin, { holders, mainCents: 100_000, spv }));
  const stage: Stage = { world, admin, holder, projects, cards };
  return {
    ...(await ofWires(stage)),
    ...(await ofTransfersIn(stage)),
    ...ofFees(stage),
    ...(await ofSettlements(stage)),
    ...(await ofFundings(stage)),
    ...(await ofInvestors(stage)),
    ...(await ofNotifications(stage)),
    ...(await ofRefusals(stage)),
    ...(await ofMovements(stage)),
    // Last, as they change the schedules.
    ...(await ofSchedules(stage)),
  };
}

/** Records that wait for their echeance, one for each thing that can become of it. */
async function ofWires({ world, admin, projects, holder }: Stage): Promise<Record<string, Ask>> {
  const post = (path: string, body: object, headers: Record<string, string>) => admin.client.post(path, body, headers);
  const record = (index: 0 | 1, amount: number) =>
    admin.client.post<{ id: string }>(TO_ASSIGN, {
      projectId: projects[index].propertyId,
      amount,
      date: DATE,
      payment: { kind: 'other', comment: 'Reçu hors plateforme' },
    });
  const waiting = async (amount: number) => twice(async (index) => expectStatus(await record(index, amount), 201).body.id);
  const [split, assigned, archived] = [await waiting(2_000), await waiting(3_000), await waiting(4_000)];
  const place = (index: 0 | 1) => ({ paymentFor: 'mensualite', echeanceId: projects[index].echeances[2]?.id });
  const wrong = await repaidProject(world, admin, {
    holders: [{ investor: holder, bricks: 1 }],
    mainCents: 0,
    escrowCents: 0,
    totalFundedCents: 10_000,
  });
  for (const amountCents of [2_000, 2_001, 2_002, 2_003])
    await world.control('POST', `/accounts/${wrong.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; amount: number; spvId: SpvId }[]>(WIRES), 200);
  const wires = body.filter(({ spvId }) => spvId === wrong.spvId);
  const providerWithdrawBankAccountId = await ibanOf(world, wrong.accountId);
  return {
    [`POST ${WIRES}/split`]: (index, headers) =>
      post(`${WIRES}/split`, { wireToBeAssignedId: split[index], newAmount: 500 }, headers),
    [`POST ${WIRES}/assign`]: (index, headers) =>
      post(`${WIRES}/assign`, { wireToBeAssignedId: assigned[index], ...place(index), isSimulation: false }, headers),
    // After its assignment above.
    [`POST ${WIRES}/unassign`]: (index, headers) => post(`${WIRES}/unassign`, { wireToBeAssignedId: assigned[index] }, headers),
    [`POST ${WIRES}/archive`]: (index, headers) =>
      post(`${WIRES}/archive`, { wireToBeAssignedId: archived[index], comment: 'Sans échéance' }, headers),
    // After its archive above.
    [`POST ${WIRES}/unarchive`]: (index, headers) => post(`${WIRES}/unarchive`, { wireToBeAssignedId: archived[index] }, headers),
    [`POST ${WIRES}/return`]: (index, headers) => {
      const wireToBeAssignedId = wires[index + 2]?.id;
      return post(`${WIRES}/return`, { wireToBeAssignedId, providerWithdrawBankAccountId, comment: 'Viré par erreur' }, headers);
    },
    [`POST ${WIRES}/switch-project`]: (index, headers) =>
      post(
        `${WIRES}/switch-project`,
        { wireToBeAssignedId: wires[index]?.id, newProjectId: projects[index].propertyId },
        headers,
      ),
  };
}

/** Automatic p2p out of the owner's wallet: new, and refused before. */
async function ofTransfersIn({ world, admin, projects }: Stage): Promise<Record<string, Ask>> {
  const debitAccountId = 'owner-of-keyed-routes';
  await world.control('POST', '/accounts', { accountId: debitAccountId, kind: 'legal', status: 6, balanceCents: 500_000 });
  const create = (index: 0 | 1, headers: Record<string, string> = {}) => {
    const payment = { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer' };
    const body = { projectId: projects[index].propertyId, amount: 1_000, date: DATE, payment };
    return admin.client.post<{ id: string }>(TO_ASSIGN, body, headers);
  };
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 2 });
  const refused = await twice(async (index) => expectStatus(await create(index), 201).body.id);
  const escrow = '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned';
  return {
    [`POST ${TO_ASSIGN}`]: create,
    [`POST ${TO_ASSIGN}/retry-p2p`]: (index, headers) =>
      admin.client.post(`${TO_ASSIGN}/retry-p2p`, { paymentToBeAssignedId: refused[index] }, headers),
    [`POST ${escrow}`]: (index, headers) => {
      const { propertyId, echeances } = projects[index];
      const body = { propertyId, echeanceId: echeances[3]?.id, interestSequestreAmountToTransfer: 700, paymentDate: DATE };
      return admin.client.post(escrow, body, headers);
    },
  };
}

function ofFees({ admin, projects }: Stage): Record<string, Ask> {
  return {
    [`POST ${SCHEDULE}/management-fees/transfer-one`]: (index, headers) =>
      admin.client.post(`${SCHEDULE}/management-fees/transfer-one`, { echeanceId: projects[index].echeances[0]?.id }, headers),
    [`POST ${SCHEDULE}/management-fees/mark-as-executed`]: (index, headers) => {
      const { propertyId, echeances } = projects[index];
      const body = { propertyId, paymentId: echeances[1]?.id, comment: 'Payé par chèque' };
      return admin.client.post(`${SCHEDULE}/management-fees/mark-as-executed`, body, headers);
    },
  };
}

/** Projects at their end. The ways to penalties and statuses are other tests'. */
async function ofSettlements({ world, admin, holder }: Stage): Promise<Record<string, Ask>> {
  const holders = [{ investor: holder, bricks: 1 }];
  const finished = async (terms: { lentCents: number; mainCents: number }) => {
    const initialCapitalLoaned = { date: '2026-01-01', amount: terms.lentCents };
    const { mainCents } = terms;
    const own = await scheduledProperty(world, admin, { terms: { initialCapitalLoaned }, holders, mainCents });
    await platformPenalty(world, { propertyId: own.propertyId, echeanceId: own.echeances[1]?.id ?? newId() }, 700);
    await financialStatusIs(world, [own.propertyId], 'repayment-finished');
    return own.propertyId;
  };
  const ended = await twice(() => finished({ lentCents: 9_900_000, mainCents: 100_000 }));
  const path = (propertyId: PropertyId, verb: string) => `/administration/property/${propertyId}/solde-de-tout-compte/${verb}`;
  const ask =
    (verb: string): Ask =>
    (index, headers) =>
      admin.client.post(path(ended[index], verb), undefined, headers);
  return {
    'POST /administration/property/{propertyId}/solde-de-tout-compte/penalties': ask('penalties'),
    'POST /administration/property/{propertyId}/solde-de-tout-compte/unlent-capital': ask('unlent-capital'),
  };
}

async function ofFundings({ world, admin, holder }: Stage): Promise<Record<string, Ask>> {
  const open = await twice(() => openFunding(world, { bricks: 3 }));
  const sold = await twice(async () => {
    const { propertyId } = await openFunding(world, { bricks: 1 });
    await world.control('POST', `/accounts/${holder.customerId}/credit`, { amountCents: 1_000 });
    await world.runJob('incoming-wires');
    expectStatus(await holder.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
    return propertyId;
  });
  await world.runJob('wallet-transactions');
  await passWindows(world, ...sold);
  const of = (propertyId: PropertyId, verb: string) => `/administration/property/${propertyId}/funding/${verb}`;
  const recorded = await twice(async () => {
    const { propertyId } = await fundedProperty(world, { mainCents: 1_000 });
    const body = { action: 'no-withdraw', amountToTransfer: 500 };
    const to = of(propertyId, 'transfer-funds-to-project-owner');
    const answer = await admin.client.post<{ transfer: { id: string } }>(to, body);
    return { propertyId, transferId: expectStatus(answer, 201).body.transfer.id };
  });
  return {
    'POST /administration/property/{propertyId}/funding/end/{endType}': (index, headers) =>
      admin.client.post(of(sold[index], 'end/success'), undefined, headers),
    'POST /administration/property/{propertyId}/funding/trigger-automatic-investment': (index, headers) => {
      const body = { includeInvestorsWithCanceledAutoInvest: false };
      return admin.client.post(of(open[index].propertyId, 'trigger-automatic-investment'), body, headers);
    },
    'POST /administration/property/{propertyId}/funding/transfers/{transferId}/take-back': (index, headers) => {
      const { propertyId, transferId } = recorded[index];
      return admin.client.post(of(propertyId, `transfers/${transferId}/take-back`), { comment: 'Saisi par erreur' }, headers);
    },
  };
}

async function ofInvestors({ world, admin, cards }: Stage): Promise<Record<string, Ask>> {
  const seller = await verifiedInvestor(world);
  const resale = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 6 }] });
  const referrers = await twice(async () => {
    const referrer = await verifiedInvestor(world);
    await earn(world, await referredBy(world, referrer, 0), 240_000, 10_000);
    return referrer.email;
  });
  const invoices = '/administration/referral-for-primary-purchase/invoice-received';
  return {
    'POST /marketplace/deal': (_index, headers) =>
      seller.client.post('/marketplace/deal', { propertyId: resale.propertyId, amount: 2, price: 900 }, headers),
    'POST /administration/gift-cards/{giftCardId}/refund': (index, headers) =>
      admin.client.post(`/administration/gift-cards/${cards[index].id}/refund`, undefined, headers),
    [`POST ${invoices}`]: (index, headers) => {
      // A new body each time: the boundary between its parts is another one.
      const form = new FormData();
      form.set('invoiceAmountInCents', '10000');
      form.set('year', '2026');
      form.set('email', referrers[index]);
      form.set('file', new Blob([PDF]), 'facture.pdf');
      return admin.client.post(invoices, form, headers);
    },
  };
}

/** Notifications that came while the provider did not answer. */
async function ofNotifications({ world, admin }: Stage): Promise<Record<string, Ask>> {
  const failed = await twice(async () => {
    const { customerId } = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 3 });
    expectStatus(await notify(world, 'customer-status-changed', { ExtId: customerId, IntId: '42', Status: '6' }), 500);
    await world.control('DELETE', '/faults');
    type Events = { items: { id: string; extId: string }[] };
    const { items } = expectStatus(await admin.client.get<Events>('/administration/provider-events?state=failed'), 200).body;
    return items.find(({ extId }) => extId === customerId)?.id;
  });
  return {
    'POST /administration/provider-events/{eventId}/replay': (index, headers) =>
      admin.client.post(`/administration/provider-events/${failed[index]}/replay`, undefined, headers),
  };
}

/** Refunds of purchases to wallets that were blocked while they were ordered. */
async function ofRefusals({ world, admin }: Stage): Promise<Record<string, Ask>> {
  const refused = await twice(async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 1_000 });
    const { propertyId } = await openFunding(world, { bricks: 1 });
    const bought = await buyer.client.post<{ id: string }>(`/properties/${propertyId}/purchase`, { amount: 1 });
    await world.runJob('wallet-transactions');
    const block = (blocked: boolean) => world.control('PUT', `/accounts/${buyer.customerId}/blocked`, { blocked });
    await block(true);
    expectStatus(await buyer.client.delete(`/customers/purchases/${expectStatus(bought, 201).body.id}`), 200);
    await world.runJob('wallet-transactions');
    await block(false);
    const list = `/administration/payments?status=failed&customerId=${buyer.customerId}`;
    return expectStatus(await admin.client.get<{ items: { id: string }[] }>(list), 200).body.items[0]?.id;
  });
  return {
    'POST /administration/payments/{paymentId}/order-again': (index, headers) =>
      admin.client.post(`/administration/payments/${refused[index]}/order-again`, undefined, headers),
  };
}

/** Money that somebody moved to investors at the provider without this service. */
async function ofMovements({ world, admin }: Stage): Promise<Record<string, Ask>> {
  await openElsewhere(world, { balanceCents: 10_000 });
  const movements = await twice(async (index) => {
    const { customerId } = await verifiedInvestor(world);
    await moveByHand(world, { to: customerId, cents: 11 + index });
    return (await foundByNight(world, admin, customerId, 11 + index)).id;
  });
  const path = (index: 0 | 1, verb: string) => `/administration/reconciliation/movements/${movements[index]}/${verb}`;
  return {
    'POST /administration/reconciliation/movements/{movementId}/book': (index, headers) =>
      admin.client.post(path(index, 'book'), { reason: 'Viré à la main' }, headers),
    // After its booking above.
    'POST /administration/reconciliation/movements/{movementId}/take-back': (index, headers) =>
      admin.client.post(path(index, 'take-back'), { comment: 'Par erreur' }, headers),
  };
}

async function ofSchedules({ world, admin, projects, holder }: Stage): Promise<Record<string, Ask>> {
  const config = {
    totalFundedAmount: 10_000_000,
    initialCapitalLoaned: { date: '2026-01-01', amount: 10_000_000 },
    durationInMonths: 12,
    annualInterestPercentage: 9.5,
    managementFeesPercentage: 1,
    spvCountry: 'France',
    interestSequestre: 0,
    events: [],
  };
  const holders = [{ investor: holder, bricks: 1 }];
  const unscheduled = await twice(() =>
    repaidProject(world, admin, { holders, mainCents: 0, escrowCents: 0, totalFundedCents: 10_000_000 }),
  );
  const of = (index: 0 | 1, verb: string) => `/administration/property/${projects[index].propertyId}/payment-schedule/${verb}`;
  const event = { type: 'capitalRepaymentUnplanned', date: '2026-08-05', amount: 10_000 };
  const givenUp = await twice(async () => {
    const own = await lentProject(world, admin, { holders });
    await tellDefault(world, own, 'default');
    return own;
  });
  return {
    'POST /administration/property/{propertyId}/payment-schedule/give-up': (index, headers) =>
      admin.client.post(`/administration/property/${givenUp[index].propertyId}/payment-schedule/give-up`, COMMENT, headers),
    // After it was given up above.
    'POST /administration/property/{propertyId}/payment-schedule/give-up/take-back': (index, headers) =>
      admin.client.post(
        `/administration/property/${givenUp[index].propertyId}/payment-schedule/give-up/take-back`,
        COMMENT,
        headers,
      ),
    [`POST ${SCHEDULE}/v2`]: (index, headers) => {
      const { propertyId } = unscheduled[index];
      return admin.client.post(`${SCHEDULE}/v2`, { propertyId, echeancierConfig: config, totalConstructionBudget: 0 }, headers);
    },
    'POST /administration/property/{propertyId}/payment-schedule/capital-event': (index, headers) =>
      admin.client.post(of(index, 'capital-event'), { echeancePeriod: '2026-08', event }, headers),
    'POST /administration/property/{propertyId}/payment-schedule/recompute-from-echeance': (index, headers) =>
      admin.client.post(of(index, 'recompute-from-echeance'), { period: '2026-06' }, headers),
    'POST /administration/property/{propertyId}/payment-schedule/prorogation': (index, headers) =>
      admin.client.post(of(index, 'prorogation'), { durationInMonths: 18 }, headers),
  };
}
