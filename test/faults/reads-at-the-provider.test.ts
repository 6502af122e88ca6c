// Every GET that asks the provider, and every notification that makes us ask it: twelve at once at two instances, none fails, and
// what the provider says is taken over once.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { signInAdministrator, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { type Client, createClient } from '../support/client.ts';
import { notify, silently, waitingInvestor } from '../support/notifications.ts';
import { clientAt } from '../support/processes.ts';
import { withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const AT_ONCE = 12;

let world: World;
let other: { url: string };

before(async () => {
  world = await startWorld();
  other = { url: (await world.another({ api: true, worker: false })).url ?? '' };
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** The provider answers slowly, so that all have asked before the first has an answer. */
async function slowly(route: string): Promise<void> {
  await world.control('POST', '/faults', { route, mode: 'latency', times: 200, latencyMs: 150 });
}

/** The same GET from twelve sides, half of them at another instance; the bodies. */
async function askTwelve<T>(client: Client, path: string): Promise<T[]> {
  const elsewhere = clientAt(other, client);
  const asked = Array.from({ length: AT_ONCE }, (_, index) => (index % 2 === 0 ? client : elsewhere).get<T>(path));
  return (await Promise.all(asked)).map((answer) => expectStatus(answer, 200).body);
}

const moneyIns = async (customerId: CustomerId) =>
  (await world.sql(`select from wallet_transaction where customer_id = $1 and type = 'MONEY_IN'`, [customerId])).length;

describe('twelve at once', () => {
  it('identity documents', async () => {
    const person = await waitingInvestor(world);
    await silently(world, () => world.control('PUT', `/documents/${person.documentId}`, { status: 2 }));
    await slowly('GET /v2/accounts');
    const lists = await askTwelve<{ status: string }[]>(person.client, '/customers/investor-identity-document');
    for (const list of lists)
      assert.deepEqual(
        list.map(({ status }) => status),
        ['accepted'],
      );
  });

  it('the wallet, with money that has just come in', async () => {
    const { client, customerId } = await verifiedInvestor(world, { fundsCents: 1_000 });
    const before = await moneyIns(customerId);
    await silently(world, () => world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 2_000 }));
    await slowly('GET /v2/accounts');
    for (const { availableCents } of await askTwelve<{ availableCents: number }>(client, '/customers/wallet'))
      assert.equal(availableCents, 3_000);
    assert.equal(await moneyIns(customerId), before + 1);
  });

  it('the statement of a year, as CSV', async () => {
    const { client, customerId } = await verifiedInvestor(world, { fundsCents: 1_000 });
    const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
    await silently(world, () => world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 2_000 }));
    await slowly('GET /v2/accounts');
    await askTwelve(client, `/customers/wallet/statements/${year}/csv`);
  });

  it('bank accounts, of which one was just refused', async () => {
    const person = await withdrawer(world, 1_000);
    await silently(world, () => world.control('PUT', `/ibans/${person.ibanId}`, { status: 8 }));
    await slowly('GET /v2/accounts');
    const lists = await askTwelve<unknown[]>(person.client, '/customers/provider/payment-method');
    for (const list of lists) assert.deepEqual(list, lists[0]);
  });

  for (const path of ['provider-balance-available', 'withdraw-bank-accounts', 'sdd-mandates']) {
    it(`an SPV's ${path}`, async () => {
      const admin = await signInAdministrator(world);
      const { spvId } = await spvWithWallet(world, { balanceCents: 5_000 });
      await slowly('GET /v2/accounts');
      await askTwelve(admin.client, `/administration/spv/${spvId}/${path}`);
    });
  }

  it('the proof of the ledger, which asks for all balances', async () => {
    const admin = await signInAdministrator(world);
    for (const { ok } of await askTwelve<{ ok: boolean }>(admin.client, '/administration/ledger/proof')) assert.equal(ok, true);
  });

  it('notifications of one investor, of the account and of the document, all different', async () => {
    const person = await waitingInvestor(world);
    const elsewhere = { ...world, visitor: () => createClient(other.url) };
    await silently(world, () => world.control('PUT', `/documents/${person.documentId}`, { status: 2 }));
    await slowly('GET /v2/accounts');
    const told = { NotifDate: '2026-03-01T10:00:00', IntId: '42', ExtId: person.customerId };
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const at = index % 2 === 0 ? world : elsewhere;
        const NotifDate = `2026-03-01T10:00:${String(index).padStart(2, '0')}`;
        if (index < AT_ONCE / 2)
          return notify(at, 'customer-status-changed', { ...told, NotifDate, NotifCategory: '8', Status: '6', Blocked: '0' });
        const document = { DocId: String(person.documentId), DocType: '0', Status: '2' };
        return notify(at, 'document-status-changed', { ...told, NotifDate, NotifCategory: '9', ...document });
      }),
    );
    for (const answer of answers) expectStatus(answer, 200);
  });
});
