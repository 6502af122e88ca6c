// The queue of wires, through HTTP: its search, and the payments whose echeance is beyond doubt.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PaymentToBeAssigned, SureSuggestions } from './schemas.ts';

const PAYMENTS = '/administration/payments-to-be-assigned';
const SURE = `${PAYMENTS}/sure-suggestions`;
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** What the first echeance of G-1 is due: interest and fee with VAT. */
const DUE_CENTS = 89_167;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const waiting = (query = '') => pageOf<PaymentToBeAssigned>(admin, `${PAYMENTS}?state=waiting`, query);

async function wireOf(to: ScheduledProperty, amountCents: number, comment: string): Promise<string> {
  const known = new Set((await waiting('&limit=200')).items.map(({ id }) => id));
  await world.control('POST', `/accounts/${to.accountId}/credit`, { amountCents, comment });
  await world.runJob('incoming-wires');
  const { items } = await waiting('&limit=200');
  return items.find(({ id }) => !known.has(id))?.id ?? assert.fail('the wire was not picked up');
}

/** The payments that are sure, each with the number of its echeance, of a project. */
const sureOf = async ({ propertyId }: ScheduledProperty) => {
  const { items } = expectStatus(await admin.client.get<SureSuggestions>(SURE), 200).body;
  return items
    .filter(({ suggestion }) => suggestion.project.id === propertyId)
    .map(({ payment, suggestion }) => [payment.id, suggestion.echeance.number, suggestion.paymentFor]);
};

describe(`GET ${SURE}`, () => {
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(SURE), 401, 'unauthenticated'));
  it('as somebody who reads no money -> 403 forbidden', async () => {
    const { client } = await signInAdministrator(world, undefined, ['projects']);
    expectCode(await client.get(SURE), 403, 'forbidden');
  });

  it('the very amount of the oldest unpaid echeance is; of two such payments the older one', async () => {
    const own = await scheduledProperty(world, admin);
    const first = await wireOf(own, DUE_CENTS, 'Loyer');
    const second = await wireOf(own, DUE_CENTS, 'Loyer');
    assert.deepEqual(await sureOf(own), [[first, 1, 'mensualite']]);
    const assignment = {
      wireToBeAssignedId: first,
      echeanceId: own.echeances[0]?.id,
      paymentFor: 'mensualite',
      isSimulation: false,
    };
    expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
    assert.deepEqual(await sureOf(own), [[second, 2, 'mensualite']]);
  });

  it('another amount is not, nor one whose label names another echeance', async () => {
    const own = await scheduledProperty(world, admin);
    await wireOf(own, DUE_CENTS - 1, 'Loyer');
    await wireOf(own, DUE_CENTS, 'Échéance 3');
    assert.deepEqual(await sureOf(own), []);
  });

  it('of an SPV with several projects only a payment whose label names one is', async () => {
    const own = await scheduledProperty(world, admin);
    const neighbour = await scheduledProperty(world, admin, { spv: own });
    await wireOf(own, DUE_CENTS, 'Loyer');
    assert.deepEqual([await sureOf(own), await sureOf(neighbour)], [[], []]);
  });
});

describe(`GET ${PAYMENTS}?search=`, () => {
  itRefuses(PAYMENTS, { world: () => world, administrator: () => admin, wrong: ['state=waiting&search='] });

  it('finds by amount, and by a part of the label, of the project and of the SPV', async () => {
    const own = await scheduledProperty(world, admin);
    const id = await wireOf(own, 123_456, 'Fermage de Saint-Malo');
    const { project, spv } = (await waiting()).items.find((item) => item.id === id) ?? assert.fail('not listed');
    const found = async (search: string) =>
      (await waiting(`&search=${encodeURIComponent(search)}&propertyId=${own.propertyId}`)).items.map((item) => item.id);
    for (const search of ['1 234,56 €', '1234.56', 'saint-m', project?.name ?? 'no name', spv.name])
      assert.deepEqual(await found(search), [id], search);
    for (const search of ['1 234,57', 'sa', 'Saint-Nulle-Part', '%%%']) assert.deepEqual(await found(search), [], search);
  });
});
