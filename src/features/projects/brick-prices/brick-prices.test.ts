// The price history and the yearly update, through HTTP with real spreadsheets.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { type Person, resaleProperty, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { manyPrices } from '../../../../test/support/bulk-rows.ts';
import { officialPrices, renameUnseen } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';

type Cell = string | number | null;
type Fault = { path: string; reason: string };
type Update = { propertyId: PropertyId; year: number; brickPriceCents: number; revenuePerBrickCents: number; validFrom: string };

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HISTORY = '/administration/property/properties-prices-history';
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
const sheet = async (rows: Cell[][], header: Cell[] = HEADER) =>
  writeXlsx({ sheets: [{ name: 'Feuille 1', rows: [header, ...rows] }] });
const form = (file: Uint8Array, field = 'file') => {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(file)]), 'update.xlsx');
  return body;
};
const send = (body: unknown, by = admin) => by.client.post<{ updates: Update[] }>(UPLOAD, body);
const upload = async (rows: Cell[][], header?: Cell[]) => send(form(await sheet(rows, header)));
const faultsOf = (answer: { body: unknown }) => (answer.body as { errors?: Fault[] }).errors ?? [];
const pathsOf = (answer: { body: unknown }) => faultsOf(answer).map(({ path }) => path);
const pricesOf = (propertyId: PropertyId) =>
  world.sql<{ price_cents: string; revenue_per_brick_cents: string | null; year: number | null }>(
    'select price_cents, revenue_per_brick_cents, year from brick_price where property_id = $1 order by valid_from',
    [propertyId],
  );
const yearsOf = async (propertyId: PropertyId) => (await pricesOf(propertyId)).map(({ year }) => year);
const audits = async () =>
  (
    await readAudits<{ payload: { updates: unknown[] } }>(world, { kind: 'UPLOAD_YEARLY_PROPERTIES_UPDATE' }, ['payload'])
  ).toReversed();

async function download(path: string, by = admin) {
  const response = await fetch(world.url + path, {
    headers: { cookie: [...by.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const rowsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]?.rows ?? [];

describe('GET /administration/property/properties-prices-history', () => {
  it('is an xlsx file named after the Paris day, with every price in order', async () => {
    const id = await property();
    expectStatus(await upload([[id, '', 2025, 1_050, 42]]), 201);
    await world.moveClock({ now: '2026-12-31T23:30:00Z' });
    const file = await download(HISTORY);
    await world.moveClock({ now: new Date().toISOString() });
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-type'), XLSX);
    assert.equal(
      file.headers.get('content-disposition'),
      'attachment; filename="properties-brick-prices-history-2027-01-01.xlsx"',
    );
    assert.equal(file.headers.get('cache-control'), 'no-store');
    const [header, ...rows] = await rowsOf(file.bytes);
    assert.deepEqual(header, ['propertyId', 'propertyName', 'validFrom', 'year', 'brickPriceCents', 'revenuePerBrickCents']);
    const own = rows.filter((row) => row[0] === id);
    assert.deepEqual(
      own.map(([, , , ...figures]) => figures),
      [
        [null, 1_000, null],
        [2025, 1_050, 42],
      ],
    );
    assert.ok(String(own[0]?.[2]) < String(own[1]?.[2]));
  });
  for (const name of ['=HYPERLINK("https://evil.test")', '+33', '-1+1', '@SUM(A1)']) {
    it(`a property named ${name} is text, not a formula`, async () => {
      const id = await property();
      await renameUnseen(world, id, name);
      const rows = await rowsOf((await download(HISTORY)).bytes);
      assert.equal(rows.find((row) => row[0] === id)?.[1], `'${name}`);
    });
  }
  it('a negative revenue -> 400 data-validation-error', async () => {
    const id = await property();
    await officialPrices.earn(world, id, -1);
    expectCode(await admin.client.get(HISTORY), 400, 'data-validation-error');
    await officialPrices.earn(world, id, null);
    expectStatus(await admin.client.get(HISTORY), 200);
  });
  it('pages through more prices than one page of the database', async () => {
    const id = await property();
    await manyPrices(world, id, 12_000);
    const rows = (await rowsOf((await download(HISTORY)).bytes)).filter((row) => row[0] === id);
    assert.deepEqual([rows.length, rows.at(-1)?.[4]], [12_001, 13_000]);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(HISTORY), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(HISTORY), 403, 'forbidden'));
});

describe('GET .../yearly-financial-update/template', () => {
  it('lists the published properties, and comes back filled in', async () => {
    const id = await property();
    const file = await download(`${UPLOAD}/template`);
    assert.equal(file.headers.get('content-type'), XLSX);
    const [header, ...rows] = await rowsOf(file.bytes);
    assert.deepEqual(header, HEADER);
    const filled = rows.map((row) => (row[0] === id ? [id, row[1] as string, 2025, 1_100, 40] : (row as Cell[])));
    const { body } = expectStatus(await upload(filled), 201);
    assert.deepEqual(
      body.updates.map(({ propertyId }) => propertyId),
      [id],
    );
  });
});

describe('POST /administration/property/yearly-financial-update', () => {
  it('writes price and revenue of every property listed, official at once, with one audit row', async () => {
    const [first, second] = [await property(), await property()];
    const { body } = expectStatus(
      await upload([
        [first, 'ignored', 2025, 1_075, 55],
        [null, null, null, null, null],
        [second, null, 2026, '990', '0'],
      ]),
      201,
    );
    assert.deepEqual(
      body.updates.map(({ validFrom, ...update }) => update),
      [
        { propertyId: first, year: 2025, brickPriceCents: 1_075, revenuePerBrickCents: 55 },
        { propertyId: second, year: 2026, brickPriceCents: 990, revenuePerBrickCents: 0 },
      ],
    );
    assert.deepEqual((await audits())[0]?.payload.updates, [
      { propertyId: first, year: 2025 },
      { propertyId: second, year: 2026 },
    ]);
    const page = await world.visitor().get<{ brickPriceCents: number }>(`/properties/${first}`);
    assert.equal(expectStatus(page, 200).body.brickPriceCents, 1_075);
    const versions = await world.sql('select key from cache_version where key = any($1)', [
      [`property:${first}`, `property:${second}`],
    ]);
    assert.equal(versions.length, 2);
  });
  it('a resale deal is measured against the new price and revenue', async () => {
    const seller = await verifiedInvestor(world);
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 5 }] });
    const offer = (price: number) => seller.client.post('/marketplace/deal', { propertyId, amount: 1, price });
    assert.notEqual((await offer(1_040)).status, 201);
    expectStatus(await upload([[propertyId, '', 2025, 1_040, 52]]), 201);
    const { body } = expectStatus(await offer(1_040), 201);
    assert.equal((body as { revenueYield: number }).revenueYield, 5);
  });
  it('an earlier year joins the history without becoming the official price', async () => {
    const id = await property();
    for (const [year, price] of [
      [2025, 1_500],
      [2022, 1_200],
      [2024, 1_400],
      [2023, 1_300],
      [2026, 1_600],
    ])
      expectStatus(await upload([[id, '', year ?? 0, price ?? 0, 1]]), 201);
    assert.deepEqual(await yearsOf(id), [null, 2022, 2023, 2024, 2025, 2026]);
    assert.deepEqual(
      (await pricesOf(id)).map(({ price_cents }) => Number(price_cents)),
      [1_000, 1_200, 1_300, 1_400, 1_500, 1_600],
    );
  });
  it('several years of one property in one file', async () => {
    const id = await property();
    expectStatus(
      await upload([
        [id, '', 2025, 1_500, 1],
        [id, '', 2024, 1_400, 1],
      ]),
      201,
    );
    assert.deepEqual(await yearsOf(id), [null, 2024, 2025]);
  });
  it('columns in another order and case, with notes beside them', async () => {
    const id = await property();
    const header = ['Notes', 'YEAR', 'revenueperbrickcents', 'BrickPriceCents', 'PropertyId'];
    expectStatus(await upload([['ok', 2025, 7, 1_010, ` ${id} `]], header), 201);
    assert.deepEqual((await pricesOf(id)).at(-1), { price_cents: '1010', revenue_per_brick_cents: '7', year: 2025 });
  });
  it('no file -> 400 missing-update-file', async () => {
    expectCode(await send(new FormData()), 400, 'missing-update-file');
    expectCode(await send(form(await sheet([]), 'other')), 400, 'missing-update-file');
    expectCode(await send(undefined), 400, 'missing-update-file');
  });
  it('no xlsx by its content -> 400 cannot-validate-excel-data', async () => {
    const whole = await sheet([[await property(), '', 2025, 1_000, 1]]);
    for (const file of [new Uint8Array(0), Buffer.from('propertyId;year'), Buffer.from('%PDF-1.7'), whole.subarray(0, 900)])
      expectCode(await send(form(file)), 400, 'cannot-validate-excel-data');
  });
  it('every fault of every row, in order -> 400 cannot-validate-excel-data', async () => {
    const id = await property();
    const answer = await upload([
      [id, '', 2025, 1_000, 1],
      ['one', '', 1999, 0, -1],
      [id, '', 2028, 10.5, null],
      [null, '', 2025, 1_000, 1],
      [id, '', 2025, 1_001, 1],
    ]);
    expectCode(answer, 400, 'cannot-validate-excel-data');
    assert.deepEqual(pathsOf(answer), [
      'file/3/propertyId',
      'file/3/year',
      'file/3/brickPriceCents',
      'file/3/revenuePerBrickCents',
      'file/4/year',
      'file/4/brickPriceCents',
      'file/4/revenuePerBrickCents',
      'file/5/propertyId',
      'file/6/year',
    ]);
    assert.deepEqual(await yearsOf(id), [null]);
  });
  it('columns without their name, or nothing to update -> 400 cannot-validate-excel-data', async () => {
    const id = await property();
    const nameless = await upload([[id, 2025]], ['propertyId', 'price']);
    expectCode(nameless, 400, 'cannot-validate-excel-data');
    assert.deepEqual(pathsOf(nameless), ['file/1/year', 'file/1/brickPriceCents', 'file/1/revenuePerBrickCents']);
    for (const rows of [[], [[id, 'Les Tilleuls', null, null, null]]])
      expectCode(await upload(rows), 400, 'cannot-validate-excel-data');
  });
  it('5001 rows -> 400 cannot-validate-excel-data', async () => {
    const rows = Array.from({ length: 5_001 }, () => [randomUUID(), '', 2025, 1_000, 1]);
    expectCode(await upload(rows), 400, 'cannot-validate-excel-data');
  });
  it('unknown properties, each row named, and nothing is written -> 404 property-not-found', async () => {
    const id = await property();
    const known = (await audits()).length;
    const answer = await upload([
      [randomUUID(), '', 2025, 1_000, 1],
      [id, '', 2025, 1_000, 1],
      [randomUUID(), '', 2025, 1_000, 1],
    ]);
    expectCode(answer, 404, 'property-not-found');
    assert.deepEqual(pathsOf(answer), ['file/2/propertyId', 'file/4/propertyId']);
    assert.deepEqual([await yearsOf(id), (await audits()).length], [[null], known]);
  });
  it('a draft has no price yet -> 404 brick-price-not-found', async () => {
    const id = await property();
    const asked = { name: 'Plan', investorContractType: 'royalty' };
    const made = await admin.client.post<{ id: PropertyId }>('/administration/property', asked);
    const draft = expectStatus(made, 201).body.id;
    const answer = await upload([
      [id, '', 2025, 1_000, 1],
      [draft, '', 2025, 1_000, 1],
    ]);
    expectCode(answer, 404, 'brick-price-not-found');
    assert.deepEqual([pathsOf(answer), await yearsOf(id)], [['file/3/propertyId'], [null]]);
  });
  it('a year that was updated, and nothing is written -> 409 property-update-for-year-already-exist', async () => {
    const [id, other] = [await property(), await property()];
    expectStatus(await upload([[id, '', 2025, 1_000, 1]]), 201);
    const answer = await upload([
      [other, '', 2025, 1_000, 1],
      [id, '', 2025, 1_001, 1],
    ]);
    expectCode(answer, 409, 'property-update-for-year-already-exist');
    assert.deepEqual([pathsOf(answer), await yearsOf(other)], [['file/3/year'], [null]]);
  });
  it('the same file twice at once: one is written, the other 409', async () => {
    const ids = [await property(), await property(), await property()];
    const file = await sheet(ids.map((id) => [id, '', 2025, 1_000, 1]));
    const backwards = await sheet(ids.toReversed().map((id) => [id, '', 2025, 1_000, 1]));
    const answers = await Promise.all([send(form(file)), send(form(backwards)), send(form(file))]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
    for (const id of ids) assert.deepEqual(await yearsOf(id), [null, 2025]);
  });
  it('two years of one property at once: both are written', async () => {
    const id = await property();
    const answers = await Promise.all([2023, 2024, 2025].map((year) => upload([[id, '', year, 1_000, 1]])));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.deepEqual(await yearsOf(id), [null, 2023, 2024, 2025]);
  });
  it('all years in one file, the latest second: each has its place in the history', async () => {
    const id = await property();
    const years = [2000, 2025, ...Array.from({ length: 24 }, (_, n) => 2001 + n)];
    expectStatus(await upload(years.map((year) => [id, '', year, 1_000, 1])), 201);
    assert.deepEqual(await yearsOf(id), [null, ...years.toSorted((one, other) => one - other)]);
  });
  it('a file above 10 MB -> 413 payload-too-large', async () =>
    expectCode(await send(form(new Uint8Array(10 * 1_048_576 + 1))), 413, 'payload-too-large'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(UPLOAD, new FormData()), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await send(new FormData(), await signUp(world)), 403, 'forbidden'));
});
