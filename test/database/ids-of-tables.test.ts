// The compiler tells the ids of customers, properties, SPVs and echeances apart. tsc reads the refusals here in `npm run check`: a line
// that it takes makes its @ts-expect-error one too many. At run time these ids are plain strings.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Static } from 'typebox';
import type { Database } from '../../src/core/db/pool.ts';
import type { CustomerId, EcheanceId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { UuidOf } from '../../src/core/http/schemas.ts';
import { newId } from '../../src/core/ids.ts';
import { availableOf, purseOf, unassignedOf } from '../../src/money/ledger/index.ts';

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
