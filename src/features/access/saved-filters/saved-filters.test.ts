// Saved filters through HTTP: kept by name for their administrator alone, limited, and gone with them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SavedFilters, SavedFilterView } from './schemas.ts';

const FILTERS = '/administration/saved-filters';
const WIRES = '/console/wires';

let world: World;
let admin: Person;
let support: Person;

before(async () => {
  world = await startWorld({ worker: false });
  [admin, support] = [await signInAdministrator(world), await signInAdministrator(world, undefined, ['support'])];
});
after(() => world.close());

const read = async (page = WIRES, by = admin) =>
  expectStatus(await by.client.get<SavedFilters>(`${FILTERS}?page=${encodeURIComponent(page)}`), 200).body.items;
const save = (name: string, query = 'state=archived', { page = WIRES, by = admin } = {}) =>
  by.client.post<SavedFilterView>(FILTERS, { page, name, query });
const saved = async (...asked: Parameters<typeof save>) => expectStatus(await save(...asked), 201).body;
const remove = (id: string, by = admin) => by.client.delete(`${FILTERS}/${id}`);

describe(`GET ${FILTERS}`, () => {
  it('has those of one list, by name, and no other administrator’s', async () => {
    const march = await saved('Mars', 'from=2026-03-01&to=2026-03-31');
    const archived = await saved(' Archivés ');
    await saved('Mars', 'status=failed', { page: '/console/operations/payments' });
    await saved('À moi', 'state=assigned', { by: support });
    assert.deepEqual(await read(), [archived, march]);
    assert.equal(archived.name, 'Archivés');
    assert.deepEqual(
      (await read(WIRES, support)).map(({ name }) => name),
      ['À moi'],
    );
  });
  for (const page of [
    '',
    '/investments',
    '/console',
    'https://elsewhere.test/console/wires',
    '/console//wires',
    '/console/wires?x=1',
  ])
    it(`of the page ${page} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${FILTERS}?page=${encodeURIComponent(page)}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${FILTERS}?page=${WIRES}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${FILTERS}?page=${WIRES}`), 403, 'forbidden'));
});

describe(`POST ${FILTERS}`, () => {
  it('replaces the one of the same name on the same list', async () => {
    const { id } = await saved('Deux fois', 'sort=date');
    const both = await Promise.all([save('Deux fois', 'sort=amount'), save('Deux fois', 'sort=amount')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual(
      (await read()).filter(({ name }) => name === 'Deux fois'),
      [{ id, name: 'Deux fois', query: 'sort=amount' }],
    );
  });
  for (const [what, filter] of [
    ['without a name', { name: ' ' }],
    ['with a name of 61 characters', { name: 'x'.repeat(61) }],
    ['without a query', { query: '' }],
    ['with a query of 1 001 characters', { query: 'x'.repeat(1_001) }],
    ['with a query that leads elsewhere', { query: 'state=archived#x' }],
    ['with a search', { query: 'kyc=verified&search=Durand' }],
    ['with a search whose name is encoded', { query: 'kyc=verified&%73earch=Durand' }],
    ['with a second search in a value', { query: 'state=archived;search=Durand' }],
    ['of one record', { query: `id=${randomUUID()}` }],
    ['of one administrator', { query: 'kind=LOGIN&email=durand%40mortar.test' }],
    ['of one account', { query: `from=2026-03-01&account=${randomUUID()}` }],
    ['with an address as a state', { query: 'state=durand%40mortar.test' }],
    ['of another page', { page: '/account' }],
  ] as const)
    it(`${what} -> 400 validation-failed`, async () =>
      expectCode(
        await admin.client.post(FILTERS, { page: WIRES, name: 'Filtre', query: 'state=archived', ...filter }),
        400,
        'validation-failed',
      ));
  it('ten at once on the last two places, then one more -> 400 saved-filters.too-many', async () => {
    const by = await signInAdministrator(world, undefined, ['finance']);
    for (let count = 0; count < 48; count += 1) await saved(`Filtre ${count}`, 'sort=date', { by });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => save(`À la fois ${index}`, 'sort=date', { by })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 2);
    await saved('Filtre 0', 'sort=amount', { by });
    expectCode(await save('Encore un', 'sort=date', { by, page: '/console/investors' }), 400, 'saved-filters.too-many');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(FILTERS, { page: WIRES, name: 'x', query: 'x=1' }), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await save('x', 'x=1', { by: await signUp(world) }), 403, 'forbidden'));
});

describe(`DELETE ${FILTERS}/:savedFilterId`, () => {
  it('forgets it, once', async () => {
    const { id } = await saved('Pour peu de temps');
    expectStatus(await remove(id), 200);
    expectCode(await remove(id), 404, 'not-found');
    assert.ok((await read()).every((filter) => filter.id !== id));
  });
  it('of another administrator -> 404 not-found', async () => {
    const { id } = await saved('Le mien');
    expectCode(await remove(id, support), 404, 'not-found');
    assert.ok((await read()).some((filter) => filter.id === id));
  });
  it('of no id -> 400 validation-failed', async () => expectCode(await remove('7'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`${FILTERS}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await remove(randomUUID(), await signUp(world)), 403, 'forbidden'));
});

it('are gone with their administrator', async () => {
  expectStatus(await admin.client.delete(`/administration/administrators/${support.userId}`), 200);
  assert.deepEqual(await world.sql('select id from saved_filter where administrator_id = $1', [support.userId]), []);
});
