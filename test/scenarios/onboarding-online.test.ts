// From sign-up to the first purchase and the withdrawal, while the provider answers 410 to every call that opened accounts before: each
// step is refused with its code until the wallet is there, and none is an error of ours.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { waitForCode } from '../support/codes.ts';
import { paidGiftCard } from '../support/gift-card-actors.ts';
import { PROFILE } from '../support/profiles.ts';
import { walletOf } from '../support/readers.ts';
import { addBankAccount, endPayout, withdrawalCode, withdrawalsOf } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

type Terms = { feeInclTaxCents: number; vatCents: number; availableCents: number; maxCents: number };
type Path = { state: string; next: string; url: string | null };

const IBAN = 'FR7630006000011234567890189';
const OPENING = ['POST /v2/accounts/individual', 'POST /v2/accounts/legal'];

let world: World;
before(async () => {
  world = await startWorld({ settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2', WITHDRAW_FREE_PER_YEAR: '1' } });
  for (const route of OPENING) await world.control('POST', '/faults', { route, mode: 'retired', times: 1_000 });
});
after(() => world.close());

/** Somebody who has signed up, proved their address and saved their profile. */
async function newcomer(change: object = {}): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.get('/customers/email/send-code'), 204);
  const code = await waitForCode(world, person.email, 'email-validation');
  expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'email-validation', code }), 201);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, ...change }), 200);
  return person;
}

/** What needs a wallet, each with another investor, or a property, at the other end. */
async function temptations() {
  const seller = await verifiedInvestor(world);
  const owners = [{ customerId: seller.customerId, bricks: 20 }];
  const { propertyId: resold } = await resaleProperty(world, { owners });
  const deal = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId: resold, amount: 2, price: 950 });
  const { propertyId } = await openFunding(world, { bricks: 100 });
  const card = await paidGiftCard(world);
  return { propertyId, dealId: expectStatus(deal, 201).body.id, code: card.code };
}

/** The link to the provider's page, whose buttons are pressed. */
async function startPath({ client }: Investor): Promise<(outcome: string) => Promise<void>> {
  const { url } = expectStatus(await client.post<Path>('/customers/onboarding'), 201).body;
  return async (outcome) => {
    assert.equal((await fetch(`${url}/${outcome}`, { method: 'POST', redirect: 'manual' })).status, 303);
  };
}

const PLAN = { active: true, amountPerPropertyCents: 2_000, contractTypes: ['obligation', 'loan', 'royalty'] };

/** What a whole wave did for an investor, or why it did nothing if they were a candidate. */
async function wave(admin: Person, propertyId: string, { customerId }: Investor): Promise<string> {
  const path = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
  expectStatus(await admin.client.post(path, { includeInvestorsWithCanceledAutoInvest: false }), 201);
  const open = `select from automatic_funding_wave where property_id = $1 and status <> 'done'`;
  await world.until(async () => (await world.sql(open, [propertyId])).length === 0, 'the wave is done');
  const [mine] = await world.sql<{ status: string; reason: string | null }>(
    `select candidate.status, reason from automatic_funding_candidate candidate join automatic_funding_wave wave on wave.id = candidate.wave_id
     where candidate.customer_id = $1 and wave.property_id = $2 order by wave.created_at desc limit 1`,
    [customerId, propertyId],
  );
  return mine ? (mine.reason ?? mine.status) : 'left out';
}

it('from sign-up to the first purchase and two withdrawals, with the old calls answering 410', async () => {
  const { propertyId, dealId, code } = await temptations();
  const admin = await signInAdministrator(world);
  const person = await newcomer();
  const { client, customerId } = person;
  expectStatus(await admin.client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: true }), 200);
  expectStatus(await client.put('/customers/investment-plan', PLAN), 200);
  const press = await startPath(person);

  const buy = () => client.post(`/properties/${propertyId}/purchase`, { amount: 2 });
  const redeem = () => client.post('/gift-cards/redeem', { code });
  const trade = [buy, redeem, () => client.post(`/marketplace/deal/${dealId}/purchase`)];
  const everything: (() => Promise<Answer>)[] = [
    ...trade,
    () => client.get('/customers/wallet'),
    () => client.get<Terms>('/customers/provider/withdraw/terms'),
    () => client.get('/customers/provider/payment-method'),
    () => client.get('/customers/investor-identity-document'),
    () => client.get('/customers/me'),
  ];
  /** What is refused, and with which code; nothing is an error of ours. */
  const refusals = async () => {
    const codes: (string | undefined)[] = [];
    for (const ask of everything) {
      const { status, body } = await ask();
      assert.ok(status < 500, JSON.stringify(body));
      codes.push((body as { code?: string } | undefined)?.code);
    }
    expectCode(await client.get('/customers/provider/deposit-account'), 400, 'deposit-account.provider-account-required');
    return new Set(codes.slice(0, trade.length));
  };
  assert.deepEqual(
    await refusals(),
    new Set(['customer.investor-onboarding-not-completed', 'customer.rights.account-not-completed']),
  );
  await press('hand-in');
  assert.deepEqual(await refusals(), new Set(['customer.rights.account-is-being-verified']));

  // A wave comes while they wait, and leaves them out; the next one buys.
  assert.equal(await wave(admin, propertyId, person), 'left out');
  await press('accept');
  assert.equal(expectStatus(await client.get<Path>('/customers/onboarding'), 200).body.state, 'accepted');

  const { iban } = expectStatus(await client.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body;
  assert.ok(iban);
  await world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 10_000 });
  await world.runJob('incoming-wires');
  expectStatus(await buy(), 201);
  expectStatus(await redeem(), 201);
  const waiting = `select from wallet_transaction where customer_id = $1 and status = 'WAITING'`;
  const isSettled = async () => (await world.sql(waiting, [customerId])).length === 0;
  await world.until(isSettled, 'purchase and card are settled');
  const { propertyId: next } = await openFunding(world, { bricks: 10 });
  assert.equal(await wave(admin, next, person), 'purchased');
  await world.until(isSettled, 'the automatic purchase is settled');
  const before = 10_000 - 2_000 + 1_500 - 2_000;
  assert.deepEqual(await walletOf(person), { availableCents: before, heldCents: 0, balanceCents: before });

  const { id: paymentMethodId } = await addBankAccount(world, person, IBAN);
  const terms = async () => expectStatus(await client.get<Terms>('/customers/provider/withdraw/terms'), 200).body;
  const withdraw = async (amount: number) => {
    const tfa = await withdrawalCode(world, person);
    return client.post('/customers/provider/payment-intent/withdrawal', { paymentMethodId, amount }, { tfa });
  };
  assert.deepEqual(pick(await terms()), { feeInclTaxCents: 0, vatCents: 0, availableCents: before, maxCents: before });
  expectStatus(await withdraw(5_000), 201);
  await endPayout(world, person, 'complete');
  // The free one is used: the fee and the most that can be withdrawn are known before, to the cent.
  const now = before - 5_000;
  const known = await terms();
  assert.deepEqual(pick(known), { feeInclTaxCents: 120, vatCents: 20, availableCents: now, maxCents: now - 120 });
  expectCode(await withdraw(known.maxCents + 1), 400, 'customer-balance.not-enough-balance');
  expectStatus(await withdraw(known.maxCents), 201);
  await endPayout(world, person, 'complete');
  await world.until(isSettled, 'the fee is settled');
  assert.deepEqual(
    (await withdrawalsOf(world, person)).map(({ status, fee_cents, fee_status }) => [status, Number(fee_cents), fee_status]),
    [
      ['CONFIRMED', 0, null],
      ['CONFIRMED', 120, 'CONFIRMED'],
    ],
  );
  assert.deepEqual(await walletOf(person), { availableCents: 0, heldCents: 0, balanceCents: 0 });

  const calls = await world.control<{ method: string; path: string }[]>('GET', '/calls?path=/v2/accounts');
  assert.deepEqual(
    calls.filter(({ method, path }) => method === 'POST' && /\/v2\/accounts\/(individual|legal)$/.test(path)),
    [],
  );
  assert.equal((await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true })).ok, true);
});

it('a wave leaves out whose wallet is blocked for an update that is late, and buys once it is accepted', async () => {
  const admin = await signInAdministrator(world);
  const person = await newcomer({ lastName: 'Marchand' });
  const press = await startPath(person);
  await press('accept');
  await world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: 5_000 });
  await world.runJob('incoming-wires');
  expectStatus(await person.client.put('/customers/investment-plan', PLAN), 200);
  await press('ask-update');
  await press('restrict');
  const { propertyId } = await openFunding(world, { bricks: 10 });
  assert.equal(await wave(admin, propertyId, person), 'left out');
  await press('accept-update');
  const { propertyId: next } = await openFunding(world, { bricks: 10 });
  assert.equal(await wave(admin, next, person), 'purchased');
});

const pick = ({ feeInclTaxCents, vatCents, availableCents, maxCents }: Terms) => ({
  feeInclTaxCents,
  vatCents,
  availableCents,
  maxCents,
});
