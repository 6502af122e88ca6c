// The load of a drill: people who buy, trade and withdraw and an administrator who assigns wires, each request with a key, repeated until
// it is answered for good; and what must be found of it afterwards.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import {
  type Investor,
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../test/support/actors.ts';
import { clientAt } from '../test/support/processes.ts';
import { scheduledProperty } from '../test/support/scheduled-property.ts';
import { bankAccountOf, withdrawalCode } from '../test/support/withdrawal-actors.ts';
import { expectStatus, type World } from '../test/support/world.ts';

const BUYERS = 12;
const SELLERS = 6;
const DEALS_EACH = 8;
const WITHDRAWERS = 16;
const WIRES = 24;
const PRICE_CENTS = 1_000;
const FUNDS_CENTS = 50_000_000;
const BRICKS = 100_000;
const WIRE_CENTS = 1_234;
const ASKS_FOR_SECONDS = 90;
const BETWEEN_TRIES_MS = 100;
const BETWEEN_REQUESTS_MS = 15;

type Kind = 'purchase' | 'deal' | 'withdrawal' | 'assignment';
/** One request: who sends it and what must be in the database once it was acknowledged. */
type Order = { kind: Kind; by: Person; path: string; body: object; headers?: Record<string, string>; written: Written };
/** A query that counts the rows of one acknowledged request; null where they are counted over all of a kind. */
type Written = { text: string; values: unknown[] };

/** People, properties, deals, codes and wires. */
export type People = { buyers: Investor[]; purchasesOf: string; limited: Order[] };

/** Prepares everything through the product, before there is any load. */
export async function preparePeople(world: World, progress: (line: string) => void): Promise<People> {
  const admin = await signInAdministrator(world);
  progress('investors with money');
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => verifiedInvestor(world, { fundsCents: FUNDS_CENTS })));
  const { propertyId } = await openFunding(world, { bricks: BRICKS, brickPriceCents: PRICE_CENTS });
  progress('deals on the market');
  const deals = await offerDeals(world, buyers);
  progress('codes for withdrawals');
  const withdrawals = await Promise.all(Array.from({ length: WITHDRAWERS }, () => prepareWithdrawal(world)));
  progress('wires of an owner');
  const assignments = await prepareAssignments(world, admin);
  return { buyers, purchasesOf: propertyId, limited: mixed([deals, withdrawals, assignments]) };
}

async function offerDeals(world: World, buyers: readonly Investor[]): Promise<Order[]> {
  const sellers = await Promise.all(Array.from({ length: SELLERS }, () => verifiedInvestor(world)));
  const owners = sellers.map(({ customerId }) => ({ customerId, bricks: 2 * DEALS_EACH }));
  const { propertyId } = await resaleProperty(world, { owners });
  const orders: Order[] = [];
  for (const seller of sellers)
    for (let n = 0; n < DEALS_EACH; n += 1) {
      const offer = { propertyId, amount: 2, price: PRICE_CENTS };
      const { id } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
      const by = buyers[orders.length % buyers.length];
      if (!by) throw new Error('there are no buyers');
      const written = {
        text: "select from market_deal where id = $1 and buyer_id = $2 and status <> 'pending'",
        values: [id, by.customerId],
      };
      orders.push({ kind: 'deal', by, path: `/marketplace/deal/${id}/purchase`, body: {}, written });
    }
  return orders;
}

async function prepareWithdrawal(world: World): Promise<Order> {
  const by = await verifiedInvestor(world, { fundsCents: 100_000 });
  const { paymentMethodId } = await bankAccountOf(world, by.customerId);
  const tfa = await withdrawalCode(world, by);
  return {
    kind: 'withdrawal',
    by,
    path: '/customers/provider/payment-intent/withdrawal',
    body: { paymentMethodId, amount: 1_000 },
    headers: { tfa },
    written: { text: 'select from withdrawal where customer_id = $1', values: [by.customerId] },
  };
}

async function prepareAssignments(world: World, admin: Person): Promise<Order[]> {
  const { accountId, echeances } = await scheduledProperty(world, admin);
  for (let n = 0; n < WIRES; n += 1) await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: WIRE_CENTS });
  await world.runJob('incoming-wires');
  const path = '/administration/property/payment-schedule/wire-to-be-assigned';
  const wires = expectStatus(await admin.client.get<{ id: string; amount: number }[]>(path), 200).body;
  return wires
    .filter(({ amount }) => amount === WIRE_CENTS)
    .map(({ id }) => ({
      kind: 'assignment',
      by: admin,
      path: `${path}/assign`,
      body: { wireToBeAssignedId: id, echeanceId: echeances[0]?.id, paymentFor: 'mensualite', isSimulation: false },
      written: { text: "select from received_payment where id = $1 and status = 'assigned'", values: [id] },
    }));
}

/** One of each in turn. */
function mixed(kinds: readonly (readonly Order[])[]): Order[] {
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => kinds.flatMap((orders) => orders[n] ?? [])).flat();
}

/** What the load has been answered so far. */
export type Tally = {
  acknowledged: { order: Order; atMs: number }[];
  /** Answers other than success that were final, and requests that nobody answered in time. */
  failures: string[];
  /** Tries that were not answered, or by 502 or 503, and were repeated. */
  repeats: number;
};

/** A running load. */
export type Load = { tally: Tally; stop(): Promise<void> };

/**
 * Starts everybody at `url`. Every fourth request of a buyer is one of the limited ones while there are any. With `patience` an
 * unanswered request is repeated with its key until it is answered; without, it counts as failed.
 */
export function startLoad(people: People, url: string, { patience }: { patience: boolean }): Load {
  const tally: Tally = { acknowledged: [], failures: [], repeats: 0 };
  let isOver = false;
  let turn = 0;
  const one = async (buyer: Investor) => {
    while (!isOver) {
      turn += 1;
      const order = (turn % 4 === 0 ? people.limited.shift() : undefined) ?? purchaseOf(people, buyer);
      await carryOut(order, url, tally, patience);
      await pause(BETWEEN_REQUESTS_MS);
    }
  };
  const running = Promise.all(people.buyers.map(one));
  return {
    tally,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

function purchaseOf(people: People, by: Investor): Order {
  const path = `/properties/${people.purchasesOf}/purchase`;
  return { kind: 'purchase', by, path, body: { amount: 1 }, written: { text: '', values: [] } };
}

async function carryOut(order: Order, url: string, tally: Tally, patience: boolean): Promise<void> {
  const { by, path, body, headers = {} } = order;
  const key = randomUUID();
  const client = clientAt({ url }, by.client);
  const until = performance.now() + ASKS_FOR_SECONDS * 1_000;
  for (;;) {
    const answer = await client.post<{ id?: string }>(path, body, { ...headers, 'idempotency-key': key }).catch(() => undefined);
    if (answer !== undefined && answer.status < 300) {
      const written =
        order.kind === 'purchase' ? { text: 'select from purchase where id = $1', values: [answer.body.id] } : order.written;
      tally.acknowledged.push({ order: { ...order, written }, atMs: performance.now() });
      return;
    }
    const isOpen = answer === undefined || [502, 503].includes(answer.status) || answer.status === 409;
    if (!patience || !isOpen || performance.now() > until) {
      tally.failures.push(`${order.kind}: ${answer === undefined ? 'no answer' : `${answer.status} ${answer.text}`}`);
      return;
    }
    tally.repeats += 1;
    await pause(BETWEEN_TRIES_MS);
  }
}

/** The longest time between two acknowledgements, in milliseconds. */
export function longestSilenceMs({ acknowledged }: Tally): number {
  return Math.max(...acknowledged.slice(1).map(({ atMs }, index) => atMs - (acknowledged[index]?.atMs ?? atMs)));
}

/** Acknowledged requests of which nothing or more than once was written, and purchases that nobody acknowledged. */
export async function compare(pool: pg.Pool, people: People, tally: Tally): Promise<{ lost: string[]; extra: number }> {
  const lost: string[] = [];
  for (const { order } of tally.acknowledged) {
    const { rowCount } = await pool.query(order.written.text, order.written.values);
    if (rowCount !== 1) lost.push(`${order.kind} ${JSON.stringify(order.written.values)}: ${rowCount} rows`);
  }
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from purchase where property_id = $1', [
    people.purchasesOf,
  ]);
  const bought = tally.acknowledged.filter(({ order }) => order.kind === 'purchase').length;
  return { lost, extra: (rows[0]?.count ?? 0) - bought };
}
