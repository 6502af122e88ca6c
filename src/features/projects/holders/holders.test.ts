// The register of holders through HTTP: at the end of any day, against the bricks of today, as a file.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Register = {
  date: string;
  holderCount: number;
  brickCount: number;
  items: { customerId: string; name: string; brickCount: number; sharePercent: number; since: string }[];
  nextCursor: string | null;
};

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-03-02T10:00:00Z' });
});
after(() => world.close());

const url = (propertyId: string, query = '') => `/administration/property/${propertyId}/holders${query}`;
const register = async (propertyId: PropertyId, query = '') =>
  expectStatus(await admin.client.get<Register>(url(propertyId, query)), 200).body;
const held = async (propertyId: PropertyId, date?: string) =>
  Object.fromEntries(
    (await register(propertyId, date ? `?date=${date}` : '')).items.map(({ customerId, brickCount }) => [customerId, brickCount]),
  );
const holdings = async (propertyId: PropertyId) =>
  Object.fromEntries(
    (
      await world.sql<{ id: string; bricks: number }>(
        'select customer_id as id, brick_count as bricks from brick_holding where property_id = $1 and brick_count > 0',
        [propertyId],
      )
    ).map(({ id, bricks }) => [id, bricks]),
  );

describe('GET /administration/property/:propertyId/holders', () => {
  it('has a purchase from its payment until its refund, to the Paris day', async () => {
    const [one, other] = [
      await verifiedInvestor(world, { fundsCents: 100_000 }),
      await verifiedInvestor(world, { fundsCents: 100_000 }),
    ];
    const { propertyId } = await openFunding(world, { bricks: 40 });
    const buy = async ({ client }: typeof one, amount: number) =>
      expectStatus(await client.post<{ id: string }>(`/properties/${propertyId}/purchase`, { amount }), 201).body.id;
    const id = await buy(one, 10);
    await world.until(async () => (await held(propertyId))[one.customerId] === 10, 'the bricks');
    assert.deepEqual(await held(propertyId, '2026-03-01'), {});
    // 23:30 of the next day in Paris.
    await world.moveClock({ now: '2026-03-03T22:30:00Z' });
    await buy(other, 30);
    await world.until(async () => (await held(propertyId))[other.customerId] === 30, 'the bricks');
    assert.deepEqual(await held(propertyId, '2026-03-02'), { [one.customerId]: 10 });
    const { date, holderCount, brickCount, items } = await register(propertyId);
    assert.deepEqual([date, holderCount, brickCount], ['2026-03-03', 2, 40]);
    assert.deepEqual(
      items.map(({ name, sharePercent, since }) => [name, sharePercent, since.slice(0, 10)]),
      [
        ['Camille Durand', 75, '2026-03-03'],
        ['Camille Durand', 25, '2026-03-02'],
      ],
    );
    await world.moveClock({ now: '2026-03-04T10:00:00Z' });
    expectStatus(await one.client.delete(`/customers/purchases/${id}`), 200);
    assert.deepEqual(await held(propertyId), { [other.customerId]: 30 });
    assert.deepEqual(await held(propertyId, '2026-03-03'), { [one.customerId]: 10, [other.customerId]: 30 });
    assert.deepEqual(await held(propertyId), await holdings(propertyId));
  });
  it('a deal hands bricks over on its day; who sold all is no holder any more', async () => {
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 10_000 })];
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 3 }] });
    const offer = { propertyId, amount: 3, price: 950 };
    const { id } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
    const yesterday = world.deps.clock.now().subtract({ hours: 24 }).toString().slice(0, 10);
    expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
    await world.until(async () => (await held(propertyId))[buyer.customerId] === 3, 'the hand-over');
    assert.deepEqual(await held(propertyId), { [buyer.customerId]: 3 });
    assert.deepEqual(await held(propertyId), await holdings(propertyId));
    assert.deepEqual(await held(propertyId, yesterday), { [seller.customerId]: 3 });
  });
  it('is read page by page with the sums of all', async () => {
    const people = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
    const owners = people.map(({ customerId }) => ({ customerId, bricks: 2 }));
    const { propertyId } = await resaleProperty(world, { owners });
    const first = await register(propertyId, '?limit=2');
    const second = await register(propertyId, `?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [2, 1, null]);
    assert.deepEqual([second.holderCount, second.brickCount], [3, 6]);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ customerId }) => customerId).toSorted(),
      people.map(({ customerId }) => customerId as string).toSorted(),
    );
  });
  it('a project that is not there -> 404 property.not-found', async () => {
    expectCode(await admin.client.get(url(randomUUID())), 404, 'property.not-found');
  });
});

describe('GET /administration/property/:propertyId/holders/csv', () => {
  it('has all holders of the day, and no name runs as a formula', async () => {
    const person = await verifiedInvestor(world, { firstName: '=Anne', lastName: 'Le;Goff' });
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: person.customerId, bricks: 3 }] });
    const { text, headers } = expectStatus(await admin.client.get(url(propertyId, '/csv?date=2026-03-02')), 200);
    assert.match(headers.get('content-disposition') ?? '', /filename="mortar-titulaires-[0-9a-f]{8}-2026-03-02\.csv"/);
    const [head, row, ...more] = text.split('\r\n');
    assert.equal(head?.replace('\ufeff', ''), 'Registre au;Titulaire;Type;E-mail;Briques;Part en %;Depuis le;Identifiant');
    assert.match(row ?? '', /^02\/03\/2026;"'=Anne Le;Goff";Personne;[^;]+;3;100,00;\d\d\/\d\d\/\d{4};[0-9a-f-]{36}$/);
    assert.deepEqual(more, ['']);
  });
  it('a project that is not there -> 404 property.not-found', async () => {
    expectCode(await admin.client.get(url(randomUUID(), '/csv')), 404, 'property.not-found');
  });
});
