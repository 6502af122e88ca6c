// What the audit log calls what was acted on, whatever it is, and after it has gone.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { AdminActionsPage } from './schemas.ts';

type Target = NonNullable<Static<typeof AdminActionsPage>['items'][number]['target']>;

const SCHEDULES = '/property/payment-schedule';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const post = async <T = { id: string }>(path: string, body: object) =>
  expectStatus(await admin.client.post<T>(`/administration${path}`, body), 201).body;

/** What the newest row of this query is about. */
async function targetOf(query: string): Promise<Target> {
  const path = `/administration/admin-actions?${query}`;
  const { items } = expectStatus(await admin.client.get<Static<typeof AdminActionsPage>>(path), 200).body;
  return items[0]?.target ?? assert.fail(`no row of ${query}`);
}

describe('the target of an audit row', () => {
  it('has the name of the record as it is called by now', async () => {
    const property = await post('/property', { name: 'Les Aulnes', investorContractType: 'obligation' });
    expectStatus(await admin.client.patch(`/administration/property/${property.id}`, { name: 'Les Charmes' }), 200);
    assert.deepEqual(await targetOf(`targetId=${property.id}`), {
      ...{ type: 'property', id: property.id, name: 'Les Charmes', isGone: false, propertyId: property.id },
      ...{ customerId: null, period: null, amountCents: null, purpose: null },
    });
    const spv = await post('/spv', { name: 'SPV Charmes', country: 'France' });
    const ines = { firstname: 'Ines', lastname: 'Vasseur', email: 'ines@porteur.test' };
    expectStatus(await admin.client.post('/administration/project-owner', ines), 201);
    const news = await post('/home/news?appScope=investors', {
      version: 1,
      blocks: [
        { type: 'image', url: 'https://images.example.test/lyon.webp', alternativeText: 'Façade' },
        { type: 'heading', text: 'Été à Lyon' },
      ],
    });
    const names = await Promise.all(
      [`targetId=${spv.id}`, 'kind=PROJECT_OWNER_CREATION', `targetId=${news.id}`].map(
        async (query) => (await targetOf(query)).name,
      ),
    );
    assert.deepEqual(names, ['SPV Charmes', 'Ines Vasseur', 'Été à Lyon']);
  });

  it('has the name of an investor, and whose page that is', async () => {
    const { customerId } = await verifiedInvestor(world);
    expectStatus(await admin.client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: false }), 200);
    const target = await targetOf(`targetId=${customerId}`);
    assert.deepEqual([target.name, target.customerId], ['Camille Durand', customerId]);
  });

  it('has property, month and amount of an echeance and of a payment to be assigned', async () => {
    const { propertyId, echeances } = await scheduledProperty(world, admin);
    const { name } = expectStatus(await admin.client.get<{ name: string }>(`/administration/property/${propertyId}`), 200).body;
    const fee = echeances[0] ?? assert.fail('no echeance');
    await post(`${SCHEDULES}/management-fees/mark-as-executed`, {
      ...{ propertyId, paymentId: fee.id, comment: 'payés ailleurs' },
    });
    const about = await targetOf(`targetId=${fee.id}`);
    assert.deepEqual([about.name, about.propertyId, about.period], [name, propertyId, fee.period]);
    const payment = await post(`${SCHEDULES}/payment-to-be-assigned`, {
      ...{ projectId: propertyId, amount: 12_345, date: '2026-02-05', payment: { kind: 'other', comment: 'Reçu ailleurs' } },
    });
    const wire = await targetOf(`targetId=${payment.id}`);
    assert.deepEqual([wire.name, wire.propertyId, wire.period, wire.amountCents], [name, propertyId, '2026-02-05', 12_345]);
  });

  it('has the name that the log kept of what has gone', async () => {
    const { id } = await post('/property', { name: 'Les Disparus', investorContractType: 'obligation' });
    expectStatus(await admin.client.delete(`/administration/property/${id}`), 200);
    const target = await targetOf(`targetId=${id}`);
    assert.deepEqual([target.name, target.isGone, target.propertyId], ['Les Disparus', true, null]);
  });
});
