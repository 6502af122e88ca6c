// Creating SPVs, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';

type Spv = { id: string; name: string; country: string; providerExternalId: string | null; kybStatus: string; createdAt: string };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const create = (body: object, by = admin) =>
  by.client.post<Spv>('/administration/spv', { name: 'SPV Lyon', country: 'France', ...body });
const auditsOf = (id: string) =>
  world.sql<{ kind: string; payload: unknown; administrator_email: string }>(
    'select kind, payload, administrator_email from admin_action where target_id = $1',
    [id],
  );

describe('POST /administration/spv', () => {
  it('creates an SPV and its audit row', async () => {
    const providerExternalId = `spv-${randomUUID()}`;
    const { body } = expectStatus(await create({ providerExternalId }), 201);
    const { id, createdAt, ...rest } = body;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Temporal.Instant.from(createdAt));
    assert.deepEqual(rest, {
      name: 'SPV Lyon',
      country: 'France',
      providerExternalId,
      kybStatus: 'notStarted',
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
    const countries = [
      ...['France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre', 'Espagne', 'Italie', 'Belgique', 'Suisse'],
      ...['Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce', 'Émirats arabes unis'],
    ];
    for (const country of countries) {
      const id = randomUUID();
      const { body } = expectStatus(await create({ id, country }), 201);
      assert.deepEqual([body.id, body.country, body.providerExternalId], [id, country, null]);
    }
  });
  it('drops unknown fields', async () => {
    const { body } = expectStatus(await create({ kybStatus: 'verified', providerStatus: 6 }), 201);
    assert.equal(body.kybStatus, 'notStarted');
  });
  it('an id that exists -> 400 spv.id-already-exists', async () => {
    const { body } = expectStatus(await create({}), 201);
    expectCode(await create({ id: body.id }), 400, 'spv.id-already-exists');
  });
  it('two at once with one wallet: one is created, the other -> 400 spv.provider-external-id-already-exists', async () => {
    const providerExternalId = `spv-${randomUUID()}`;
    const answers = await Promise.all([create({ providerExternalId }), create({ providerExternalId })]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'spv.provider-external-id-already-exists');
    assert.equal((await auditsOf(won.body.id)).length, 1);
  });
  for (const [what, body] of Object.entries({
    'another spelling of a country': { country: 'france' },
    'no country': { country: undefined },
    'a blank name': { name: '  ' },
    'an id that is no UUID v4': { id: 'one' },
    'a wallet id with a space': { providerExternalId: 'a b' },
    'a wallet of the platform': { providerExternalId: 'mortar-main' },
    'half of a surrogate pair': JSON.parse('{"name": "\\ud800"}') as object,
  })) {
    it(`${what} -> 400 validation-failed`, async () => expectCode(await create(body), 400, 'validation-failed'));
  }
  it('without a body -> 400 validation-failed, naming both fields', async () => {
    const answer = await admin.client.post<{ errors: { path: string }[] }>('/administration/spv');
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(answer.body.errors.map((fault) => fault.path).sort(), ['body/country', 'body/name']);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post('/administration/spv', {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await create({}, await signUp(world)), 403, 'forbidden'));
});
