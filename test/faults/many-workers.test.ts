// Two workers, fifty deals at once: each is confirmed once, by whichever worker; and a wave of sweeps beside them changes nothing.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, resaleProperty, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const DEALS = 50;
const BUYERS = 5;
const PRICE = 500;

let world: World;
let seller: Investor;
let buyers: Investor[];
let dealIds: string[];

before(async () => {
  world = await startWorld();
  await world.another({ api: false, worker: true });
  seller = await verifiedInvestor(world);
  const fundsCents = (DEALS / BUYERS) * PRICE;
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => verifiedInvestor(world, { fundsCents })));
  // The quota of a day is thirty deals: two properties would not change that, two days do.
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: DEALS }] });
  dealIds = [];
  for (let count = 0; count < DEALS; count += 1) {
    if (count === DEALS / 2) await world.moveClock({ advance: 'P1D' });
    const offer = { propertyId, amount: 1, price: PRICE };
    dealIds.push(expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body.id);
  }
});
after(() => world.close());

it('confirms each deal once, with both books right', async () => {
  const confirmed = async () =>
    (await world.sql<{ id: string }>(`select id from market_deal where status = 'confirmed'`)).map(({ id }) => id);
  const sweeping = new AbortController();
  const sweeps = sweepAllTheTime(sweeping.signal);
  const answers = await Promise.all(
    dealIds.map((id, index) => (buyers[index % BUYERS] as Investor).client.post(`/marketplace/deal/${id}/purchase`)),
  );
  for (const answer of answers) expectStatus(answer, 201);
  await world.until(async () => (await confirmed()).length === DEALS, 'all deals to be confirmed');
  sweeping.abort();
  await sweeps;

  const calls = await world.control<{ method: string; path: string; status: number }[]>('GET', '/calls?path=/v2/p2p');
  const transfers = calls.filter(({ method, status }) => method === 'POST' && status === 200);
  assert.equal(transfers.length, DEALS, 'the provider was asked once a deal');
  const { movements, balanceCents } = await world.control<{ movements: { kind: string }[]; balanceCents: number }>(
    'GET',
    `/accounts/${seller.customerId}`,
  );
  assert.equal(movements.filter(({ kind }) => kind === 'p2p').length, DEALS);
  assert.equal(balanceCents, DEALS * PRICE);
  for (const buyer of buyers) {
    const wallet = expectStatus(await buyer.client.get('/customers/wallet'), 200).body;
    assert.deepEqual(wallet, { availableCents: 0, heldCents: 0, balanceCents: 0 });
  }
  const [owned] = await world.sql<{ count: string }>(
    'select count(*) from brick where owner_customer_id = any ($1) and status is null',
    [buyers.map(({ customerId }) => customerId)],
  );
  assert.equal(Number(owned?.count), DEALS);
  await world.until(async () => {
    const mails = await Promise.all([seller, ...buyers].map(({ email }) => world.mails(email)));
    return mails.flat().filter(({ subject }) => /^(Achat|Vente) confirmée?/.test(subject)).length === 2 * DEALS;
  }, 'both mails of every deal');
  await proveLedger(await signInAdministrator(world));
});

/** The sweep of every minute, much more often: it must not take an order out of a worker's hands. */
async function sweepAllTheTime(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await world.runJob('wallet-transactions');
}
