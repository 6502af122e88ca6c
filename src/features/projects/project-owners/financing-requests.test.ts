// Financing requests and their account managers, through HTTP; the list of properties shows the newest one.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Request = { id: string; name: string; propertyId: PropertyId | null; accountManager: unknown; [field: string]: unknown };
type Listed = {
  project: { id: string };
  projectFinancingRequestId: unknown;
  projectOwnerCompanyId: unknown;
  accountManager: unknown;
};

const URL = '/administration/project-financing-request';
const MANAGER = { firstname: 'Inès', lastname: 'Caron', email: 'ines.caron@mortar.test', phoneNumber: '+33612345678' };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const create = (body: object = {}, by = admin) => by.client.post<Request>(URL, { name: 'Rénovation', ...body });
const created = async (body: object = {}) => expectStatus(await create(body), 201).body;
const assign = (id: string, accountManager: unknown, by = admin) =>
  by.client.patch<Request>(`${URL}/${id}/account-manager`, { accountManager });
const link = (id: string, propertyId: unknown, by = admin) => by.client.patch<Request>(`${URL}/${id}/property`, { propertyId });
const property = async () => (await openFunding(world, { bricks: 10 })).propertyId;
const shownOf = async (propertyId: PropertyId) => {
  const { body } = expectStatus(await admin.client.get<Listed[]>('/administration/property'), 200);
  const listed = body.find(({ project }) => project.id === propertyId);
  return [listed?.projectFinancingRequestId, listed?.projectOwnerCompanyId, listed?.accountManager];
};
const auditsOf = (id: string) => readAudits<{ kind: string; payload: unknown }>(world, { targetId: id }, ['kind', 'payload']);

describe('POST /administration/project-financing-request', () => {
  it('records a request, with its audit row', async () => {
    const [propertyId, projectOwnerCompanyId] = [await property(), randomUUID()];
    const { id, createdAt, updatedAt, ...view } = await created({
      propertyId,
      projectOwnerCompanyId,
      requestedAmountCents: 50_000_000,
      accountManager: MANAGER,
    });
    assert.equal(createdAt, updatedAt);
    assert.deepEqual(view, {
      name: 'Rénovation',
      propertyId,
      projectOwnerCompanyId,
      requestedAmountCents: 50_000_000,
      accountManager: MANAGER,
    });
    assert.deepEqual(await auditsOf(id), [
      { kind: 'PROJECT_FINANCING_REQUEST_CREATION', payload: { name: 'Rénovation', propertyId } },
    ]);
  });
  for (const [what, body] of Object.entries<object>({
    'a blank name': { name: ' ' },
    'an unknown property': { propertyId: randomUUID() },
    'no money': { requestedAmountCents: 0 },
    'half an account manager': { accountManager: { firstname: 'Inès' } },
  }))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await create(body), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(URL, {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await create({}, await signUp(world)), 403, 'forbidden'));
});

describe('GET /administration/project-financing-request', () => {
  it('newest first, page by page, of one property', async () => {
    const propertyId = await property();
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third']) ids.unshift((await created({ name, propertyId })).id);
    await created();
    const page = async (query: string) =>
      expectStatus(
        await admin.client.get<{ items: Request[]; nextCursor: string | null }>(`${URL}?propertyId=${propertyId}&${query}`),
        200,
      ).body;
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      ids,
    );
    assert.equal(second.nextCursor, null);
  });
  it('a cursor of no list -> 400 validation-failed', async () =>
    expectCode(await admin.client.get(`${URL}?cursor=xxxx`), 400, 'validation-failed'));
});

describe('PATCH /administration/project-financing-request/:id/account-manager', () => {
  it('names another, and none, each with its audit row', async () => {
    const { id } = await created();
    assert.deepEqual(expectStatus(await assign(id, { ...MANAGER, role: 'head' }), 200).body.accountManager, MANAGER);
    const [stored] = await world.sql<{ account_manager: unknown }>(
      'select account_manager from project_financing_request where id = $1',
      [id],
    );
    assert.deepEqual(stored?.account_manager, MANAGER, 'no other field is kept');
    const { phoneNumber, ...other } = { ...MANAGER, email: 'other@mortar.test' };
    assert.deepEqual(expectStatus(await assign(id, other), 200).body.accountManager, other);
    assert.equal(expectStatus(await assign(id, null), 200).body.accountManager, null);
    const kind = 'PROJECT_FINANCING_REQUEST_ACCOUNT_MANAGER';
    assert.deepEqual((await auditsOf(id)).slice(1), [
      { kind, payload: { email: MANAGER.email } },
      { kind, payload: { email: 'other@mortar.test' } },
      { kind, payload: { email: null } },
    ]);
  });
  it('unknown -> 404 not-found', async () => expectCode(await assign(randomUUID(), MANAGER), 404, 'not-found'));
  for (const body of [{}, { accountManager: 'Inès' }, { accountManager: { ...MANAGER, email: 'ines' } }])
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.patch(`${URL}/${(await created()).id}/account-manager`, body), 400, 'validation-failed'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await assign('one', MANAGER), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().patch(`${URL}/${randomUUID()}/account-manager`, {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await assign(randomUUID(), MANAGER, await signUp(world)), 403, 'forbidden'));
});

describe('PATCH /administration/project-financing-request/:id/property', () => {
  it('the property shows its newest request; without one, nothing', async () => {
    const propertyId = await property();
    assert.deepEqual(await shownOf(propertyId), [null, null, null]);
    const company = randomUUID();
    const older = await created({ accountManager: MANAGER, projectOwnerCompanyId: company });
    const newer = await created();
    expectStatus(await link(newer.id, propertyId), 200);
    expectStatus(await link(older.id, propertyId), 200);
    assert.deepEqual(await shownOf(propertyId), [newer.id, null, null]);
    assert.equal(expectStatus(await link(newer.id, null), 200).body.propertyId, null);
    assert.deepEqual(await shownOf(propertyId), [older.id, company, MANAGER]);
    assert.deepEqual((await auditsOf(newer.id)).slice(1), [
      { kind: 'PROJECT_FINANCING_REQUEST_PROPERTY', payload: { propertyId } },
      { kind: 'PROJECT_FINANCING_REQUEST_PROPERTY', payload: { propertyId: null } },
    ]);
  });
  it('an unknown property -> 400 validation-failed', async () =>
    expectCode(await link((await created()).id, randomUUID()), 400, 'validation-failed'));
  it('unknown -> 404 not-found', async () => expectCode(await link(randomUUID(), null), 404, 'not-found'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await link(randomUUID(), null, await signUp(world)), 403, 'forbidden'));
});
