// Every notification of the provider arrives in the middle of a withdrawal of the same customer: late ones after newer ones, each
// three times, two at once. The withdrawal ends once, the books as the wallet, and what is stored is what the provider says last.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { type Hook, openOnboarding } from '../support/notifications.ts';
import {
  proveLedger,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalsOf,
  withdrawer,
} from '../support/withdrawal-actors.ts';
import { startWorld, type World } from '../support/world.ts';

const FUNDS_CENTS = 4_000;
/** Longer than all that happens meanwhile, on a busy machine too: the test lets the call go on. */
const HELD_MS = 19_000;

/** A notification as the sandbox keeps it. */
type Kept = { id: number };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ settings: { PROVIDER_TIMEOUT_MS: '20000' } });
  admin = await signInAdministrator(world);
});
after(() => world.close());

/** The provider changes something twice and notifies each time; `stored`: what we hold of it in the end. */
type Story = {
  changes(person: Withdrawer): Promise<(() => Promise<unknown>)[]>;
  stored(person: Withdrawer): Promise<unknown>;
  ends: unknown;
};

const customer = async ({ customerId }: Withdrawer, column: string) =>
  (await world.sql<Record<string, unknown>>(`select ${column} as value from customer where id = $1`, [customerId]))[0]?.value;
const put = (path: string, body: object) => () => world.control('PUT', path, body);
const onboarding = async (person: Withdrawer) => `/onboardings/${await openOnboarding(world, person.customerId)}`;

const STORIES: Readonly<Record<Hook, Story>> = {
  'customer-status-changed': {
    changes: async ({ customerId }) => [3, 6].map((status) => put(`/accounts/${customerId}/status`, { status })),
    stored: (person) => customer(person, 'kyc_status'),
    ends: 'verified',
  },
  'customer-temporarily-blocked': {
    changes: async ({ customerId }) => [true, false].map((blocked) => put(`/accounts/${customerId}/blocked`, { blocked })),
    stored: (person) => customer(person, 'provider_blocked'),
    ends: false,
  },
  'document-status-changed': {
    changes: async ({ ibanId }) => [8, 5].map((status) => put(`/ibans/${ibanId}`, { status })),
    stored: async ({ customerId }) =>
      (await world.sql<{ status: string }>('select status from bank_account where customer_id = $1', [customerId]))[0]?.status,
    ends: 'activated',
  },
  'charge-back': {
    changes: async ({ customerId }) => {
      // Not booked when it is charged back.
      const { id } = await world.control<{ id: number }>('POST', `/accounts/${customerId}/credit`, { amountCents: 1_000 });
      return [() => world.control('POST', '/chargebacks', { moneyInId: id })];
    },
    stored: (person) => customer(person, 'frozen_source'),
    ends: 'webhook-chargeback',
  },
  'account-status-changed': {
    changes: async (person) => {
      const path = await onboarding(person);
      return ['BLOCKED', 'ACCEPTED'].map((status) => put(path, { status }));
    },
    stored: (person) => customer(person, 'kyc_status'),
    ends: 'verified',
  },
  'profile-status-changed': {
    changes: async (person) => {
      const path = await onboarding(person);
      return ['UNDER_ANALYSIS', 'ACCEPTED'].map((profileStatus) => put(path, { profileStatus }));
    },
    stored: (person) => customer(person, 'kyc_status'),
    ends: 'verified',
  },
  'requirement-change': {
    changes: async (person) => {
      const path = await onboarding(person);
      return ['2027-01-31', '2027-02-28'].map((dueDate) => () => world.control('POST', `${path}/requirements`, { dueDate }));
    },
    stored: (person) => customer(person, 'kyc_status'),
    ends: 'verified',
  },
  'restriction-change': {
    changes: async (person) => {
      const path = `${await onboarding(person)}/restrictions`;
      let id = 0;
      return [
        async () => ({ id } = await world.control<{ id: number }>('POST', path)),
        async () => {
          await world.control('DELETE', `${path}/${id}`);
          await world.control('PUT', `/accounts/${person.customerId}/blocked`, { blocked: false });
        },
      ];
    },
    stored: (person) => customer(person, 'provider_blocked'),
    ends: false,
  },
};

const kept = async () => (await world.control<Kept[]>('GET', '/notifications')).map(({ id }) => id).sort((a, b) => a - b);
const resend = (id: number) => world.control('POST', `/notifications/${id}/resend`);

describe('in the middle of a withdrawal, twice and out of order', () => {
  for (const [hook, { changes, stored, ends }] of Object.entries(STORIES))
    it(hook, async () => {
      const person = await withdrawer(world, FUNDS_CENTS);
      const made = await changes(person);
      const earlier = new Set(await kept());
      const tfa = await withdrawalCode(world, person);
      await world.control('POST', '/faults', {
        ...{ route: 'POST /v2/moneyouts', mode: 'latency', times: 1, latencyMs: HELD_MS },
      });
      const asked = withdraw(world, person, { amount: 1_000, tfa });
      const isSent = async () => (await withdrawalsOf(world, person))[0]?.order_status === 'sent';
      await world.until(isSent, 'the order to be on its way to the provider');
      for (const change of made) await change();
      const told = (await kept()).filter((id) => !earlier.has(id));
      assert.ok(told.length > 0);
      // The older ones come last, and twice at once.
      for (const id of told.toReversed()) await Promise.all([resend(id), resend(id)]);
      await world.control('DELETE', '/faults');
      const { status, text } = await asked;
      assert.equal(status, 201, text);
      const payout = await world.until(async () => {
        await world.runJob('wallet-transactions');
        return (await withdrawalsOf(world, person))[0]?.payout_id;
      }, 'the provider has the order');
      await world.control('POST', `/payouts/${payout}/complete`);
      await world.runJob('wallet-transactions');
      await world.runJob('incoming-wires');
      await world.runJob('charge-backs');
      const [written, ...more] = await withdrawalsOf(world, person);
      assert.deepEqual([written?.status, more], ['CONFIRMED', []]);
      assert.equal(await stored(person), ends);
      const { balanceCents } = await world.control<{ balanceCents: number }>('GET', `/accounts/${person.customerId}`);
      const purses = await world.sql<{ cents: number }>(
        'select coalesce(sum(balance_cents), 0)::integer as cents from ledger_account where owner_id = $1',
        [person.customerId],
      );
      assert.equal(purses[0]?.cents, balanceCents);
      const open = await world.sql(`select id from provider_event where processed_at is null or deliveries < 2`);
      assert.deepEqual(open.length, 0, JSON.stringify(open));
    });
  it('and the proof holds', () => proveLedger(admin));
});
