// SPVs as administrators keep them: create, list, read, update, countries; through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import pg from 'pg';
import { openFunding, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { manySpvs } from '../../../../test/support/bulk-rows.ts';
import { assertParts, partsOf } from '../../../../test/support/parts.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type Project = { id: string; name: string; status: string; investorContractType: string; financialStatus: string | null };
type Spv = {
  id: SpvId;
  vatOverrideBps: number | null;
  name: string;
  country: string;
  providerExternalId: string | null;
  kybStatus: string;
  projects: Project[];
  createdAt: string;
  updatedAt: string;
};

const SPVS = '/administration/spv';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const COUNTRIES = [
  ...['France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre', 'Espagne', 'Italie', 'Belgique', 'Suisse'],
  ...['Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce', 'Émirats arabes unis'],
];

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const create = (body: object, by = admin) => by.client.post<Spv>(SPVS, { name: 'SPV Lyon', country: 'France', ...body });
const created = async (body: object = {}) => expectStatus(await create(body), 201).body;
const update = (body: object) => admin.client.put(SPVS, { name: 'SPV Nice', country: 'Portugal', ...body });
const read = async (id: string) => expectStatus(await admin.client.get<Spv>(`${SPVS}/${id}`), 200).body;
const list = async () => expectStatus(await admin.client.get<Spv[]>(SPVS), 200).body;
const addProject = async (spvId: SpvId, name: string) => {
  const body = { name, investorContractType: 'royalty', spvId };
  return expectStatus(await admin.client.post<{ id: string }>('/administration/property', body), 201).body.id;
};
const draft = (id: string, name: string): Project => ({
  id,
  name,
  status: 'DRAFT',
  investorContractType: 'royalty',
  financialStatus: null,
});
const auditsOf = (id: string) =>
  readAudits<{ kind: string; payload: unknown; administrator_email: string }>(world, { targetId: id }, [
    'kind',
    'payload',
    'administrator_email',
  ]);

describe('POST /administration/spv', () => {
  it('creates an SPV and its audit row', async () => {
    const providerExternalId = `spv-${randomUUID()}`;
    const { id, createdAt, ...rest } = await created({ providerExternalId });
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Temporal.Instant.from(createdAt));
    assert.deepEqual(rest, {
      name: 'SPV Lyon',
      country: 'France',
      providerExternalId,
      kybStatus: 'notStarted',
      vatOverrideBps: null,
      projects: [],
      updatedAt: createdAt,
    });
    assert.deepEqual(await auditsOf(id), [
      {
        kind: 'SPV_CREATION',
        payload: { name: 'SPV Lyon', country: 'France', providerExternalId },
        administrator_email: admin.email,
      },
    ]);
  });
  it('takes the id it is given, no wallet, and each of the 17 countries', async () => {
    for (const country of COUNTRIES) {
      const id = randomUUID();
      const spv = await created({ id, country });
      assert.deepEqual([spv.id, spv.country, spv.providerExternalId], [id, country, null]);
    }
  });
  it('drops unknown fields', async () =>
    assert.equal((await created({ kybStatus: 'verified', providerStatus: 6 })).kybStatus, 'notStarted'));
  it('an id that exists -> 400 spv.id-already-exists', async () =>
    expectCode(await create({ id: (await created()).id }), 400, 'spv.id-already-exists'));
  it('two at once with one wallet: one is created, the other -> 400 spv.provider-external-id-already-exists', async () => {
    const providerExternalId = `spv-${randomUUID()}`;
    const answers = await Promise.all([create({ providerExternalId }), create({ providerExternalId })]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'spv.provider-external-id-already-exists');
    assert.equal((await auditsOf(won.body.id)).length, 1);
  });
  it('the wallet of an investor, in whatever case -> 400 validation-failed', async () => {
    const { customerId } = await signUp(world);
    for (const providerExternalId of [customerId, customerId.toUpperCase()])
      expectCode(await create({ providerExternalId }), 400, 'validation-failed');
    expectStatus(await create({ providerExternalId: randomUUID() }), 201);
  });
  for (const [what, body] of Object.entries(badSpvs()))
    it(`${what} -> 400 validation-failed`, async () => expectCode(await create(body), 400, 'validation-failed'));
  it('without a body -> 400 validation-failed, naming both fields', async () => {
    const answer = await admin.client.post<{ errors: { path: string }[] }>(SPVS);
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(answer.body.errors.map((fault) => fault.path).sort(), ['body/country', 'body/name']);
  });
});

function badSpvs() {
  return {
    'another spelling of a country': { country: 'france' },
    'no country': { country: undefined },
    'a blank name': { name: '  ' },
    'an id that is no UUID v4': { id: 'one' },
    'a wallet id with a space': { providerExternalId: 'a b' },
    'a wallet of the platform': { providerExternalId: 'mortar-main' },
    'half of a surrogate pair': JSON.parse('{"name": "\\ud800"}') as object,
  };
}

describe('GET /administration/spv', () => {
  it('lists SPVs with their projects, newest first, with and without the final slash', async () => {
    const [first, second] = [await created(), await created()];
    const older = await addProject(first.id, 'Les Lilas');
    const newer = await addProject(first.id, 'Les Roses');
    const found = await list();
    assert.deepEqual(found.slice(0, 2), [second, { ...first, projects: [draft(newer, 'Les Roses'), draft(older, 'Les Lilas')] }]);
    assert.deepEqual((await admin.client.get(`${SPVS}/`)).body, found);
  });
  it('asks the database as often for forty SPVs as for few', async () => {
    // Watches the driver, changes nothing: how often it is sent something about SPVs or properties.
    const statements = async () => {
      const query = mock.method(pg.Client.prototype, 'query');
      await list();
      query.mock.restore();
      return query.mock.calls.filter(({ arguments: [sent] }) => /\b(spv|property)\b/.test(JSON.stringify(sent))).length;
    };
    const few = await statements();
    await manySpvs(world, 40);
    assert.equal((await list()).filter(({ projects }) => projects.length === 3).length, 40);
    assert.deepEqual([few, await statements()], [1, 1]);
  });
  it('is searched by any part of the name, whatever signs it has', async () => {
    const [percent, other] = [await created({ name: 'SPV 100 % Érables' }), await created({ name: 'SPV 1000 Érables' })];
    const found = async (search: string) =>
      expectStatus(await admin.client.get<Spv[]>(`${SPVS}?search=${encodeURIComponent(search)}`), 200).body.map(({ id }) => id);
    assert.deepEqual(await found(' érables '), [other.id, percent.id]);
    assert.deepEqual(await found('100 %'), [percent.id]);
    assert.deepEqual(await found('aucune de ce nom'), []);
    assert.ok((await found(' ')).length >= 2);
  });
  it('is read part by part, and narrowed to a country', async () => {
    await created({ country: 'Suisse' });
    await assertParts(admin, SPVS);
    const swiss = (await list()).filter(({ country }) => country === 'Suisse');
    assert.deepEqual((await partsOf<Spv>(admin, `${SPVS}?country=Suisse`, 1)).flat(), swiss);
  });
});

describe('GET /administration/spv/countries', () => {
  it('answers the 17 values of the documents in their order, not an SPV of that id', async () =>
    assert.deepEqual(expectStatus(await admin.client.get(`${SPVS}/countries`), 200).body, COUNTRIES));
});

describe('GET /administration/spv/:id', () => {
  it('answers one SPV with its projects', async () => {
    const spv = await created({ country: 'Réunion (île)' });
    const projectId = await addProject(spv.id, 'Le Port');
    assert.deepEqual(await read(spv.id), { ...spv, projects: [draft(projectId, 'Le Port')] });
  });
  it('an unknown id -> 404 not-found', async () => expectCode(await admin.client.get(`${SPVS}/${UNKNOWN}`), 404, 'not-found'));
  it('a providerExternalId, which is no UUID -> 400 validation-failed', async () => {
    const { providerExternalId } = await created({ providerExternalId: 'spv-by-name' });
    expectCode(await admin.client.get(`${SPVS}/${providerExternalId}`), 400, 'validation-failed');
  });
});

describe('PUT /administration/spv', () => {
  it('updates the SPV of the body, without an answer, and the audit row keeps only the id', async () => {
    const spv = await created();
    const providerExternalId = `spv-${randomUUID()}`;
    const answer = expectStatus(await update({ id: spv.id, providerExternalId }), 200);
    assert.equal(answer.text, '');
    const { updatedAt, ...rest } = await read(spv.id);
    const { updatedAt: before, ...unchanged } = spv;
    assert.deepEqual(rest, { ...unchanged, name: 'SPV Nice', country: 'Portugal', providerExternalId });
    assert.ok(Temporal.Instant.compare(updatedAt, before) > 0);
    const [, edit] = await auditsOf(spv.id);
    assert.deepEqual(edit, { kind: 'SPV_EDIT', payload: { id: spv.id }, administrator_email: admin.email });
  });
  it('sets its own VAT rate, leaves it, and takes it away', async () => {
    const { id } = await created();
    const rateAfter = async (change: object) => {
      expectStatus(await update({ id, ...change }), 200);
      return (await read(id)).vatOverrideBps;
    };
    assert.deepEqual(
      [await rateAfter({ vatOverrideBps: 0 }), await rateAfter({}), await rateAfter({ vatOverrideBps: null })],
      [0, 0, null],
    );
  });
  it('takes the bare prefix with its final slash too', async () => {
    const { id } = await created();
    expectStatus(await admin.client.put(`${SPVS}/`, { id, name: 'SPV Metz', country: 'France' }), 200);
    assert.equal((await read(id)).name, 'SPV Metz');
  });
  it('keeps the wallet and what is known of it when the body names none, and forgets it with another wallet', async () => {
    const accountId = `spv-${randomUUID()}`;
    await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 6, balanceCents: 0 });
    const { id, providerExternalId } = await created({ providerExternalId: accountId });
    expectStatus(await admin.client.post('/administration/onboarding/ask', { spvId: id }), 200);
    expectStatus(await update({ id }), 200);
    const kept = await read(id);
    assert.deepEqual([kept.providerExternalId, kept.kybStatus], [providerExternalId, 'verified']);
    expectStatus(await update({ id, providerExternalId: `spv-${randomUUID()}` }), 200);
    assert.equal((await read(id)).kybStatus, 'notStarted');
  });
  it('the wallet of an investor -> 400 validation-failed, and nothing changes', async () => {
    const spv = await created();
    const { customerId } = await signUp(world);
    expectCode(await update({ id: spv.id, providerExternalId: customerId }), 400, 'validation-failed');
    assert.deepEqual(await read(spv.id), spv);
  });
  it('another wallet once a project is published -> 400 validation-failed; the same one is fine', async () => {
    const { spvId, accountId } = await openFunding(world, { bricks: 2 });
    expectCode(await update({ id: spvId, providerExternalId: 'elsewhere' }), 400, 'validation-failed');
    expectStatus(await update({ id: spvId, providerExternalId: accountId }), 200);
    assert.equal((await read(spvId)).providerExternalId, accountId);
    assert.equal((await auditsOf(spvId)).length, 1);
  });
  it('another wallet once a wire has arrived on the old one -> 400 validation-failed; the way back from an unused one is open', async () => {
    const [first, second] = [`spv-${randomUUID()}`, `spv-${randomUUID()}`];
    await world.control('POST', '/accounts', { accountId: first, kind: 'legal', status: 6, balanceCents: 0 });
    const { id } = await created({ providerExternalId: first });
    expectStatus(await update({ id, providerExternalId: second }), 200);
    expectStatus(await update({ id, providerExternalId: first }), 200);
    await world.control('POST', `/accounts/${first}/credit`, { amountCents: 500 });
    await world.runJob('incoming-wires');
    expectCode(await update({ id, providerExternalId: second }), 400, 'validation-failed');
    assert.equal((await read(id)).providerExternalId, first);
  });
  it('an unknown id -> 404 not-found', async () => expectCode(await update({ id: UNKNOWN }), 404, 'not-found'));
  it('two at once to one wallet: one gets it, the other -> 400 spv.provider-external-id-already-exists', async () => {
    const pair = [await created(), await created()];
    const providerExternalId = `spv-${randomUUID()}`;
    const answers = await Promise.all(pair.map(({ id }) => update({ id, providerExternalId })));
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 200);
    expectCode(lost, 400, 'spv.provider-external-id-already-exists');
  });
  for (const [what, body] of Object.entries({ ...badSpvs(), 'no id': {} }))
    it(`${what} -> 400 validation-failed`, async () =>
      expectCode(await update(what === 'no id' ? body : { id: UNKNOWN, ...body }), 400, 'validation-failed'));
});

describe('every route of the SPVs themselves', () => {
  const routes = [
    ['POST', SPVS, { name: 'SPV Lyon', country: 'France' }],
    ['GET', SPVS, undefined],
    ['GET', `${SPVS}/countries`, undefined],
    ['GET', `${SPVS}/${UNKNOWN}`, undefined],
    ['PUT', SPVS, { id: UNKNOWN, name: 'SPV Lyon', country: 'France' }],
  ] as const;
  it('without a session -> 401 unauthenticated', async () => {
    for (const [method, path, body] of routes) expectCode(await world.visitor().send(method, path, body), 401, 'unauthenticated');
  });
  it('as an investor -> 403 forbidden', async () => {
    const { client } = await signUp(world);
    for (const [method, path, body] of routes) expectCode(await client.send(method, path, body), 403, 'forbidden');
  });
});
