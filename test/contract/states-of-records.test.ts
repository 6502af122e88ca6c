// Every verb of echeances, purchases and payments of withdrawals in every state of theirs: refused where src/states.ts says so, with its code.

import { after, before, describe, it } from 'node:test';
import { SUBJECTS } from '../../src/states.ts';
import { openFunding, type Person, passWindows, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { ONE_MONTH, payFirst } from '../support/finished-project.ts';
import { type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { endPayout, type Withdrawer, withdraw, withdrawalCode, withdrawalsOf, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { Echeance: ECHEANCE_VERBS, Purchase: PURCHASE_VERBS, 'Payment at the provider': PAYMENT_VERBS } = SUBJECTS;
const PROPERTY = '/administration/property';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const debit = (verb: string) => (own: ScheduledProperty) =>
  admin.client.put(`${PROPERTY}/${own.propertyId}/payment-schedule/${verb}-mensualite-payment`, {
    echeanceId: own.echeances[0]?.id,
  });
const OF_ECHEANCES: Readonly<Record<keyof typeof ECHEANCE_VERBS, (own: ScheduledProperty) => Promise<Answer>>> = {
  'program-debit': debit('program-unscheduled'),
  'unprogram-debit': debit('unprogram-scheduled'),
};
type EcheanceState = keyof (typeof ECHEANCE_VERBS)['program-debit'];
const ECHEANCE_WAYS: Readonly<Record<EcheanceState, (own: ScheduledProperty) => Promise<unknown>>> = {
  unpaid: async () => {},
  nothingDue: async () => {},
  scheduled: async (own) => expectStatus(await OF_ECHEANCES['program-debit'](own), 200),
  changing: async (own) => {
    await world.control('POST', '/faults', { route: 'POST /v2/moneyins/sdd/init', mode: 'timeout-before', times: 1 });
    await OF_ECHEANCES['program-debit'](own);
  },
  paid: (own) => payFirst(world, admin, own, 90_000, 'mensualite'),
};

async function debited(terms?: typeof ONE_MONTH): Promise<ScheduledProperty> {
  const own = await scheduledProperty(world, admin, terms ? { terms } : {});
  const bank = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, bank);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`${PROPERTY}/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  return own;
}

describe('an echeance that is', () => {
  for (const [state, way] of Object.entries(ECHEANCE_WAYS))
    for (const [verb, call] of Object.entries(OF_ECHEANCES))
      it(`${state}: ${verb}`, async () => {
        const own = await debited(state === 'nothingDue' ? ONE_MONTH : undefined);
        await way(own);
        compareWithRow(ECHEANCE_VERBS[verb as keyof typeof ECHEANCE_VERBS], state, await call(own));
      });
});

type PurchaseState = keyof (typeof PURCHASE_VERBS)['cancel-purchase'];
type Bought = { cancel: () => Promise<Answer>; close: () => Promise<unknown> };
const PURCHASE_WAYS: Readonly<Record<PurchaseState, (bought: Bought) => Promise<unknown>>> = {
  waiting_payment: async () => {},
  waiting_provider: async () => {
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await world.runJob('wallet-transactions');
  },
  confirmed: () => world.runJob('wallet-transactions'),
  canceled: async ({ cancel }) => expectStatus(await cancel(), 200),
  declined: ({ close }) => close(),
};

/** A purchase of a funding that others have filled up to its minimum. */
async function bought(): Promise<Bought> {
  const { propertyId } = await openFunding(world, { bricks: 10, contract: { minBricks: 1 } });
  const [first, investor] = [
    await verifiedInvestor(world, { fundsCents: 9_000 }),
    await verifiedInvestor(world, { fundsCents: 9_000 }),
  ];
  const path = `/properties/${propertyId}/purchase`;
  expectStatus(await first.client.post(path, { amount: 2 }), 201);
  await world.runJob('wallet-transactions');
  const { id } = expectStatus(await investor.client.post<{ id: string }>(path, { amount: 1 }), 201).body;
  const cancel = () => investor.client.delete(`/customers/purchases/${id}`);
  const close = async () => {
    await passWindows(world, propertyId);
    expectStatus(await admin.client.post(`${PROPERTY}/${propertyId}/funding/end/success`), 201);
  };
  return { cancel, close };
}

describe('a purchase that is', () => {
  for (const [state, way] of Object.entries(PURCHASE_WAYS))
    it(`${state}: cancel-purchase`, async () => {
      const one = await bought();
      await way(one);
      compareWithRow(PURCHASE_VERBS['cancel-purchase'], state, await one.cancel());
    });
});

type PaymentState = keyof (typeof PAYMENT_VERBS)['cancel-withdrawal'];
const PAYMENT_WAYS: Readonly<Record<PaymentState, (person: Withdrawer, cancel: () => Promise<Answer>) => Promise<unknown>>> = {
  created: async () => {},
  sent: () => world.runJob('wallet-transactions'),
  succeeded: async (person) => {
    await world.runJob('wallet-transactions');
    await endPayout(world, person, 'complete');
  },
  failed: async (person) => {
    await world.runJob('wallet-transactions');
    await endPayout(world, person, 'fail');
  },
  canceled: async (_person, cancel) => expectStatus(await cancel(), 200),
};

describe('a withdrawal whose payment is', () => {
  for (const [state, way] of Object.entries(PAYMENT_WAYS))
    it(`${state}: cancel-withdrawal`, async () => {
      const person = await withdrawer(world, 5_000);
      const worker = await world.another({ api: false, worker: true });
      const tfa = await withdrawalCode(world, person);
      await worker.close();
      expectStatus(await withdraw(world, person, { tfa }), 201);
      const id = (await withdrawalsOf(world, person)).at(-1)?.id;
      const cancel = () => person.client.delete(`/customers/withdrawals/${id}`);
      await way(person, cancel);
      compareWithRow(PAYMENT_VERBS['cancel-withdrawal'], state, await cancel());
    });
});
