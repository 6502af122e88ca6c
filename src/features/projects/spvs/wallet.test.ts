// What the provider says of an SPV's wallet: balance, bank accounts, mandates; through HTTP, the sandbox at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Answered = { id: number; iban: string; holder: string; status: string; reference?: string }[];

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const IBAN = 'FR7630006000011234567890189';
/** Each route with its code for a missing wallet, and the provider's route behind it. */
const ROUTES = [
  ['provider-balance-available', 'spv.provider.wallet.not-found', 'GET /v2/accounts/:id'],
  ['withdraw-bank-accounts', 'not-found', 'GET /v2/moneyouts/:id/iban'],
  ['sdd-mandates', 'spv.provider.wallet.not-found', 'GET /v2/moneyins/:id/mandate'],
] as const;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const ask = <T>(id: string, what: string, by = admin) =>
  by.client.get<T>(`/administration/spv/${encodeURIComponent(id)}/${what}`);
const createSpv = async (body: object) => {
  const answer = await admin.client.post<{ id: string }>('/administration/spv', { name: 'SPV', country: 'France', ...body });
  return expectStatus(answer, 201).body.id;
};

describe('GET /administration/spv/:id/provider-balance-available', () => {
  it('answers what lies on the wallet, by UUID or providerExternalId', async () => {
    const { spvId, accountId } = await spvWithWallet(world, { balanceCents: 1_234_567 });
    for (const id of [spvId, accountId])
      assert.deepEqual(expectStatus(await ask(id, 'provider-balance-available'), 200).body, { availableBalanceCents: 1_234_567 });
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 33 });
    assert.deepEqual((await ask(spvId, 'provider-balance-available')).body, { availableBalanceCents: 1_234_600 });
  });
  it('a UUID is first the SPV of that id, also where it is the wallet of another', async () => {
    const { spvId } = await spvWithWallet(world, { balanceCents: 100 });
    await world.control('POST', '/accounts', { accountId: spvId, kind: 'legal', status: 6, balanceCents: 900 });
    await createSpv({ providerExternalId: spvId });
    // An update writes the row anew behind the other one: the order of the rows must not decide.
    expectStatus(await admin.client.put('/administration/spv', { id: spvId, name: 'SPV', country: 'France' }), 200);
    assert.deepEqual((await ask(spvId, 'provider-balance-available')).body, { availableBalanceCents: 100 });
  });
});

describe('GET /administration/spv/:id/withdraw-bank-accounts', () => {
  it('answers the IBANs registered on the wallet whatever their status', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    assert.deepEqual(expectStatus(await ask(spvId, 'withdraw-bank-accounts'), 200).body, []);
    await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN, holder: 'SCI Lyon', status: 5 });
    await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN, holder: 'SCI Metz', status: 4 });
    for (const id of [spvId, accountId]) {
      const { body } = expectStatus(await ask<Answered>(id, 'withdraw-bank-accounts'), 200);
      assert.deepEqual(
        body.map(({ iban, holder, status }) => [iban, holder, status]),
        [
          [IBAN, 'SCI Lyon', 'activated'],
          [IBAN, 'SCI Metz', 'waiting'],
        ],
      );
      assert.ok(body.every(({ id }) => Number.isInteger(id)));
    }
  });
});

describe('GET /administration/spv/:id/sdd-mandates', () => {
  it('answers the mandates on the wallet whatever their status', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    assert.deepEqual(expectStatus(await ask(spvId, 'sdd-mandates'), 200).body, []);
    await world.control('POST', `/accounts/${accountId}/mandates`, { iban: IBAN, holder: 'SCI Lyon', status: 5 });
    await world.control('POST', `/accounts/${accountId}/mandates`, { iban: IBAN, holder: 'SCI Metz', status: 8 });
    for (const id of [spvId, accountId]) {
      const { body } = expectStatus(await ask<Answered>(id, 'sdd-mandates'), 200);
      assert.deepEqual(
        body.map(({ iban, holder, status }) => [iban, holder, status]),
        [
          [IBAN, 'SCI Lyon', 'usable'],
          [IBAN, 'SCI Metz', 'disabled'],
        ],
      );
      assert.ok(body.every(({ id, reference }) => Number.isInteger(id) && reference));
    }
  });
});

for (const [what, noWallet, providerRoute] of ROUTES) {
  describe(`GET /administration/spv/:id/${what}, refused`, () => {
    it('an unknown SPV, by UUID or by name -> 404 not-found', async () => {
      for (const id of [UNKNOWN, 'countries', "' or true --"]) {
        const answer = await ask<{ detail: string }>(id, what);
        expectCode(answer, 404, 'not-found');
        assert.equal(answer.body.detail, 'SPV not found');
      }
      if (what === 'withdraw-bank-accounts') shows('spv.withdraw-bank-accounts.404.unknown');
    });
    it(`an SPV without a wallet -> 404 ${noWallet}`, async () => {
      const answer = await ask<{ detail: string }>(await createSpv({}), what);
      expectCode(answer, 404, noWallet);
      assert.notEqual(answer.body.detail, 'SPV not found');
      if (what === 'withdraw-bank-accounts') shows('spv.withdraw-bank-accounts.404.no-wallet');
    });
    it(`an SPV whose wallet the provider does not know -> 404 ${noWallet}`, async () =>
      expectCode(await ask(await createSpv({ providerExternalId: `never-opened-${randomUUID()}` }), what), 404, noWallet));
    it('the provider fails -> 500 internal-error', async () => {
      const { spvId } = await spvWithWallet(world);
      await world.control('POST', '/faults', { route: providerRoute, mode: 'http-500', times: 1 });
      expectCode(await ask(spvId, what), 500, 'internal-error');
      expectStatus(await ask(spvId, what), 200);
    });
    it('without a session -> 401 unauthenticated; as an investor -> 403 forbidden', async () => {
      expectCode(await world.visitor().get(`/administration/spv/${UNKNOWN}/${what}`), 401, 'unauthenticated');
      expectCode(await ask(UNKNOWN, what, await signUp(world)), 403, 'forbidden');
    });
  });
}
