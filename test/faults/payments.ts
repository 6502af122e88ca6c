// The three payments of an investor, each ready to be asked for, so that every fault can be tried on each of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Investor, openFunding, resaleProperty, verifiedInvestor } from '../support/actors.ts';
import type { Answer, Client } from '../support/client.ts';
import { SILENCE } from '../support/payers.ts';
import { withdrawalCode, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, type World } from '../support/world.ts';

/** What every payer begins with by default, and what each payment takes of it, in cents. */
export const FUNDS_CENTS = 3_000;
export const PAID_CENTS = 1_900;

/** A payment that nobody has asked for yet. */
export type Payment = {
  what: string;
  payer: Investor;
  /** The path at the provider by which the money is moved, and looked up. */
  providerPath: '/v2/p2p' | '/v2/moneyouts';
  /** Asks for it, through another instance when its client is given. */
  ask(headers?: Record<string, string>, client?: Client): Promise<Answer>;
  /** Status of the deal, purchase or withdrawal. */
  status(): Promise<string | undefined>;
  /** That status once the money has moved, or was refused for good. */
  paid: string;
  refused: string;
  /** The payer's transaction, its order and what the provider did, as one line each. */
  traces(): Promise<{ transactions: string[]; orders: string[]; movements: string[] }>;
};

/** A resale deal of two bricks. */
export async function dealPayment(world: World): Promise<Payment> {
  const seller = await verifiedInvestor(world);
  const payer = await verifiedInvestor(world, { fundsCents: FUNDS_CENTS });
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
  const offer = { propertyId, amount: 2, price: PAID_CENTS / 2 };
  const { id } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
  return {
    what: 'a deal',
    payer,
    providerPath: '/v2/p2p',
    ask: (headers, client = payer.client) => client.post(`/marketplace/deal/${id}/purchase`, undefined, headers),
    status: () => firstValue(world, 'select status from market_deal where id = $1', id),
    paid: 'confirmed',
    refused: 'pending',
    traces: () => tracesOf(world, payer),
  };
}

/** Two bricks of a funding, whose price is that of the deal. */
export async function purchasePayment(world: World, options: { fundsCents?: number } = {}): Promise<Payment> {
  const payer = await verifiedInvestor(world, { fundsCents: options.fundsCents ?? FUNDS_CENTS });
  const { propertyId } = await openFunding(world, { bricks: 10, brickPriceCents: PAID_CENTS / 2 });
  return {
    what: 'a purchase',
    payer,
    providerPath: '/v2/p2p',
    ask: (headers, client = payer.client) => client.post(`/properties/${propertyId}/purchase`, { amount: 2 }, headers),
    status: () => firstValue(world, 'select status from purchase where customer_id = $1', payer.customerId),
    paid: 'confirmed',
    refused: 'declined',
    traces: () => tracesOf(world, payer),
  };
}

/** A withdrawal without a fee. At the provider it is on its way until the bank says otherwise. */
export async function withdrawalPayment(world: World, options: { fundsCents?: number } = {}): Promise<Payment> {
  const payer = await withdrawer(world, options.fundsCents ?? FUNDS_CENTS);
  const tfa = await withdrawalCode(world, payer);
  const body = { paymentMethodId: payer.paymentMethodId, amount: PAID_CENTS };
  return {
    what: 'a withdrawal',
    payer,
    providerPath: '/v2/moneyouts',
    ask: (headers, client = payer.client) =>
      client.post('/customers/provider/payment-intent/withdrawal', body, { tfa, ...headers }),
    status: () =>
      firstValue(
        world,
        `select case when placed.provider_payment_id is not null and transaction.status = 'WAITING' then 'on its way' else transaction.status end
         from wallet_transaction transaction join payment placed on placed.id = transaction.payment_id
         where transaction.customer_id = $1 and transaction.type = 'WITHDRAWAL'`,
        payer.customerId,
      ),
    paid: 'on its way',
    refused: 'FAILED',
    traces: () => tracesOf(world, payer),
  };
}

/** One of each, none asked for. */
export async function allPayments(world: World): Promise<Payment[]> {
  return Promise.all([dealPayment(world), purchasePayment(world), withdrawalPayment(world)]);
}

async function firstValue(world: World, query: string, id: string): Promise<string | undefined> {
  const [row] = await world.sql<Record<string, string>>(query, [id]);
  return row && Object.values(row)[0];
}

async function tracesOf(world: World, payer: Investor): ReturnType<Payment['traces']> {
  const { customerId } = payer;
  const transactions = await world.sql<{ line: string }>(
    `select type || ' ' || status || ' ' || amount_cents as line from wallet_transaction where customer_id = $1 and type <> 'MONEY_IN'`,
    [customerId],
  );
  const orders = await world.sql<{ line: string }>(
    `select status || ' ' || amount_cents as line from payment where from_account_id = $1`,
    [customerId],
  );
  const account = await world.control<{ movements: { kind: string; amountCents: number }[] }>('GET', `/accounts/${customerId}`);
  return {
    transactions: transactions.map(({ line }) => line),
    orders: orders.map(({ line }) => line),
    movements: account.movements
      .filter(({ kind }) => kind !== 'moneyIn')
      .map(({ kind, amountCents }) => `${kind} ${amountCents}`),
  };
}

/** The money moved exactly once, and every book says so. */
export async function assertPaidOnce(world: World, payment: Payment): Promise<void> {
  const { transactions, orders, movements } = await payment.traces();
  const note = `${payment.what}: ${JSON.stringify({ transactions, orders, movements })}`;
  assert.equal(transactions.length, 1, note);
  assert.equal(orders.length, 1, note);
  assert.equal(movements.length, 1, note);
  assert.equal(await balanceAtProvider(world, payment.payer), FUNDS_CENTS - PAID_CENTS, note);
}

/** Nothing moved, and the money is the payer's again. */
export async function assertNotPaid(world: World, payment: Payment): Promise<void> {
  const { movements, orders } = await payment.traces();
  const note = `${payment.what}: ${JSON.stringify({ orders, movements })}`;
  assert.deepEqual(movements, [], note);
  assert.deepEqual(orders, [`failed ${PAID_CENTS}`], note);
  assert.equal(await balanceAtProvider(world, payment.payer), FUNDS_CENTS, note);
  const wallet = expectStatus(await payment.payer.client.get('/customers/wallet'), 200);
  assert.deepEqual(wallet.body, { availableCents: FUNDS_CENTS, heldCents: 0, balanceCents: FUNDS_CENTS }, note);
}

async function balanceAtProvider(world: World, { customerId }: Investor): Promise<number> {
  return (await world.control<{ balanceCents: number }>('GET', `/accounts/${customerId}`)).balanceCents;
}

/** Orders a fault for the call that moves the money, or for the one that looks it up (`GET`). */
export function orderFault(
  world: World,
  payment: Payment,
  mode: string,
  options: { method?: 'POST' | 'GET'; latencyMs?: number; afterSeconds?: number } = {},
): Promise<unknown> {
  const { method = 'POST', ...details } = options;
  return world.control('POST', '/faults', { route: `${method} ${payment.providerPath}`, mode, times: 1, ...SILENCE, ...details });
}

/** How transfers that the provider answered as pending end. */
export async function completePending(world: World): Promise<void> {
  const pending = await world.sql<{ id: string }>(
    `select provider_payment_id as id from payment where kind = 'transfer' and status = 'sent' and provider_payment_id is not null`,
  );
  for (const { id } of pending) await world.control('POST', `/p2p/${id}/complete`);
  await world.runJob('wallet-transactions');
}

/** Waits until no ordered fault is left: the call has come. */
export function faultsMet(world: World): Promise<unknown> {
  return world.until(async () => (await world.control<unknown[]>('GET', '/faults')).length === 0, 'the faults to be met');
}

/** A key for the header Idempotency-Key. */
export function newKey(): Record<'idempotency-key', string> {
  return { 'idempotency-key': randomUUID() };
}
