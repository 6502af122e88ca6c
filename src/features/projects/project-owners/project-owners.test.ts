// Project owners and their presentations, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { holdAuditRows } from '../../../../test/support/held-lock.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Owner = {
  id: string;
  createdAt: string;
  updatedAt: string;
  firstname: string;
  lastname: string;
  email: string;
  phoneNumber?: string;
};
type Presentation = {
  id: string;
  createdAt: string;
  updatedAt: string;
  json: { name: string; description: string; profilePictureUrl?: string };
};

const OWNERS = '/administration/project-owner';
const PRESENTATIONS = '/administration/project-owner-presentation';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_V7 = '00000000-0000-7000-8000-000000000000';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

let count = 0;
const unique = (word: string) => `${word}-${++count}`;
const ownerBody = (fields: object = {}) => ({
  firstname: 'Inès',
  lastname: 'Moreau',
  email: `${unique('Ines')}@Example.test`,
  ...fields,
});
const create = (fields: object = {}) => admin.client.post<{ ok: boolean; value: Owner }>(OWNERS, ownerBody(fields));
const created = async (fields: object = {}) => expectStatus(await create(fields), 201).body.value;
const owners = async () => expectStatus(await admin.client.get<Owner[]>(OWNERS), 200).body;
const ownerWith = async (id: string) => (await owners()).find((owner) => owner.id === id);
const update = (id: string, fields: object = {}) => admin.client.put(`${OWNERS}/${id}`, ownerBody(fields));
const remove = (id: string) => admin.client.delete(`${OWNERS}/${id}`);
const audits = (id: string) =>
  readAudits<{ kind: string; target_type: string; payload: { change?: string } }>(world, { targetId: id }, [
    'kind',
    'target_type',
    'payload',
  ]);
const kinds = async (id: string) => (await audits(id)).map(({ kind }) => kind);
const addProject = async (ownerId: string) =>
  expectStatus(
    await admin.client.post<{ id: string }>('/administration/property', {
      name: 'Les Tilleuls',
      investorContractType: 'obligation',
      projectOwnerId: ownerId,
    }),
    201,
  );

describe('POST /administration/project-owner', () => {
  it('creates an owner with its audit row', async () => {
    const email = 'Jean.Petit@Example.test';
    const { body } = expectStatus(await create({ email, phoneNumber: '+33 6 12 34 56 78' }), 201);
    const { id, createdAt, ...rest } = body.value;
    assert.equal(body.ok, true);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    assert.ok(Temporal.Instant.from(createdAt));
    assert.deepEqual(rest, {
      updatedAt: createdAt,
      firstname: 'Inès',
      lastname: 'Moreau',
      email,
      phoneNumber: '+33 6 12 34 56 78',
    });
    assert.deepEqual(await audits(id), [
      { kind: 'PROJECT_OWNER_CREATION', target_type: 'project-owner', payload: { firstname: 'Inès', lastname: 'Moreau', email } },
    ]);
  });
  it('takes the id it is given, and no phone number', async () => {
    const id = randomUUID();
    const owner = await created({ id });
    assert.equal(owner.id, id);
    assert.ok(!('phoneNumber' in owner));
  });
  it('answers the existing owner for an email in another case, unchanged and without an audit row', async () => {
    const first = await created({ email: 'double@example.test' });
    const again = expectStatus(await create({ email: 'DOUBLE@example.test', firstname: 'Paul', id: randomUUID() }), 201);
    assert.deepEqual(again.body, { ok: true, value: first });
    assert.deepEqual(await kinds(first.id), ['PROJECT_OWNER_CREATION']);
    assert.deepEqual(await ownerWith(first.id), first);
  });
  it('of many at once with one email one is created, and all get it', async () => {
    const answers = await Promise.all(['a@b.test', 'A@b.test', 'a@B.test', 'a@b.TEST'].map((email) => create({ email })));
    const ids = new Set(answers.map((answer) => expectStatus(answer, 201).body.value.id));
    assert.equal(ids.size, 1);
    const [row] = await world.sql<{ count: number }>(
      `select count(*)::integer from admin_action where kind = 'PROJECT_OWNER_CREATION' and lower(payload ->> 'email') = 'a@b.test'`,
    );
    assert.equal(row?.count, 1);
  });
  it('the id of another owner -> 400 validation-failed', async () => {
    const { id } = await created();
    const answer = await admin.client.post<{ errors: { path: string }[] }>(OWNERS, ownerBody({ id }));
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(
      answer.body.errors.map(({ path }) => path),
      ['body/id'],
    );
  });
  for (const [what, fields] of Object.entries(badOwners()))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await create(fields), 400, 'validation-failed'));
});

function badOwners() {
  return {
    'no firstname': { firstname: undefined },
    'a blank lastname': { lastname: ' ' },
    'no email': { email: undefined },
    'an email that is none': { email: 'ines' },
    'a phone number that is no text': { phoneNumber: 33612345678 },
    'an id that is no UUID v4': { id: UNKNOWN_V7 },
  };
}

describe('GET /administration/project-owner', () => {
  it('lists the owners, newest first', async () => {
    const [first, second] = [await created(), await created({ phoneNumber: '0472000000' })];
    assert.deepEqual((await owners()).slice(0, 2), [second, first]);
  });

  it('finds owners by a part of their name or address, or by their id, and answers so many', async () => {
    const [first, second] = [await created({ lastname: 'Le_Goff' }), await created({ lastname: 'Legoff' })];
    const find = async (query: string) => expectStatus(await admin.client.get<Owner[]>(`${OWNERS}?${query}`), 200).body;
    assert.deepEqual(await find('search=%20in%C3%A8s%20LE_go'), [first]);
    assert.deepEqual(await find(`search=${second.email.split('@', 1)[0]?.toUpperCase()}`), [second]);
    assert.deepEqual(await find(`search=${first.id.toUpperCase()}`), [first]);
    assert.deepEqual(await find('search=&limit=1'), [second]);
    assert.deepEqual(await find('search=personne'), []);
    expectCode(await admin.client.get(`${OWNERS}?limit=201`), 400, 'validation-failed');
  });
});

describe('PUT /administration/project-owner/:projectOwnerId', () => {
  it('replaces every field, with an audit row and no body', async () => {
    const owner = await created({ phoneNumber: '0472000000' });
    const body = ownerBody({ id: owner.id, firstname: 'Zoé' });
    const answer = expectStatus(await admin.client.put(`${OWNERS}/${owner.id}`, body), 204);
    assert.equal(answer.text, '');
    const { updatedAt, ...rest } = (await ownerWith(owner.id)) ?? owner;
    assert.deepEqual(rest, { ...body, createdAt: owner.createdAt });
    assert.ok(Temporal.Instant.compare(updatedAt, owner.updatedAt) > 0);
    assert.deepEqual(await kinds(owner.id), ['PROJECT_OWNER_CREATION', 'PROJECT_OWNER_UPDATE']);
  });
  it('lets an owner spell their own email in another case', async () => {
    const { id } = await created({ email: 'casse@example.test' });
    expectStatus(await update(id, { email: 'Casse@example.test' }), 204);
    assert.equal((await ownerWith(id))?.email, 'Casse@example.test');
  });
  it('the email of another owner -> 400 project-owner-email-already-exists', async () => {
    const [owner, other] = [await created(), await created({ email: 'prise@example.test' })];
    expectCode(await update(owner.id, { email: 'PRISE@example.test' }), 400, 'project-owner-email-already-exists');
    assert.deepEqual(await ownerWith(owner.id), owner);
    assert.deepEqual(await ownerWith(other.id), other);
    assert.deepEqual(await kinds(owner.id), ['PROJECT_OWNER_CREATION']);
  });
  it('two owners at once to one email: one of them has it, the other -> 400 project-owner-email-already-exists', async () => {
    const pair = [await created(), await created()];
    const answers = await Promise.all(pair.map(({ id }) => update(id, { email: 'course@example.test' })));
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 204);
    expectCode(lost, 400, 'project-owner-email-already-exists');
  });
  it('an unknown owner -> 404 not-found', async () => expectCode(await update(UNKNOWN), 404, 'not-found'));
  it('another id in the body than in the path -> 400 validation-failed', async () => {
    const owner = await created();
    expectCode(await update(owner.id, { id: randomUUID() }), 400, 'validation-failed');
    assert.deepEqual(await ownerWith(owner.id), owner);
  });
  it('a malformed id -> 400 validation-failed', async () => {
    for (const id of ['one', UNKNOWN_V7]) expectCode(await update(id), 400, 'validation-failed');
  });
  for (const [what, fields] of Object.entries(badOwners()))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await update(UNKNOWN, fields), 400, 'validation-failed'));
});

describe('DELETE /administration/project-owner/:projectOwnerId', () => {
  it('deletes an owner without projects, with an audit row and no body', async () => {
    const { id } = await created();
    assert.equal(expectStatus(await remove(id), 200).text, '');
    assert.equal(await ownerWith(id), undefined);
    assert.deepEqual(
      (await audits(id)).map(({ kind, payload }) => [kind, payload.change]),
      [
        ['PROJECT_OWNER_CREATION', undefined],
        ['PROJECT_OWNER_UPDATE', 'deletion'],
      ],
    );
  });
  it('an owner with projects stays: 200 without a body, without an audit row', async () => {
    const owner = await created();
    await addProject(owner.id);
    assert.equal(expectStatus(await remove(owner.id), 200).text, '');
    assert.deepEqual(await ownerWith(owner.id), owner);
    assert.deepEqual(await kinds(owner.id), ['PROJECT_OWNER_CREATION']);
    shows('project-owner.delete.200.project-owner-has-projects');
  });
  it('deleted while a project is created: never a project without its owner', async () => {
    const { id } = await created();
    const [project, deletion] = await Promise.all([
      admin.client.post('/administration/property', { name: 'P', investorContractType: 'loan', projectOwnerId: id }),
      remove(id),
    ]);
    assert.equal(deletion.status, 200);
    assert.equal(project.status, (await ownerWith(id)) ? 201 : 400);
  });
  it('an unknown owner: 200 without a body, without an audit row', async () => {
    const id = randomUUID();
    assert.equal(expectStatus(await remove(id), 200).text, '');
    assert.deepEqual(await audits(id), []);
  });
  it('no id of an owner: 200 without a body', async () => {
    for (const id of ['one', UNKNOWN_V7, '%20', "'; drop table project_owner; --"])
      assert.equal(expectStatus(await remove(id), 200).text, '');
  });
  it('an id in upper case is the owner all the same', async () => {
    const { id } = await created();
    assert.equal(expectStatus(await remove(id.toUpperCase()), 200).text, '');
    assert.equal(await ownerWith(id), undefined);
    assert.deepEqual(await kinds(id), ['PROJECT_OWNER_CREATION', 'PROJECT_OWNER_UPDATE']);
  });
  it('with the content type of a body that is not there: 200 without a body', async () => {
    const { id } = await created();
    const cookie = [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${world.url}${OWNERS}/${id}`, { method: 'DELETE', headers });
    assert.deepEqual([answer.status, await answer.text()], [200, '']);
    assert.equal(await ownerWith(id), undefined);
  });
});

const content = (fields: object = {}) => ({ name: unique('Fondatrice'), description: 'Vingt ans de chantiers.', ...fields });
const present = (fields: object = {}) => admin.client.post<Presentation>(PRESENTATIONS, content(fields));
const presented = async (fields: object = {}) => expectStatus(await present(fields), 201).body;
const presentations = async () => expectStatus(await admin.client.get<Presentation[]>(PRESENTATIONS), 200).body;
const edit = (id: string, fields: object = {}) => admin.client.put<Presentation>(`${PRESENTATIONS}/${id}`, content(fields));

const BAD_PRESENTATIONS = {
  'an empty name': { name: '' },
  'no name': { name: undefined },
  'an empty description': { description: '' },
  'no description': { description: undefined },
  'a picture that runs a script': { profilePictureUrl: 'javascript:alert(1)' },
  'a picture that is no text': { profilePictureUrl: 7 },
};

describe('POST /administration/project-owner-presentation', () => {
  it('creates a presentation under a UUID v7, with its audit row', async () => {
    const body = content({ profilePictureUrl: 'https://images.example.test/ines.webp' });
    const { id, createdAt, updatedAt, json } = expectStatus(await admin.client.post<Presentation>(PRESENTATIONS, body), 201).body;
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(updatedAt, createdAt);
    assert.deepEqual(json, body);
    assert.deepEqual(await audits(id), [
      { kind: 'PROPERTY_PROJECT_OWNER_CREATION', target_type: 'project-owner-presentation', payload: { name: body.name } },
    ]);
  });
  it('two at once with one name: one is created, the other -> 400 project-owner-presentation-name-already-exists', async () => {
    const answers = await Promise.all([present({ name: 'Même nom' }), present({ name: 'Même nom' })]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'project-owner-presentation-name-already-exists');
    assert.equal((await presentations()).filter(({ json }) => json.name === 'Même nom').length, 1);
  });
  for (const [what, fields] of Object.entries(BAD_PRESENTATIONS))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await present(fields), 400, 'validation-failed'));
});

describe('GET /administration/project-owner-presentation', () => {
  it('lists the presentations, newest first', async () => {
    const [first, second] = [await presented(), await presented({ profilePictureUrl: '/images/ines.webp' })];
    assert.deepEqual((await presentations()).slice(0, 2), [second, first]);
    assert.ok(!('profilePictureUrl' in first.json));
  });

  it('finds presentations by a part of their name, or by their id, and answers so many', async () => {
    const [first, second] = [await presented({ name: 'Atelier 100 % bois' }), await presented({ name: 'Atelier 100 bois' })];
    const find = async (query: string) =>
      expectStatus(await admin.client.get<Presentation[]>(`${PRESENTATIONS}?${query}`), 200).body;
    assert.deepEqual(await find('search=100%20%25'), [first]);
    assert.deepEqual(await find('search=ATELIER&limit=1'), [second]);
    assert.deepEqual(await find(`search=${first.id}`), [first]);
  });
});

describe('PUT /administration/project-owner-presentation/:projectOwnerPresentationId', () => {
  it('replaces the presentation and answers it, with an audit row', async () => {
    const before = await presented({ profilePictureUrl: 'https://images.example.test/a.webp' });
    const body = content({ description: 'Trente ans.' });
    const { body: after } = expectStatus(await admin.client.put<Presentation>(`${PRESENTATIONS}/${before.id}`, body), 200);
    assert.deepEqual([after.id, after.createdAt, after.json], [before.id, before.createdAt, body]);
    assert.ok(Temporal.Instant.compare(after.updatedAt, before.updatedAt) > 0);
    assert.deepEqual(
      (await presentations()).find(({ id }) => id === before.id),
      after,
    );
    assert.deepEqual(await kinds(before.id), ['PROPERTY_PROJECT_OWNER_CREATION', 'PROPERTY_PROJECT_OWNER_UPDATE']);
  });
  it('may keep its own name', async () => {
    const { id, json } = await presented();
    assert.equal(expectStatus(await edit(id, { name: json.name, description: 'Autre' }), 200).body.json.description, 'Autre');
  });
  it('the name of another -> 400 project-owner-presentation-name-already-exists', async () => {
    const [one, other] = [await presented(), await presented()];
    expectCode(await edit(one.id, { name: other.json.name }), 400, 'project-owner-presentation-name-already-exists');
    assert.deepEqual(
      (await presentations()).find(({ id }) => id === one.id),
      one,
    );
    assert.deepEqual(await kinds(one.id), ['PROPERTY_PROJECT_OWNER_CREATION']);
  });
  it('a name that another is just getting -> 400 project-owner-presentation-name-already-exists', async () => {
    const { id } = await presented();
    const other = await presented();
    const lock = await holdAuditRows(world);
    const earlier = edit(other.id, { name: 'Nom disputé' });
    await lock.waiting(1);
    const later = edit(id, { name: 'Nom disputé' });
    await lock.waiting(2);
    await lock.release();
    expectStatus(await earlier, 200);
    expectCode(await later, 400, 'project-owner-presentation-name-already-exists');
  });
  it('an unknown id -> 404 project-owner-presentation-not-found', async () =>
    expectCode(await edit(randomUUIDv7()), 404, 'project-owner-presentation-not-found'));
  it('an unknown id with the name of another: the table begins with the name', async () => {
    const { json } = await presented();
    expectCode(await edit(UNKNOWN_V7, { name: json.name }), 400, 'project-owner-presentation-name-already-exists');
  });
  it('an id that is no UUID v7 -> 400 validation-failed', async () => {
    for (const id of ['one', UNKNOWN]) expectCode(await edit(id), 400, 'validation-failed');
  });
  for (const [what, fields] of Object.entries(BAD_PRESENTATIONS))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await edit(UNKNOWN_V7, fields), 400, 'validation-failed'));
});

describe('DELETE /administration/project-owner-presentation/:projectOwnerPresentationId', () => {
  const removePresentation = (id: string) => admin.client.delete(`${PRESENTATIONS}/${id}`);
  it('deletes one that no property shows, with its audit row; its name is free again', async () => {
    const [gone, stays] = [await presented(), await presented()];
    assert.equal(expectStatus(await removePresentation(gone.id), 200).text, '');
    const ids = (await presentations()).map(({ id }) => id);
    assert.deepEqual([ids.includes(gone.id), ids.includes(stays.id)], [false, true]);
    assert.deepEqual((await audits(gone.id)).at(-1), {
      kind: 'PROPERTY_PROJECT_OWNER_DELETION',
      target_type: 'project-owner-presentation',
      payload: { name: gone.json.name },
    });
    await presented({ name: gone.json.name });
  });
  it('two at once: one deletes, the other -> 404 project-owner-presentation-not-found', async () => {
    const { id } = await presented();
    const answers = await Promise.all([removePresentation(id), removePresentation(id)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 200);
    expectCode(lost, 404, 'project-owner-presentation-not-found');
    assert.equal((await kinds(id)).filter((kind) => kind === 'PROPERTY_PROJECT_OWNER_DELETION').length, 1);
  });
  it('an unknown id -> 404 project-owner-presentation-not-found', async () =>
    expectCode(await removePresentation(randomUUIDv7()), 404, 'project-owner-presentation-not-found'));
  it('an id that is no UUID v7 -> 400 validation-failed', async () => {
    for (const id of ['one', UNKNOWN]) expectCode(await removePresentation(id), 400, 'validation-failed');
  });
});

describe('every route of the project owners', () => {
  const routes = [
    ['POST', OWNERS, ownerBody()],
    ['GET', OWNERS, undefined],
    ['PUT', `${OWNERS}/${UNKNOWN}`, ownerBody()],
    ['DELETE', `${OWNERS}/${UNKNOWN}`, undefined],
    ['POST', PRESENTATIONS, content()],
    ['GET', PRESENTATIONS, undefined],
    ['PUT', `${PRESENTATIONS}/${UNKNOWN_V7}`, content()],
    ['DELETE', `${PRESENTATIONS}/${UNKNOWN_V7}`, undefined],
  ] as const;
  it('without a session -> 401 unauthenticated', async () => {
    for (const [method, path, body] of routes) expectCode(await world.visitor().send(method, path, body), 401, 'unauthenticated');
  });
  it('as an investor -> 403 forbidden', async () => {
    const { client } = await signUp(world);
    for (const [method, path, body] of routes) expectCode(await client.send(method, path, body), 403, 'forbidden');
  });
});
