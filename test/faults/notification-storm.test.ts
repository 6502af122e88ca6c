// Notifications of one account arrive late, twice, shuffled and at two instances while the account goes on changing: what is
// stored in the end is what the provider says in the end.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { type Investor, verifiedInvestor } from '../support/actors.ts';
import { startWorld, type World } from '../support/world.ts';

/** Account status at the provider, and the KYC that it means whatever it was before. */
const KYC: Readonly<Record<number, string>> = { 6: 'verified', 3: 'refused', 13: 'waitingForVerifier', 8: 'outdated' };
const STORMS = 6;

let world: World;
let urls: [string, string];
let investor: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  const other = await world.another({ api: true, worker: false });
  urls = [world.url, other.url ?? ''];
  investor = await verifiedInvestor(world);
});
after(() => world.close());

type Change = { status: number; blocked: boolean; instance: number; latencyMs: number };

const change = fc.record<Change>({
  status: fc.constantFrom(...Object.keys(KYC).map(Number)),
  blocked: fc.boolean(),
  instance: fc.nat(1),
  latencyMs: fc.constantFrom(0, 0, 30, 80),
});

/** The provider changes and notifies one instance, without waiting for its effect. */
async function applyChange({ status, blocked, instance, latencyMs }: Change): Promise<Promise<unknown>[]> {
  const path = `/accounts/${investor.customerId}`;
  if (latencyMs > 0) await world.control('POST', '/faults', { route: `GET /v2${path}`, mode: 'latency', times: 1, latencyMs });
  world.sandbox.setMortarUrl(urls[instance]);
  const told = [world.control('PUT', `${path}/status`, { status }), world.control('PUT', `${path}/blocked`, { blocked })];
  await world.until(async () => {
    const account = await world.control<{ status: number; blocked: boolean }>('GET', path);
    return account.status === status && account.blocked === blocked;
  }, 'the provider to have changed');
  return told;
}

/** Every kept notification once more, in the order given. */
async function repeat(order: readonly number[]): Promise<void> {
  const kept = await world.control<{ id: number }[]>('GET', '/notifications');
  const shuffled = order.map((index) => kept[index % kept.length]?.id);
  await Promise.all(shuffled.map((id) => world.control('POST', `/notifications/${id}/resend`)));
}

it('ends as the provider ends, in every storm', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 3, maxLength: 7 }),
      fc.array(fc.nat(30), { minLength: 8, maxLength: 16 }),
      async (changes, order) => {
        const told: Promise<unknown>[] = [];
        for (const one of changes) told.push(...(await applyChange(one)));
        await repeat(order);
        await Promise.all(told);
        const last = changes.at(-1);
        const [row] = await world.sql<{ kyc: string; blocked: boolean; status: number }>(
          'select kyc_status as kyc, provider_blocked as blocked, provider_status as status from customer where id = $1',
          [investor.customerId],
        );
        assert.deepEqual(row, { kyc: KYC[last?.status ?? 0], blocked: last?.blocked, status: last?.status });
      },
    ),
    { numRuns: STORMS },
  );
  const events = await world.sql<{ open: number; deliveries: number; events: number }>(
    `select count(*) filter (where processed_at is null)::integer as open, sum(deliveries)::integer as deliveries, count(*)::integer as events from provider_event`,
  );
  assert.equal(events[0]?.open, 0, 'every event is done');
  assert.ok((events[0]?.deliveries ?? 0) > (events[0]?.events ?? 0), 'some came more than once');
});
