// Every notification of the provider delivered late: twice, twice at once, the older ones after the newer ones, and once more after
// everything. What is stored is what the provider says last, and each consequence happens once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { resaleProperty, signInAdministrator, signUp, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { type Hook, openOnboarding, waitingInvestor } from '../support/notifications.ts';
import { PROFILE } from '../support/profiles.ts';
import { withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

/** A notification as the sandbox keeps it. */
type Kept = { id: number; path: string | null; tries: (number | null)[] };
type Change = () => Promise<unknown>;
/** What the provider changes in this order; in the end `stored` is `ends`, and `notified` was sent to the investor and the team. */
type Story = { changes: readonly Change[]; stored: () => Promise<unknown>; ends: unknown; notified: readonly string[] };

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const put = (path: string, body: object) => () => world.control('PUT', path, body);
const column = (table: string, name: string, where: string, id: string) => async () =>
  (await world.sql<{ value: unknown }>(`select ${name} as value from ${table} where ${where} = $1`, [id]))[0]?.value;
const ofCustomer = (name: string, id: string) => column('customer', name, 'id', id);

/** An investor whose onboarding the provider hosts and has accepted. */
async function acceptedV2(): Promise<{ customerId: CustomerId; path: string }> {
  const { client, customerId } = await signUp(world);
  expectStatus(await client.patch('/customers/profile', PROFILE), 200);
  const path = `/onboardings/${await openOnboarding(world, customerId)}`;
  await world.control('PUT', path, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
  assert.equal(await ofCustomer('kyc_status', customerId)(), 'verified');
  return { customerId, path };
}

/** Two credits, both taken back; the second was never booked here. */
async function chargedBack(accountId: string): Promise<Change[]> {
  const credit = (amountCents: number) => world.control<{ id: number }>('POST', `/accounts/${accountId}/credit`, { amountCents });
  const first = await credit(1_500);
  await world.runJob('incoming-wires');
  const second = await credit(700);
  return [first, second].map(
    ({ id }) =>
      () =>
        world.control('POST', '/chargebacks', { moneyInId: id }),
  );
}

const STORIES: readonly (readonly [Hook, string, () => Promise<Story>])[] = [
  [
    'customer-status-changed',
    'an investor',
    async () => {
      const { customerId } = await verifiedInvestor(world);
      const changes = [3, 13, 8].map((status) => put(`/accounts/${customerId}/status`, { status }));
      return { changes, stored: ofCustomer('kyc_status', customerId), ends: 'outdated', notified: ['identity-checked'] };
    },
  ],
  [
    'customer-status-changed',
    'an SPV',
    async () => {
      const { spvId, accountId } = await spvWithWallet(world);
      const changes = [8, 6, 3].map((status) => put(`/accounts/${accountId}/status`, { status }));
      return { changes, stored: column('spv', 'kyb_status', 'id', spvId), ends: 'refused', notified: [] };
    },
  ],
  [
    'customer-temporarily-blocked',
    'an investor',
    async () => {
      const { customerId } = await verifiedInvestor(world);
      const changes = [true, false, true].map((blocked) => put(`/accounts/${customerId}/blocked`, { blocked }));
      return { changes, stored: ofCustomer('provider_blocked', customerId), ends: true, notified: [] };
    },
  ],
  [
    'customer-temporarily-blocked',
    'an SPV',
    async () => {
      const { spvId, accountId } = await spvWithWallet(world);
      const changes = [true, false, true].map((blocked) => put(`/accounts/${accountId}/blocked`, { blocked }));
      return { changes, stored: column('spv', 'provider_blocked', 'id', spvId), ends: true, notified: [] };
    },
  ],
  [
    'document-status-changed',
    'an identity document',
    async () => {
      const { customerId, documentId } = await waitingInvestor(world);
      const changes = [2, 4].map((status) => put(`/documents/${documentId}`, { status }));
      const stored = column('identity_document', "status || ' ' || refusal_reason", 'customer_id', customerId);
      return { changes, stored, ends: 'refused unreadable', notified: ['identity-document-refused'] };
    },
  ],
  [
    'document-status-changed',
    'a bank account',
    async () => {
      const { customerId, ibanId } = await withdrawer(world, 1_000);
      const changes = [9, 5, 8].map((status) => put(`/ibans/${ibanId}`, { status }));
      return { changes, stored: column('bank_account', 'status', 'customer_id', customerId), ends: 'deactivated', notified: [] };
    },
  ],
  [
    'charge-back',
    'an investor, of booked money and of money that is not booked yet',
    async () => {
      const { customerId } = await verifiedInvestor(world, { fundsCents: 1_000 });
      const stored = async () => [
        await ofCustomer('frozen_source', customerId)(),
        await column('ledger_account', 'sum(balance_cents)::integer', 'owner_id', customerId)(),
        await column('wallet_transaction', `count(*) filter (where type = 'CHARGE_BACK')::integer`, 'customer_id', customerId)(),
      ];
      const notified = ['account-frozen', 'alert', 'alert', 'frozen', 'frozen'];
      return { changes: await chargedBack(customerId), stored, ends: ['webhook-chargeback', 1_000, 2], notified };
    },
  ],
  [
    'charge-back',
    'an SPV',
    async () => {
      const { spvId } = await resaleProperty(world, { owners: [] });
      const accountId = String(await column('spv', 'provider_external_id', 'id', spvId)());
      const changes = await chargedBack(accountId);
      const stored = column('charge_back', 'count(*)::integer', 'account_id', accountId);
      return { changes, stored, ends: 2, notified: ['alert', 'alert'] };
    },
  ],
  [
    'account-status-changed',
    'an investor',
    async () => {
      const { customerId, path } = await acceptedV2();
      const changes = ['BLOCKED', 'ACCEPTED', 'DENIED'].map((status) => put(path, { status }));
      return { changes, stored: ofCustomer('kyc_status', customerId), ends: 'refused', notified: ['onboarding-step'] };
    },
  ],
  [
    'profile-status-changed',
    'an investor',
    async () => {
      const { customerId, path } = await acceptedV2();
      const changes = ['REJECTED', 'ACCEPTED', 'UNDER_ANALYSIS'].map((profileStatus) => put(path, { profileStatus }));
      return { changes, stored: ofCustomer('kyc_status', customerId), ends: 'waitingForVerifier', notified: ['onboarding-step'] };
    },
  ],
  [
    'requirement-change',
    'an investor',
    async () => {
      const { customerId, path } = await acceptedV2();
      const dates = ['2027-01-31', '2027-02-28'];
      const changes = dates.map((dueDate) => () => world.control('POST', `${path}/requirements`, { dueDate }));
      return { changes, stored: ofCustomer('kyc_status', customerId), ends: 'verified', notified: ['onboarding-step'] };
    },
  ],
  [
    'restriction-change',
    'an investor',
    async () => {
      const { customerId, path } = await acceptedV2();
      let id = 0;
      const restrict = async () => ({ id } = await world.control<{ id: number }>('POST', `${path}/restrictions`));
      const changes = [restrict, () => world.control('DELETE', `${path}/restrictions/${id}`), restrict];
      return { changes, stored: ofCustomer('kyc_status', customerId), ends: 'outdated', notified: ['onboarding-step'] };
    },
  ],
];

const kept = () => world.control<Kept[]>('GET', '/notifications');

/** Delivers a kept one again, which must be taken at once: a refusal would be hidden by the provider's next try. */
async function resend(id: number): Promise<void> {
  const triesOf = async () => (await kept()).find((one) => one.id === id)?.tries ?? [];
  await world.control('POST', `/notifications/${id}/resend`);
  assert.ok(
    (await triesOf()).every((status) => status === 200),
    JSON.stringify(await triesOf()),
  );
}
async function inTurn(ids: readonly number[]): Promise<void> {
  for (const id of ids) await resend(id);
}
const atOnce = (ids: readonly number[]) => Promise.all(ids.map(resend));

const MODES: Readonly<Record<string, (ids: readonly number[]) => Promise<unknown>>> = {
  'twice, one after the other': (ids) => inTurn(ids.flatMap((id) => [id, id])),
  'twice, all at once': (ids) => atOnce([...ids, ...ids]),
  'the newest first, the oldest last, and each again': (ids) => inTurn([...ids.toReversed(), ...ids]),
};

/** Mails by template and chat messages by kind that were written since, each with how often. */
async function toldSince(jobs: ReadonlySet<string>): Promise<string[]> {
  const rows = await world.sql<{ id: string; word: string }>(
    `select id, coalesce(data ->> 'template', case when data ->> 'text' like '%est gelé après%' or data ->> 'text' like '%était déjà gelé%' then 'frozen' else 'alert' end) as word
     from pgboss.job where name in ('send-email', 'post-chat-message')`,
  );
  return rows.flatMap(({ id, word }) => (jobs.has(id) || word === 'money-received' ? [] : [word])).sort();
}
const jobIds = async () => new Set((await world.sql<{ id: string }>('select id from pgboss.job')).map(({ id }) => id));

for (const [mode, deliver] of Object.entries(MODES))
  describe(mode, () => {
    for (const [hook, whose, begin] of STORIES)
      it(`${hook}: ${whose}`, async () => {
        const { changes, stored, ends, notified } = await begin();
        const [jobs, earlier] = [await jobIds(), new Set((await kept()).map(({ id }) => id))];
        world.sandbox.setMortarUrl(undefined);
        for (const change of changes) await change();
        world.sandbox.setMortarUrl(world.url);
        const news = (await kept()).filter(({ id, path }) => !earlier.has(id) && path?.endsWith(hook)).map(({ id }) => id);
        assert.equal(news.length, changes.length);
        await deliver(news.sort((a, b) => a - b));
        assert.deepEqual(await stored(), ends);
        assert.deepEqual(await toldSince(jobs), notified);
        const open = await world.sql(
          'select path, last_error from provider_event where processed_at is null or last_error is not null',
        );
        assert.deepEqual(open, []);
      });
  });

it('the proof holds, and names what was taken from the SPVs: that is not booked by itself', async () => {
  type Proof = { invariants: { name: string; ok: boolean }[]; providerDifferences: { accountId: string }[] };
  const { client } = await signInAdministrator(world);
  const { body } = expectStatus(await client.get<Proof>('/administration/ledger/proof'), 200);
  assert.deepEqual(
    body.invariants.filter(({ ok }) => !ok),
    [],
  );
  const taken = await world.sql<{ accountId: string }>(
    `select distinct account_id as "accountId" from charge_back where customer_id is null order by 1`,
  );
  assert.deepEqual(
    body.providerDifferences.map(({ accountId }) => accountId).sort(),
    taken.map(({ accountId }) => accountId),
  );
});
