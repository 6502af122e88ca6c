// The sheet of a yearly update is read as a spreadsheet program shows it, tried before it is written, and corrected afterwards.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { type Person, resaleProperty, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';

type Price = { year: number | null; brickPriceCents: number; revenuePerBrickCents: number | null };
type Result = { updates: Price[]; previous: Price[]; dryRun: boolean };

const UPLOAD = '/administration/property/yearly-financial-update';
const HEADER = ['propertyId', 'propertyName', 'year', 'brickPriceCents', 'revenuePerBrickCents'];

let world: World;
let admin: Person;
let owner: CustomerId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  owner = (await verifiedInvestor(world)).customerId;
});
after(() => world.close());

const property = async () => (await resaleProperty(world, { owners: [{ customerId: owner, bricks: 5 }] })).propertyId;
const row = (id: string, price: number | null = 1_050, year = 2025) => [id, '', year, price, 42];
async function send(sheets: WriteSheet[], query = '') {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await writeXlsx({ sheets }))]), 'update.xlsx');
  return admin.client.post<Result>(`${UPLOAD}${query}`, body);
}
const upload = (rows: WriteSheet['rows'], looks: Partial<WriteSheet> = {}, query = '') =>
  send([{ name: 'Feuille 1', rows: [HEADER, ...(rows ?? [])], ...looks }], query);
const pricesOf = async (id: PropertyId) =>
  expectStatus(
    await admin.client.get<{ priceCents: number; year: number | null }[]>(`/administration/property/${id}/brick-prices`),
    200,
  ).body.map(({ priceCents }) => priceCents);
const refused = (answer: Awaited<ReturnType<typeof send>>) => {
  expectCode(answer, 400, 'cannot-validate-excel-data');
  return faultsIn(answer).map(({ path }) => path);
};

describe('POST /administration/property/yearly-financial-update', () => {
  it('takes the stored value of a formula, without the noise of its computation', async () => {
    const id = await property();
    const cells = new Map([['1,3', { value: 2010.0000000000002, formula: '20.1*100', formulaResult: 2010.0000000000002 }]]);
    expectStatus(await upload([row(id, null)], { cells }), 201);
    assert.equal((await pricesOf(id)).at(-1), 2_010);
  });
  it('more than noise beside a cent -> 400 cannot-validate-excel-data', async () =>
    assert.deepEqual(refused(await upload([row(await property(), 1050.01)])), ['file/2/brickPriceCents']));
  it('a formula without a stored value, named by its cell, also where its row is empty else -> 400 cannot-validate-excel-data', async () => {
    const [id, other] = [await property(), await property()];
    const cells = new Map([['2,3', { formula: '20.1*100' }]]);
    assert.deepEqual(refused(await upload([row(id), [other, '', null, null, null]], { cells })), ['file/3/brickPriceCents']);
    assert.deepEqual(await pricesOf(id), [1_000]);
  });
  it('hidden sheets, rows and columns, by their names -> 400 cannot-validate-excel-data', async () => {
    const id = await property();
    const rows = [HEADER, row(id)];
    const beside = await send([
      { name: 'Feuille 1', rows },
      { name: 'Ancien', rows, hidden: true },
    ]);
    assert.deepEqual(refused(beside), ['file/Ancien']);
    const rowDefs = new Map([[1, { hidden: true }]]);
    assert.deepEqual(refused(await upload([row(id)], { rowDefs })), ['file/2']);
    const columns = [{}, {}, {}, { hidden: true }];
    assert.deepEqual(refused(await upload([row(id)], { columns })), ['file/D']);
    assert.deepEqual(await pricesOf(id), [1_000]);
  });
  it('merged cells, which show a value that the others have not -> 400 cannot-validate-excel-data', async () => {
    const [id, other] = [await property(), await property()];
    const merges = [2, 3, 4].map((column) => ({ startRow: 1, startCol: column, endRow: 2, endCol: column }));
    const paths = refused(await upload([row(id), [other, '', null, null, null]], { merges }));
    assert.deepEqual(paths, ['file/C2:C3', 'file/D2:D3', 'file/E2:E3']);
    const notes = [{ startRow: 1, startCol: 6, endRow: 2, endCol: 7 }];
    expectStatus(await upload([row(id), row(other)], { merges: notes }), 201);
  });
  it('formats of empty rows below the last one that a file may have', async () => {
    const id = await property();
    const empty = Array.from({ length: 6_000 }, () => ['', ' ', '', '', '']);
    expectStatus(await upload([row(id), ...empty]), 201);
  });
  it('a price below the lowest at which a brick may be sold -> 400 cannot-validate-excel-data', async () => {
    const id = await property();
    assert.deepEqual(refused(await upload([row(id, 11)])), ['file/2/brickPriceCents']);
    expectStatus(await upload([row(id, 100)]), 201);
  });
  it('tried first: old and new prices, and nothing is written', async () => {
    const [id, other] = [await property(), await property()];
    const rows = [row(id, 1_200), row(other, 900)];
    const audits = async () => (await readAudits(world, { kind: 'UPLOAD_YEARLY_PROPERTIES_UPDATE' }, ['kind'])).length;
    const before = await audits();
    const { body } = expectStatus(await upload(rows, {}, '?dryRun=true'), 201);
    assert.equal(body.dryRun, true);
    assert.deepEqual(
      body.updates.map(({ brickPriceCents }) => brickPriceCents),
      [1_200, 900],
    );
    const published = { year: null, brickPriceCents: 1_000, revenuePerBrickCents: null };
    assert.deepEqual(body.previous, [published, published]);
    assert.deepEqual([await pricesOf(id), await pricesOf(other), await audits()], [[1_000], [1_000], before]);
    assert.equal(expectStatus(await upload(rows), 201).body.dryRun, false);
    expectCode(await upload(rows, {}, '?dryRun=true'), 409, 'property-update-for-year-already-exist');
  });
});

describe('PATCH /administration/property/:propertyId/brick-prices/newest', () => {
  const correct = (id: string, body: object) =>
    admin.client.patch<Price & { previous: Price }>(`/administration/property/${id}/brick-prices/newest`, body);
  const right = { year: 2025, brickPriceCents: 1_050, revenuePerBrickCents: 42 };

  it('corrects the newest update, official at once, with an audit row', async () => {
    const id = await property();
    expectStatus(await upload([row(id, 10_500)]), 201);
    const previous = { year: 2025, brickPriceCents: 10_500, revenuePerBrickCents: 42 };
    const { body } = expectStatus(await correct(id, right), 200);
    assert.deepEqual([body.brickPriceCents, body.previous], [1_050, previous]);
    assert.deepEqual(await pricesOf(id), [1_000, 1_050]);
    const page = await world.visitor().get<{ brickPriceCents: number }>(`/properties/${id}`);
    assert.equal(expectStatus(page, 200).body.brickPriceCents, 1_050);
    const kind = 'PROPERTY_BRICK_PRICE_CORRECTION';
    const audits = await readAudits<{ payload: unknown }>(world, { targetId: id, kind }, ['payload']);
    assert.deepEqual(audits, [{ payload: { ...right, previous } }]);
  });
  it('unknown -> 404 property-not-found', async () => expectCode(await correct(randomUUID(), right), 404, 'property-not-found'));
  it('the price of the publication, or none -> 400 property.brick-price.nothing-to-correct', async () => {
    expectCode(await correct(await property(), right), 400, 'property.brick-price.nothing-to-correct');
    const draft = { name: 'Les Tilleuls', investorContractType: 'loan' };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body;
    expectCode(await correct(id, right), 400, 'property.brick-price.nothing-to-correct');
  });
  it('an older year than the newest -> 409 property.brick-price.not-the-newest', async () => {
    const id = await property();
    expectStatus(await upload([row(id), row(id, 1_100, 2026)]), 201);
    expectCode(await correct(id, right), 409, 'property.brick-price.not-the-newest');
  });
  it('below the lowest price of a sale -> 400 property.brick-price.below-minimum', async () => {
    const id = await property();
    expectStatus(await upload([row(id)]), 201);
    expectCode(await correct(id, { ...right, brickPriceCents: 99 }), 400, 'property.brick-price.below-minimum');
  });
});
