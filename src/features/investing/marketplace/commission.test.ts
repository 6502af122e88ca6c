// The commission of a deal through HTTP: the platform has it when the provider has moved it, and the buyer has paid it from the start.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { chatWritten, ledgerCents, walletOf } from '../../../../test/support/readers.ts';
import { bankAccountOf, proveLedger, withdraw } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const FUNDS_CENTS = 5_000;
const PRICE_CENTS = 1_900;
/** 2 % of the price. */
const COMMISSION_CENTS = 38;
const LEFT = { availableCents: FUNDS_CENTS - PRICE_CENTS, heldCents: 0, balanceCents: FUNDS_CENTS - PRICE_CENTS };

let world: World;
let administrator: Person;

before(async () => {
  const settings = { MARKETPLACE_SELLER_COMMISSION_BPS: '200', PROVIDER_RESEND_AFTER_SECONDS: '1' };
  world = await startWorld({ worker: false, settings });
  administrator = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

type Sweep = { open: number; succeeded: number; failed: number; pending: number; unknown: number; incidents: number };
type Retry = { refused: number; started: number; uncertain: number; failed: number; dryRun: boolean };
type Deal = { id: string; buyer: Investor; seller: Investor; platformCents: number };

const sweep = () => world.runJob<Sweep>('wallet-transactions');
const retry = (body: { dryRun?: boolean } = {}) => world.runJob<Retry>('market-deal-commissions', body);
const fault = (mode: string, options: { afterSeconds?: number } = {}) =>
  world.control('POST', '/faults', { route: 'POST /v2/p2p', times: 1, mode, ...options });
const atProvider = async (accountId: string) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const inLedger = (account: string) => ledgerCents(world, account);
const statusOf = async ({ id }: Deal) =>
  (await world.sql<{ status: string }>('select commission_status as status from market_deal where id = $1', [id]))[0]?.status;
const openPayments = () =>
  world.sql<{ id: string; movement: string | null }>(
    `select id, provider_payment_id as movement from payment where purpose = 'market-deal-commission' and status in ('created', 'sent')`,
  );
const alertsAbout = ({ id }: Deal) => chatWritten(world, [id]);

/** A deal of two bricks that was paid; its commission is about to be sent. */
async function paidDeal(): Promise<Deal> {
  const seller = await verifiedInvestor(world);
  const buyer = await verifiedInvestor(world, { fundsCents: FUNDS_CENTS });
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
  const offer = { propertyId, amount: 2, price: PRICE_CENTS / 2 };
  const { id } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
  expectStatus(await buyer.client.post(`/marketplace/deal/${id}/purchase`), 201);
  assert.equal((await walletOf(buyer)).heldCents, PRICE_CENTS);
  const platformCents = await inLedger('PLAT:MAIN');
  assert.equal((await sweep()).succeeded, 1);
  return { id, buyer, seller, platformCents };
}

/** Nothing of it has reached the platform; both investors see the deal as paid all the same, and every book agrees. */
async function assertOwed(deal: Deal, status: string): Promise<void> {
  assert.equal(await statusOf(deal), status);
  assert.equal(await inLedger(`INV:${deal.buyer.customerId}:HELD`), COMMISSION_CENTS);
  assert.equal(await inLedger('PLAT:MAIN'), deal.platformCents);
  await assertSeen(deal);
  await proveLedger(administrator);
}

/** The platform has it once. */
async function assertMoved(deal: Deal): Promise<void> {
  assert.equal(await statusOf(deal), 'moved');
  assert.equal(await inLedger(`INV:${deal.buyer.customerId}:HELD`), 0);
  assert.equal((await inLedger('PLAT:MAIN')) - deal.platformCents, COMMISSION_CENTS);
  assert.equal(await atProvider(deal.buyer.customerId), LEFT.availableCents);
  const moved = await world.sql(
    `select from payment where subject_id = $1 and purpose = 'market-deal-commission' and status = 'succeeded'`,
    [deal.id],
  );
  assert.equal(moved.length, 1);
  await assertSeen(deal);
  await proveLedger(administrator);
}

async function assertSeen({ buyer, seller }: Deal): Promise<void> {
  assert.deepEqual(await walletOf(buyer), LEFT);
  assert.equal((await walletOf(seller)).availableCents, PRICE_CENTS - COMMISSION_CENTS);
  assert.deepEqual(await statementOf(buyer), { opening: '0,00', closing: '31,00' });
  assert.deepEqual(await statementOf(seller), { opening: '0,00', closing: '18,62' });
}

/** Both balances of the statement of this year, or another one. */
async function statementOf(person: Investor, year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year) {
  const { text } = expectStatus(await person.client.get(`/customers/wallet/statements/${year}/csv`), 200);
  const balanceOf = (line: string) =>
    text
      .split('\r\n')
      .find((row) => row.includes(line))
      ?.split(';')[5];
  return { opening: balanceOf('Solde d’ouverture'), closing: balanceOf('Solde de clôture') };
}

describe('the commission of a deal', () => {
  it('is held for the platform when the deal is confirmed, and credited when it was moved', async () => {
    const deal = await paidDeal();
    await assertOwed(deal, 'waiting');
    assert.equal((await sweep()).succeeded, 1);
    await assertMoved(deal);
    assert.deepEqual(await alertsAbout(deal), []);
  });

  it('refused for good: told once, asked for again until it is moved', async () => {
    const deal = await paidDeal();
    await fault('error-in-200');
    assert.equal((await sweep()).failed, 1);
    await assertOwed(deal, 'refused');
    const [alert, ...more] = await alertsAbout(deal);
    assert.match(alert ?? '', /Le prestataire a refusé la commission de 0,38\s€/);
    assert.deepEqual(more, []);

    const report = { refused: 1, started: 0, uncertain: 0, failed: 0, dryRun: true };
    assert.deepEqual(await retry({ dryRun: true }), report);
    await assertOwed(deal, 'refused');
    assert.deepEqual(await retry(), { ...report, started: 1, dryRun: false });
    await assertOwed(deal, 'waiting');
    await fault('error-in-200');
    assert.equal((await sweep()).failed, 1);
    await assertOwed(deal, 'refused');
    assert.equal((await alertsAbout(deal)).length, 1);

    assert.equal((await retry()).started, 1);
    assert.equal((await sweep()).succeeded, 1);
    await assertMoved(deal);
    assert.deepEqual(await retry(), { refused: 0, started: 0, uncertain: 0, failed: 0, dryRun: false });
  });

  it('of a blocked platform account waits until somebody unblocks it and has it ordered again', async () => {
    const deal = await paidDeal();
    const block = (blocked: boolean) => world.control('PUT', '/accounts/mortar-main/blocked', { blocked });
    await block(true);
    assert.equal((await sweep()).failed, 1);
    await assertOwed(deal, 'refused');
    const [alert, ...more] = await alertsAbout(deal);
    assert.match(alert ?? '', /n’est plus redemandée/);
    assert.deepEqual(more, []);
    await block(false);
    assert.deepEqual(await retry(), { refused: 0, started: 0, uncertain: 0, failed: 0, dryRun: false });
    type Refused = { items: { id: string; subjectId: string }[] };
    const list = await administrator.client.get<Refused>('/administration/payments?status=failed&purpose=market-deal-commission');
    const refused = expectStatus(list, 200).body.items.find(({ subjectId }) => subjectId === deal.id);
    expectStatus(await administrator.client.post(`/administration/payments/${refused?.id}/order-again`), 201);
    assert.equal((await sweep()).succeeded, 1);
    await assertMoved(deal);
  });

  it('asked for again by two runs at once is ordered once', async () => {
    const deal = await paidDeal();
    await fault('error-in-200');
    await sweep();
    const runs = await Promise.all([retry(), retry(), retry()]);
    assert.equal(
      runs.reduce((sum, { started }) => sum + started, 0),
      1,
    );
    assert.equal((await openPayments()).length, 1);
    assert.equal((await sweep()).succeeded, 1);
    await assertMoved(deal);
  });

  for (const end of ['complete', 'fail'] as const)
    it(`pending at the provider is still owed; then ${end}`, async () => {
      const deal = await paidDeal();
      await fault('pending');
      assert.equal((await sweep()).pending, 1);
      await assertOwed(deal, 'waiting');
      const [payment] = await openPayments();
      await world.control('POST', `/p2p/${payment?.movement}/${end}`);
      await sweep();
      if (end === 'complete') return assertMoved(deal);
      await assertOwed(deal, 'refused');
      assert.equal((await retry()).started, 1);
      await sweep();
      await assertMoved(deal);
    });

  it('whose reply is lost is moved once', async () => {
    const deal = await paidDeal();
    await fault('timeout-after');
    assert.equal((await sweep()).unknown, 1);
    assert.equal((await sweep()).succeeded, 1);
    await assertMoved(deal);
  });
});

describe('a statement', () => {
  it('has the commission in the year of the deal, whenever it was moved', async () => {
    await world.moveClock({ now: '2026-12-31T12:00:00Z' });
    const deal = await paidDeal();
    await fault('error-in-200');
    await sweep();
    await world.moveClock({ now: '2027-01-02T12:00:00Z' });
    assert.deepEqual(await statementOf(deal.buyer, 2026), { opening: '0,00', closing: '31,00' });
    assert.equal((await retry()).started, 1);
    await sweep();
    assert.deepEqual(await statementOf(deal.buyer, 2026), { opening: '0,00', closing: '31,00' });
    assert.deepEqual(await statementOf(deal.buyer, 2027), { opening: '31,00', closing: '31,00' });
  });
});

describe('the buyer of a deal whose commission was refused', () => {
  it('withdraws what is left, and not a cent of the commission', async () => {
    const deal = await paidDeal();
    await fault('error-in-200');
    await sweep();
    const person = { ...deal.buyer, ...(await bankAccountOf(world, deal.buyer.customerId)) };
    const worker = await world.another({ api: false, worker: true });
    expectCode(await withdraw(world, person, { amount: LEFT.availableCents + 1 }), 400, 'customer-balance.not-enough-balance');
    expectStatus(await withdraw(world, person, { amount: LEFT.availableCents }), 201);
    assert.deepEqual(await walletOf(person), { ...LEFT, availableCents: 0, heldCents: LEFT.availableCents });
    await proveLedger(administrator);
    await worker.close();
    assert.equal((await retry()).started, 1);
    await sweep();
    assert.equal(await statusOf(deal), 'moved');
  });
});

// The last one: the provider has moved more than our books know, and the proof says so from then on.
describe('a commission that was refused and moved late', () => {
  it('is not asked for again while an earlier call may have moved it', async () => {
    const deal = await paidDeal();
    await fault('late-effect', { afterSeconds: 5 });
    assert.equal((await sweep()).unknown, 1);
    await fault('error-in-200');
    await world.until(async () => (await sweep()).failed === 1, 'the repeated call to be refused for good');
    await assertOwed(deal, 'refused');
    await world.until(async () => (await atProvider(deal.buyer.customerId)) === LEFT.availableCents, 'the late effect');
    assert.deepEqual(await retry(), { refused: 1, started: 0, uncertain: 1, failed: 0, dryRun: false });
    assert.equal(await statusOf(deal), 'refused');
    assert.deepEqual(await openPayments(), []);
  });
});
