// Every verb on a project in every state of its life: refused where src/states.ts says so, with its code, and nothing changes then.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { PROJECT_STATES, type ProjectState } from '../../src/features/projects/project-life/index.ts';
import { PROJECT_VERBS } from '../../src/states.ts';
import {
  type Investor,
  openFunding,
  type Person,
  sellAndClose,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { ONE_MONTH, payFirst } from '../support/finished-project.ts';
import { propertyIs } from '../support/property-states.ts';
import { readEcheances, type ScheduledProperty } from '../support/scheduled-property.ts';
import { foundByNight, moveByHand, openElsewhere } from '../support/unknown-movements.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

type Verb = keyof typeof PROJECT_VERBS;
/**
 * What a project meets on its way: a transfer for it that was refused, a wire for it that was archived, the transfer to its owner, money
 * that somebody moved to it by hand.
 */
type Met = { refusedId: string; archivedId: string; transferId: string; bookedId: string };
/** A project in one state, with a wire for it that waits and one that is assigned; ids of nothing where it has none. */
type Subject = ScheduledProperty & Met & { waitingId: string; assignedId: string };

const PROPERTY = '/administration/property';
const PAYMENTS = `${PROPERTY}/payment-schedule`;
const MOVEMENTS = '/administration/reconciliation/movements';
const BRICKS = 10;
const PRICE_CENTS = 1_000;
const LENT_CENTS = BRICKS * PRICE_CENTS;
/** Of the platform, with its tax: what the owner does not get. */
const FEE_CENTS = 120;
const CORRECTION = { year: 2_025, brickPriceCents: PRICE_CENTS, revenuePerBrickCents: 0 };
const CONFIG = { ...ONE_MONTH, spvCountry: 'France', events: [] };

/** Codes that a later check of the same verb answers too: where a cell allows the verb, they say nothing about the state. */
const OF_LATER_CHECKS = new Set([
  ...['property-funding.end.minimum-amount-not-reached', 'property.transfer-exceeds-funding-amount', 'p2p-failed-at-provider'],
  ...['internal-error', 'wire-already-paid-out', 'validation-failed', 'echeance-not-found', 'project-is-not-given-up'],
  ...[
    'property.brick-price.nothing-to-correct',
    'automatic-funding-job-not-pending',
    'property.owner-transfer-cannot-be-taken-back',
    'movement-project-mismatch',
  ],
]);

/** Cells that no project of the product is asked in, and why. */
const NO_ROYALTY = 'only a royalty property is edited by it: royalty-editing.test.ts';
const NO_TRANSFER = 'it has no transfer to its owner, which is refused first';
const NO_BOOKING = 'no movement can be booked on it';
const UNREACHABLE: Partial<Record<Verb, Partial<Record<ProjectState, string>>>> = {
  'edit-royalty-draft': Object.fromEntries(PROJECT_STATES.map((state) => [state, NO_ROYALTY])),
  'take-back-owner-transfer': { draft: NO_TRANSFER, published: NO_TRANSFER },
  'take-back-movement': { draft: NO_BOOKING, published: NO_BOOKING },
  'create-schedule': {
    finished: 'it has a schedule, which is refused first',
    settled: 'it has a schedule, which is refused first',
  },
  'transfer-one': { settled: 'a fee that was asked for is taken before the settlement' },
  'mark-as-executed': { settled: 'a fee that was asked for is taken before the settlement' },
};

let world: World;
let admin: Person;
let buyer: Investor;
/** A movement in no book, of no project's wallet. */
let movementId: string;

before(async () => {
  const email = `admin-${randomUUID()}@mortar.test`;
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: email } });
  admin = await signInAdministrator(world, email);
  buyer = await verifiedInvestor(world);
  await world.moveClock({ now: '2026-02-11T10:00:00Z' });
  await openElsewhere(world, { balanceCents: 10_000 });
  await moveByHand(world, { to: buyer.customerId, cents: 1 });
  movementId = (await foundByNight(world, admin, buyer.customerId, 1)).id;
});
after(() => world.close());

const post = (path: string, body?: unknown) => admin.client.post(path, body);

const CALLERS: Readonly<Record<Verb, (own: Subject) => Promise<Answer>>> = {
  'publish-property': ({ propertyId }) => admin.client.patch(`${PROPERTY}/${propertyId}/publish`, {}),
  'delete-property': ({ propertyId }) => admin.client.delete(`${PROPERTY}/${propertyId}`),
  'edit-royalty-draft': ({ propertyId }) => admin.client.patch(`${PROPERTY}/royalty/${propertyId}`, { surface: 12 }),
  'correct-brick-price': ({ propertyId }) => admin.client.patch(`${PROPERTY}/${propertyId}/brick-prices/newest`, CORRECTION),
  'purchase-bricks': ({ propertyId }) => buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }),
  'trigger-wave': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/funding/trigger-automatic-investment`, { includeInvestorsWithCanceledAutoInvest: false }),
  'end-wave': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/funding/end-automatic-investment`),
  'close-funding': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/funding/end/success`),
  'transfer-funds-to-owner': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/funding/transfer-funds-to-project-owner`, {
      action: 'no-withdraw',
      amountToTransfer: LENT_CENTS,
    }),
  'transfer-company-fee': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/funding/transfer-funding-fees`),
  'edit-contract-budget': ({ propertyId }) =>
    admin.client.patch(`${PROPERTY}/${propertyId}/contract-budget`, { totalConstructionBudget: 1 }),
  'create-schedule': ({ propertyId }) =>
    post(`${PAYMENTS}/v2`, { propertyId, echeancierConfig: CONFIG, totalConstructionBudget: 0 }),
  'confirm-schedule': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/payment-schedule/confirm`),
  'remove-capital-event': ({ propertyId }) =>
    admin.client.delete(`${PROPERTY}/${propertyId}/payment-schedule/capital-event/${randomUUID()}`),
  'remove-prorogation': ({ propertyId }) => admin.client.delete(`${PROPERTY}/${propertyId}/payment-schedule/prorogation`),
  'add-capital-event': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/payment-schedule/capital-event`, {
      echeancePeriod: '1999-01',
      event: { type: 'capitalLoaned', date: '1999-01-01', amount: 1 },
    }),
  'prorogate-schedule': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/payment-schedule/prorogation`, { durationInMonths: 1 }),
  'recompute-schedule': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/payment-schedule/recompute-from-echeance`, { period: '2026-01' }),
  'transfer-escrow': ({ propertyId, echeances }) =>
    post(`${PROPERTY}/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned`, {
      ...{ propertyId, echeanceId: echeances[0]?.id },
      ...{ interestSequestreAmountToTransfer: 1, paymentDate: '2026-02-01' },
    }),
  'set-payment-mode': ({ propertyId }) =>
    admin.client.put(`${PROPERTY}/${propertyId}/echeancier/payment-mode`, { paymentMode: 'wire' }),
  'program-debit': ({ propertyId, echeances }) =>
    admin.client.put(`${PROPERTY}/${propertyId}/payment-schedule/program-unscheduled-mensualite-payment`, {
      echeanceId: echeances[0]?.id,
    }),
  'unprogram-debit': ({ propertyId, echeances }) =>
    admin.client.put(`${PROPERTY}/${propertyId}/payment-schedule/unprogram-scheduled-mensualite-payment`, {
      echeanceId: echeances[0]?.id,
    }),
  'transfer-one': ({ echeances }) => post(`${PAYMENTS}/management-fees/transfer-one`, { echeanceId: echeances[0]?.id }),
  'mark-as-executed': ({ propertyId, echeances }) =>
    post(`${PAYMENTS}/management-fees/mark-as-executed`, { propertyId, paymentId: echeances[0]?.id, comment: 'x' }),
  'assign-wire': ({ waitingId, echeances }) =>
    post(`${PAYMENTS}/wire-to-be-assigned/assign`, {
      ...{ wireToBeAssignedId: waitingId, paymentFor: 'mensualite', echeanceId: echeances[0]?.id, isSimulation: true },
    }),
  'unassign-wire': ({ assignedId }) => post(`${PAYMENTS}/wire-to-be-assigned/unassign`, { wireToBeAssignedId: assignedId }),
  'switch-project': ({ propertyId, waitingId }) =>
    post(`${PAYMENTS}/wire-to-be-assigned/switch-project`, { wireToBeAssignedId: waitingId, newProjectId: propertyId }),
  'unarchive-wire': ({ archivedId }) => post(`${PAYMENTS}/wire-to-be-assigned/unarchive`, { wireToBeAssignedId: archivedId }),
  'return-wire': ({ archivedId }) =>
    post(`${PAYMENTS}/wire-to-be-assigned/return`, {
      ...{ wireToBeAssignedId: archivedId, comment: 'x', providerWithdrawBankAccountId: 1 },
    }),
  'create-payment': ({ propertyId }) =>
    post(`${PAYMENTS}/payment-to-be-assigned`, {
      ...{ projectId: propertyId, amount: 100, date: '2026-02-01', payment: { kind: 'other', comment: 'x' } },
    }),
  'retry-p2p': ({ refusedId }) => post(`${PAYMENTS}/payment-to-be-assigned/retry-p2p`, { paymentToBeAssignedId: refusedId }),
  'distribute-unlent-capital': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/unlent-capital`),
  'transfer-penalties': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/penalties`),
  'settle-with-owner': ({ propertyId }) =>
    post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/owner`, { action: 'handed-over', comment: 'x' }),
  'book-movement': ({ propertyId }) =>
    post(`${MOVEMENTS}/${movementId}/book`, { reason: 'x', from: { propertyId, purse: 'MAIN' } }),
  'take-back-movement': ({ bookedId }) => post(`${MOVEMENTS}/${bookedId}/take-back`, { comment: 'x' }),
  'mark-solde-de-tout-compte': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/solde-de-tout-compte/done`),
  // What follows changes echeances, and last the state, for good.
  'replace-schedule': ({ propertyId }) =>
    admin.client.put(`${PROPERTY}/${propertyId}/payment-schedule`, { echeancierConfig: CONFIG, totalConstructionBudget: 0 }),
  'take-back-give-up': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/payment-schedule/give-up/take-back`, { comment: 'x' }),
  'take-back-owner-transfer': ({ propertyId, transferId }) =>
    post(`${PROPERTY}/${propertyId}/funding/transfers/${transferId}/take-back`, { comment: 'x' }),
  'give-up': ({ propertyId }) => post(`${PROPERTY}/${propertyId}/payment-schedule/give-up`, { comment: 'x' }),
};

type Place = { propertyId: PropertyId; spvId: SpvId; accountId: string };

/** Each step leads from a state to the next; `delay` and `default` leave the way after `repayment`. */
const STEPS: Readonly<Record<Exclude<ProjectState, 'draft'>, (place: Place) => Promise<void>>> = {
  published: async ({ propertyId }) => {
    await propertyIs(world, propertyId, 'operationV2');
    const schedule = { propertyId, echeancierConfig: CONFIG, totalConstructionBudget: 0 };
    expectStatus(await post(`${PAYMENTS}/v2`, schedule), 201);
  },
  closed: (place) =>
    verifiedInvestor(world).then((investor) =>
      sellAndClose(world, { ...place, brickPriceCents: PRICE_CENTS }, [{ investor, bricks: BRICKS }]),
    ),
  repayment: async ({ propertyId }) => {
    const toOwner = { action: 'no-withdraw', amountToTransfer: LENT_CENTS - FEE_CENTS };
    expectStatus(await post(`${PROPERTY}/${propertyId}/funding/transfer-funds-to-project-owner`, toOwner), 201);
  },
  delay: (place) => defaultsSay(place, 'delay'),
  default: (place) => defaultsSay(place, 'default'),
  finished: async (place) => {
    const own = { ...place, echeances: await readEcheances(admin, place.propertyId) };
    await payFirst(world, admin, own, LENT_CENTS);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    const { finishedProjects } = await world.runJob<{ finishedProjects: string[] }>('capital-payout');
    assert.ok(finishedProjects.includes(place.propertyId));
  },
  settled: async ({ propertyId }) => {
    const settlement = `${PROPERTY}/${propertyId}/solde-de-tout-compte`;
    expectStatus(await post(`${settlement}/owner`, { action: 'handed-over', comment: 'Réglé par virement' }), 201);
    expectStatus(await post(`${settlement}/done`), 201);
  },
};

async function defaultsSay({ propertyId }: Place, status: string): Promise<void> {
  const told = [{ propertyId, status, penalties: [] }];
  const path = '/administration/defaults-management/echeancier/penalties';
  expectStatus(await world.visitor().post(path, told, { 'x-api-key': 'sandbox-defaults-key' }), 201);
}

async function draft(): Promise<Place> {
  const { spvId, accountId } = await spvWithWallet(world);
  const body = { name: 'Les Saules', investorContractType: 'obligation', spvId, amountToFundCents: LENT_CENTS };
  const companyFees = { fundingFees: { amountExcludingTaxCents: 100 } };
  const created = await admin.client.post<{ id: PropertyId }>(PROPERTY, { ...body, companyFees, operation: { version: 'V2' } });
  const { id: propertyId } = expectStatus(created, 201).body;
  const schedule = { propertyId, echeancierConfig: CONFIG, totalConstructionBudget: 0 };
  expectStatus(await post(`${PAYMENTS}/v2`, schedule), 201);
  return { propertyId, spvId, accountId };
}

async function lifeUntil(state: ProjectState): Promise<Subject> {
  let met: Met = { refusedId: randomUUID(), archivedId: randomUUID(), transferId: randomUUID(), bookedId: randomUUID() };
  if (state === 'draft') return equip(await draft(), met);
  const contract = { amountToFundCents: LENT_CENTS, fundingFeesCents: 100 };
  const place = await openFunding(world, { bricks: BRICKS, brickPriceCents: PRICE_CENTS, contract });
  for (const step of ['published', 'closed', 'repayment', 'finished', 'settled'] as const) {
    await STEPS[step](place);
    if (step === 'repayment')
      met = {
        refusedId: await refusedTransfer(place),
        archivedId: await archivedWire(place),
        transferId: await ownerTransfer(place),
        bookedId: await bookedMovement(place),
      };
    if (step === state) return equip(place, met);
    if (step === 'repayment' && (state === 'delay' || state === 'default')) {
      await STEPS[state](place);
      return equip(place, met);
    }
  }
  throw new Error(`no way leads to ${state}`);
}

/** A transfer that the provider has refused: its record waits for a retry. */
async function refusedTransfer({ propertyId }: Place): Promise<string> {
  const debitAccountId = `owner-${propertyId}`;
  await world.control('POST', '/accounts', { accountId: debitAccountId, kind: 'legal', status: 6, balanceCents: 500 });
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
  const payment = { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer' };
  const body = { projectId: propertyId, amount: 500, date: '2026-02-01', payment };
  return expectStatus(await admin.client.post<{ id: string }>(`${PAYMENTS}/payment-to-be-assigned`, body), 201).body.id;
}

async function archivedWire(place: Place): Promise<string> {
  const wireToBeAssignedId = await wire(place, 50);
  const archived = { wireToBeAssignedId, comment: 'Sans échéance' };
  expectStatus(await post(`${PAYMENTS}/wire-to-be-assigned/archive`, archived), 201);
  return wireToBeAssignedId;
}

async function ownerTransfer({ propertyId }: Place): Promise<string> {
  const list = await admin.client.get<{ transfers: { id: string }[] }>(`${PROPERTY}/${propertyId}/funding/transfers`);
  return expectStatus(list, 200).body.transfers[0]?.id ?? assert.fail('no transfer to the owner');
}

async function bookedMovement({ propertyId, accountId }: Place): Promise<string> {
  await moveByHand(world, { to: accountId, cents: 30 });
  const { id } = await foundByNight(world, admin, accountId, 30);
  expectStatus(await post(`${MOVEMENTS}/${id}/book`, { reason: 'x', to: { propertyId, purse: 'SURPLUS' } }), 201);
  return id;
}

async function wire({ accountId, spvId }: Place, amountCents: number): Promise<string> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const list = await admin.client.get<{ id: string; spvId: SpvId; amount: number }[]>(`${PAYMENTS}/wire-to-be-assigned`);
  const found = expectStatus(list, 200).body.find((one) => one.spvId === spvId && one.amount === amountCents);
  return found?.id ?? assert.fail('the wire was not picked up');
}

/** A wire arrives for it. */
async function equip(place: Place, met: Met): Promise<Subject> {
  const assigned = await world.sql<{ id: string }>(
    `select id from received_payment where property_id = $1 and status = 'assigned'`,
    [place.propertyId],
  );
  const waitingId = await wire(place, 100);
  const echeances = await readEcheances(admin, place.propertyId);
  return { ...place, ...met, echeances, waitingId, assignedId: assigned[0]?.id ?? waitingId };
}

/** What a refusal must leave as it was. */
async function traces({ propertyId }: { propertyId: PropertyId }): Promise<unknown> {
  return world.sql(
    `select (select count(*) from admin_action) as audits, (select count(*) from ledger_posting) as postings,
       (select count(*) from payment) as payments, (select count(*) from capital_event) as events,
       (select updated_at::text from payment_schedule where property_id = $1) as schedule,
       (select (updated_at, financial_status, status)::text from property where id = $1) as property`,
    [propertyId],
  );
}

// Border: the keys of the record are the type itself.
const VERBS = Object.keys(CALLERS) as Verb[];

for (const state of PROJECT_STATES)
  describe(`a project that is ${state}`, () => {
    let own: Subject;
    before(async () => {
      own = await lifeUntil(state);
    });
    for (const verb of VERBS) {
      const code = PROJECT_VERBS[verb][state];
      if (UNREACHABLE[verb]?.[state] !== undefined) continue;
      it(`${verb}: ${code === null ? 'allowed' : 'refused'}`, async () => {
        const before = await traces(own);
        const { status, body, text } = await CALLERS[verb](own);
        const answered = (body as { code?: string } | undefined)?.code;
        if (code === null) {
          const ofStates = new Set<string | null>(Object.values(PROJECT_VERBS[verb]));
          const saysState = answered !== undefined && ofStates.has(answered) && !OF_LATER_CHECKS.has(answered);
          assert.ok(!saysState, `${status} ${text}`);
          return;
        }
        assert.deepEqual([answered, status >= 400], [code, true], text);
        assert.deepEqual(await traces(own), before);
      });
    }
  });
