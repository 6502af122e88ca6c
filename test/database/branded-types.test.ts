// The compiler distinguishes ids of customers, properties, SPVs and echeances, and amounts in cents from all other numbers. tsc reads
// the refusals here in `npm run check`: a line that it takes makes its @ts-expect-error one too many. At run time they are plain strings
// and numbers.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Updateable } from 'kysely';
import type { Static } from 'typebox';
import { allCentsOf, basisPointsOf, type Cents, centsOf, formatEuros, sumOf } from '../../src/core/cents.ts';
import type { Database } from '../../src/core/db/pool.ts';
import type { CustomerId, DB, EcheanceId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { type AskedCents, UuidOf } from '../../src/core/http/schemas.ts';
import { newId } from '../../src/core/ids.ts';
import { availableOf, EXTERNAL, type LedgerLine, move, PLATFORM, purseOf, unassignedOf } from '../../src/money/ledger/index.ts';
import { heldByInvestor } from '../../src/money/payments/index.ts';

const customerId = newId<CustomerId>();
const propertyId = newId<PropertyId>();
const spvId = newId<SpvId>();
const echeanceId = newId<EcheanceId>();

it('a function that wants an id takes that of its table, and neither another nor a string', () => {
  assert.equal(availableOf(customerId), `INV:${customerId}:AVAILABLE`);
  // @ts-expect-error a property is no customer
  assert.equal(availableOf(propertyId), `INV:${propertyId}:AVAILABLE`);
  // @ts-expect-error any string is no customer
  assert.equal(availableOf(String(customerId)), availableOf(customerId));
  // @ts-expect-error an echeance is no property
  assert.equal(purseOf(echeanceId, 'MAIN'), `PRO:${echeanceId}:MAIN`);
  // @ts-expect-error a customer is no SPV
  assert.equal(unassignedOf({ propertyId: null, spvId: customerId }), `SPV:${customerId}:UNASSIGNED`);
  const text: string = spvId;
  assert.equal(unassignedOf({ propertyId: null, spvId }), `SPV:${text}:UNASSIGNED`);
});

it('rows come with the ids of their tables, and the query builder refuses another', () => {
  const queries = (db: Database) => [
    db.selectFrom('brick').select('id').where('property_id', '=', propertyId).where('owner_customer_id', '=', customerId),
    // @ts-expect-error a customer is no property
    db.selectFrom('brick').select('id').where('property_id', '=', customerId),
    // @ts-expect-error a property is no SPV
    db.selectFrom('property').select('id').where('spv_id', '=', propertyId),
    // @ts-expect-error echeances lead to properties over their schedule
    db.selectFrom('echeance').select('id').where('property_id', '=', echeanceId),
  ];
  const row = async (db: Database): Promise<{ id: EcheanceId; property_id: PropertyId } | undefined> =>
    db.selectFrom('echeance').select(['id', 'property_id']).executeTakeFirst();
  assert.equal(typeof queries, typeof row);
});

it('a field of a request is of the table that its schema names', () => {
  const schema = UuidOf<PropertyId>();
  const asked: Static<typeof schema> = propertyId;
  // @ts-expect-error a customer is no property
  const wrong: Static<typeof schema> = customerId;
  assert.notEqual(asked, String(wrong));
});

const price: Cents = centsOf(1_000);
const rateBps: number = 2_000;
const brickCount: number = 12;
const euros: number = 10;

it('a function that wants an amount takes cents, and no basis points, count, euros or plain sum', () => {
  assert.equal(formatEuros(price).replace(/\s/g, ' '), '10,00 €');
  assert.equal(basisPointsOf(price, rateBps), 200);
  // @ts-expect-error the rate stands where the amount is expected
  assert.equal(basisPointsOf(rateBps, price), 200);
  // @ts-expect-error euros are no cents
  assert.equal(formatEuros(euros).replace(/\s/g, ' '), '0,10 €');
  // @ts-expect-error bricks are no cents
  assert.equal(move(brickCount, EXTERNAL, PLATFORM.MAIN).length, 2);
  // @ts-expect-error a product is any number until centsOf says what it is
  assert.equal(move(brickCount * price, EXTERNAL, PLATFORM.MAIN).length, 2);
  // @ts-expect-error and so is a sum
  const sum: Cents = price + price;
  assert.equal(sum, sumOf([price, price]));
  // @ts-expect-error a count among the amounts
  assert.equal(sumOf([price, brickCount]), 1_012);
  // @ts-expect-error basis points in the line of a posting
  const line: LedgerLine = { account: EXTERNAL, amountCents: rateBps };
  // @ts-expect-error bricks held for a payment
  const hold = heldByInvestor(customerId, brickCount);
  assert.equal(line.amountCents + (hold.from[0]?.amountCents ?? 0), rateBps + brickCount);
});

it('nothing is no money in any unit, and a computation ends in whole cents', () => {
  const none: Cents = 0;
  assert.deepEqual(allCentsOf({ none, twice: 2 * price, owed: -price }), { none: 0, twice: 2_000, owed: -1_000 });
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => centsOf(amount), RangeError, `${amount}`);
    assert.throws(() => allCentsOf({ price, amount }), RangeError, `${amount}`);
  }
  assert.throws(() => sumOf([centsOf(Number.MAX_SAFE_INTEGER), price]), RangeError);
});

it('rows and fields of requests come with amounts, and the query builder writes nothing else as one', () => {
  const change: Updateable<DB['brick_price']> = { price_cents: price, revenue_per_brick_cents: null };
  // @ts-expect-error bricks are no cents
  const wrongChange: Updateable<DB['brick_price']> = { price_cents: brickCount };
  assert.notEqual(change.price_cents, wrongChange.price_cents);
  const query = (db: Database) =>
    // @ts-expect-error basis points are no cents
    db.selectFrom('brick_price').select('property_id').where('price_cents', '>', rateBps);
  const row = async (db: Database): Promise<{ price_cents: Cents; revenue_per_brick_cents: Cents | null } | undefined> =>
    db.selectFrom('brick_price').select(['price_cents', 'revenue_per_brick_cents']).executeTakeFirst();
  assert.equal(typeof query, typeof row);
  const asked: Static<typeof AskedCents> = price;
  // @ts-expect-error euros are no cents
  const wrong: Static<typeof AskedCents> = euros;
  assert.notEqual(asked, wrong);
});
