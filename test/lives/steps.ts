// What may happen to the money of a project, one step at a time; refusals are as good as successes, the books must hold after both.

import type { PropertyId } from '../../src/core/db/tables.ts';
import type { Answer } from '../support/client.ts';
import type { LivingProject, People } from './people.ts';
import type { Chance } from './random.ts';

/** What was done, in a line that a reader of a failing seed understands. */
export type Step = (people: People, chance: Chance) => Promise<string>;

const PROPERTY = '/administration/property';
const WIRES = `${PROPERTY}/payment-schedule/wire-to-be-assigned`;
const PAYMENTS = `${PROPERTY}/payment-schedule/payment-to-be-assigned`;
const FEES = `${PROPERTY}/payment-schedule/management-fees`;

type Echeance = { id: string; number: number; period: string; remainingToBePaid: number; capitalRepaymentRemaining: number };
type Wire = { id: string; amount: number; projectId: PropertyId | null; payment: string };

export const told = (what: string, { status, body }: Answer) =>
  `${what} -> ${status}${status >= 400 ? ` ${(body as { code?: string } | undefined)?.code ?? ''}` : ''}`;

export function project({ projects }: People, chance: Chance): LivingProject {
  const found = chance.one(projects);
  if (!found) throw new Error('a life without projects');
  return found;
}

async function echeancesOf({ admin }: People, { propertyId }: LivingProject): Promise<Echeance[]> {
  const { status, body } = await admin.client.get<{ echeances: Echeance[] }>(`${PROPERTY}/${propertyId}/payment-schedule`);
  return status === 200 ? body.echeances : [];
}

/** In an order that does not depend on ids, so that a seed finds the same wire again. */
export async function waiting({ admin }: People): Promise<Wire[]> {
  const { body } = await admin.client.get<Wire[]>(WIRES);
  return body.toSorted((a, b) => a.amount - b.amount || a.payment.localeCompare(b.payment));
}

const buy: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  const amount = 1 + chance.below(9);
  const answer = await chance.one(people.investors)?.client.post(`/properties/${propertyId}/purchase`, { amount });
  return answer ? told(`buy ${amount} of ${name}`, answer) : 'nobody to buy';
};

const cancel: Step = async (people, chance) => {
  const investor = chance.one(people.investors);
  if (!investor) return 'nobody to cancel';
  const { body } = await investor.client.get<{ items: { id: string; status: string }[] }>('/customers/purchases');
  const purchase = chance.one(body.items.filter(({ status }) => status === 'confirmed' || status.startsWith('waiting')));
  if (!purchase) return 'nothing to cancel';
  return told('cancel a purchase', await investor.client.delete(`/customers/purchases/${purchase.id}`));
};

const close: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  return told(`close ${name}`, await people.admin.client.post(`${PROPERTY}/${propertyId}/funding/end/success`));
};

const companyFee: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  const fee = chance.once(2) ? 'transfer-funding-fees' : 'transfer-fiducie-fees';
  return told(`${fee} of ${name}`, await people.admin.client.post(`${PROPERTY}/${propertyId}/funding/${fee}`));
};

const payOwner: Step = async (people, chance) => {
  const { propertyId, name, spv } = project(people, chance);
  const amountToTransfer = chance.cents(12_000);
  const body = chance.once(3)
    ? { action: 'no-withdraw', amountToTransfer }
    : { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId: spv.ibanId };
  const answer = await people.admin.client.post(`${PROPERTY}/${propertyId}/funding/transfer-funds-to-project-owner`, body);
  return told(`${body.action} ${amountToTransfer} of ${name}`, answer);
};

const budget: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  const change = chance.once(2) ? { totalFundEscrow: chance.below(6_000) } : { totalConstructionBudget: chance.below(6_000) };
  return told(`budget of ${name}`, await people.admin.client.patch(`${PROPERTY}/${propertyId}/contract-budget`, change));
};

/** Lent in full or a part of it, three to five months, with fees; capital and escrow as the property has them. */
const schedule: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  const start = people.world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate().with({ day: 1 });
  const [facts] = await people.world.sql<{ collected: number; escrow: number; budget: number }>(
    `select coalesce(collected_cents, 30000)::integer as collected, coalesce(escrow_set_aside_cents, 0)::integer as escrow,
       total_construction_budget_cents::integer as budget from property where id = $1`,
    [propertyId],
  );
  if (!facts) return 'no such property';
  const lent = chance.once(3) ? facts.collected - chance.below(1_000) : facts.collected;
  const echeancierConfig = {
    totalFundedAmount: facts.collected,
    initialCapitalLoaned: { date: start.toString(), amount: lent },
    durationInMonths: 3 + chance.below(3),
    annualInterestPercentage: 60,
    managementFeesPercentage: 12,
    spvCountry: 'France',
    interestSequestre: facts.escrow,
    events: [],
  };
  const body = { propertyId, echeancierConfig, totalConstructionBudget: facts.budget };
  return told(`schedule of ${name}`, await people.admin.client.post(`${PROPERTY}/payment-schedule/v2`, body));
};

const wire: Step = async (people, chance) => {
  const { name, spv } = project(people, chance);
  const amountCents = chance.once(6) ? 30_000 : chance.cents(4_000);
  await people.world.control('POST', `/accounts/${spv.accountId}/credit`, { amountCents, comment: `Loyer ${name}` });
  await people.world.runJob('incoming-wires');
  return `wire of ${amountCents} to the SPV of ${name}`;
};

const createPayment: Step = async (people, chance) => {
  const { propertyId, name } = project(people, chance);
  const payment = chance.once(3)
    ? { kind: 'other', comment: 'Chèque' }
    : { kind: 'p2p', execution: 'auto', debitAccountId: people.ownerAccountId, comment: 'Loyer' };
  const body = { projectId: propertyId, amount: chance.cents(3_000), date: '2027-01-05', payment };
  return told(`${payment.kind} of ${body.amount} for ${name}`, await people.admin.client.post(PAYMENTS, body));
};

const retry: Step = async (people, chance) => {
  const wires = (await waiting(people)).filter(({ payment }) => payment === 'p2p');
  const paymentToBeAssignedId = chance.one(wires)?.id;
  if (!paymentToBeAssignedId) return 'no p2p to retry';
  return told('retry a p2p', await people.admin.client.post(`${PAYMENTS}/retry-p2p`, { paymentToBeAssignedId }));
};

const assign: Step = async (people, chance) => {
  const found = chance.one(await waiting(people));
  if (!found) return 'nothing to assign';
  const own = people.projects.filter(({ propertyId }) => propertyId === found.projectId);
  const target = own.length > 0 && !chance.once(5) ? own[0] : chance.one(people.projects);
  const echeance = target && chance.one(await echeancesOf(people, target));
  if (!echeance) return 'no echeance to assign to';
  const paymentFor = found.amount >= 10_000 || chance.once(4) ? 'capitalRepayment' : 'mensualite';
  const body = { wireToBeAssignedId: found.id, paymentFor, echeanceId: echeance.id, isSimulation: false };
  const answer = await people.admin.client.post(`${WIRES}/assign`, body);
  return told(`assign ${found.amount} to ${paymentFor} ${echeance.number} of ${target?.name}`, answer);
};

const handle: Step = async (people, chance) => {
  const found = chance.one(await waiting(people));
  if (!found) return 'no wire to handle';
  const wireToBeAssignedId = found.id;
  const to = project(people, chance);
  const verbs = [
    ['split', { wireToBeAssignedId, newAmount: chance.cents(found.amount) }],
    ['archive', { wireToBeAssignedId, comment: 'Sans échéance' }],
    ['archive', { wireToBeAssignedId, comment: 'Reçu ailleurs avant', coverOfProjectId: to.propertyId }],
    ['switch-project', { wireToBeAssignedId, newProjectId: to.propertyId }],
    ['switch-project', { wireToBeAssignedId, newProjectId: to.propertyId }],
  ] as const;
  const [verb, body] = chance.one(verbs) ?? verbs[0];
  return told(`${verb} ${found.amount} (to ${to.name})`, await people.admin.client.post(`${WIRES}/${verb}`, body));
};

const unassign: Step = async (people, chance) => {
  const { body } = await people.admin.client.get<{ paymentToBeAssigned: { id: string; status: string; amount: number }[] }>(
    `${PAYMENTS}/history`,
  );
  const assigned = body.paymentToBeAssigned.filter(({ status }) => status === 'assigned').toSorted((a, b) => a.amount - b.amount);
  const found = chance.one(assigned);
  if (!found) return 'nothing to take back';
  return told(`take ${found.amount} back`, await people.admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId: found.id }));
};

const escrow: Step = async (people, chance) => {
  const from = project(people, chance);
  const echeance = chance.one(await echeancesOf(people, from));
  if (!echeance) return 'no echeance for the escrow';
  const body = {
    propertyId: from.propertyId,
    echeanceId: echeance.id,
    interestSequestreAmountToTransfer: chance.cents(2_000),
    paymentDate: '2027-01-05',
  };
  const path = `${PROPERTY}/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned`;
  return told(`escrow of ${from.name}`, await people.admin.client.post(path, body));
};

const managementFee: Step = async (people, chance) => {
  const from = project(people, chance);
  const echeance = chance.one(await echeancesOf(people, from));
  if (!echeance) return 'no fee';
  if (!chance.once(4))
    return told(
      `fee ${echeance.number} of ${from.name}`,
      await people.admin.client.post(`${FEES}/transfer-one`, { echeanceId: echeance.id }),
    );
  const body = { propertyId: from.propertyId, paymentId: echeance.id, comment: 'Payés ailleurs' };
  return told(`fee ${echeance.number} of ${from.name} outside`, await people.admin.client.post(`${FEES}/mark-as-executed`, body));
};

const penalty: Step = async (people, chance) => {
  const late = project(people, chance);
  const echeance = chance.one(await echeancesOf(people, late));
  if (!echeance) return 'nobody to punish';
  const [forInvestors, forBricks] = [chance.below(300), chance.below(200)];
  const penalties = [{ echeanceId: echeance.id, penalty: { total: forInvestors + forBricks, forInvestors, forBricks } }];
  const body = [{ propertyId: late.propertyId, status: chance.once(2) ? 'delay' : null, penalties }];
  const path = '/administration/defaults-management/echeancier/penalties';
  const headers = { 'x-api-key': 'sandbox-defaults-key' };
  return told(`penalty of ${late.name}`, await people.world.visitor().post(path, body, headers));
};

const event: Step = async (people, chance) => {
  const of = project(people, chance);
  const echeance = chance.one(await echeancesOf(people, of));
  if (!echeance) return 'no month for an event';
  const amount = chance.cents(8_000);
  const change = {
    type: chance.once(2) ? 'capitalLoaned' : 'capitalRepaymentUnplanned',
    date: `${echeance.period}-15`,
    amount,
    ...(chance.once(3) ? { interestSequestreAmount: Math.min(amount, chance.cents(900)) } : {}),
  };
  const body = { echeancePeriod: echeance.period, event: change };
  const answer = await people.admin.client.post(`${PROPERTY}/${of.propertyId}/payment-schedule/capital-event`, body);
  return told(`${change.type} ${amount} of ${of.name}`, answer);
};

const settlement: Step = async (people, chance) => {
  const { propertyId, name, spv } = project(people, chance);
  const last = [
    ['penalties', undefined],
    ['unlent-capital', undefined],
    ['owner', { action: 'withdraw', providerWithdrawBankAccountId: spv.ibanId }],
    ['done', undefined],
  ] as const;
  const [verb, body] = chance.one(last) ?? last[0];
  const answer = await people.admin.client.post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/${verb}`, body);
  return told(`settlement of ${name}: ${verb}`, answer);
};

const job =
  (name: string): Step =>
  async ({ world }) => {
    await world.runJob(name);
    return `job ${name}`;
  };

const days: Step = async ({ world }, chance) => {
  const count = chance.once(3) ? 31 : 1 + chance.below(8);
  await world.moveClock({ advance: `P${count}D` });
  return `${count} days`;
};

/** Everything, as often as its weight says. */
export const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [10, buy],
  [2, cancel],
  [6, close],
  [3, companyFee],
  [4, payOwner],
  [2, budget],
  [6, schedule],
  [8, wire],
  [4, createPayment],
  [2, retry],
  [14, assign],
  [6, handle],
  [3, unassign],
  [4, escrow],
  [4, managementFee],
  [3, penalty],
  [3, event],
  [4, settlement],
  [10, days],
  [10, job('wallet-transactions')],
  [4, job('coupon-payout')],
  [4, job('capital-payout')],
];
