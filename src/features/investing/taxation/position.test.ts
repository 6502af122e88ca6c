// Where an investor stands with their tax: rates and since when, the years that may be declared, and until when.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { rateSince } from './rules.ts';
import type { TaxPosition } from './schemas.ts';

const URL = '/customers/taxation/position';

let world: World;
let administrator: Person;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-11-20T12:00:00Z' });
  administrator = await signInAdministrator(world);
});
after(() => world.close());

const position = async ({ client }: Investor) => expectStatus(await client.get<TaxPosition>(URL), 200).body;

async function declare(investor: Investor, year: number): Promise<string> {
  expectStatus(await investor.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
  const { items } = expectStatus(
    await administrator.client.get<{ items: { id: string }[] }>(
      `/administration/tax-rate-requests?customerId=${investor.customerId}`,
    ),
    200,
  ).body;
  return items[0]?.id ?? '';
}
const decide = async (id: string, verb: 'validate' | 'refuse') =>
  expectStatus(await administrator.client.post(`/administration/tax-rate-requests/${id}/${verb}`), 201);

describe('GET /customers/taxation/position', () => {
  it('has the rates of both years with their parts, the open years, and the years of summaries', async () => {
    const investor = await signUp(world);
    const parts = { taxRate: 31.4, incomeTaxRate: 12.8, socialRate: 18.6, source: 'default' };
    assert.deepEqual(await position(investor), {
      rates: [
        { year: 2026, ...parts, since: '2026-01-01' },
        { year: 2027, ...parts, since: '2027-01-01' },
      ],
      openYears: [2026, 2027],
      deadline: null,
      summaryYears: [2026],
    });
  });
  it('a validated declaration decides since its validation, a refused one says nothing', async () => {
    const investor = await signUp(world);
    const id = await declare(investor, 2026);
    assert.equal((await position(investor)).rates[0]?.source, 'default');
    assert.deepEqual((await position(investor)).openYears, [2027]);
    await decide(id, 'validate');
    const [validated] = (await position(investor)).rates;
    assert.deepEqual([validated?.source, validated?.taxRate, validated?.since], ['declared', 0, '2026-11-20']);
    await decide(id, 'refuse');
    const [refused] = (await position(investor)).rates;
    assert.deepEqual([refused?.source, refused?.taxRate, refused?.since], ['default', 31.4, null]);
  });
  it('nothing is withheld from a company', async () => {
    const company = await signUp(world);
    await customerIs(world, company.customerId, 'business');
    const [rate] = (await position(company)).rates;
    assert.deepEqual([rate?.source, rate?.taxRate], ['company', 0]);
  });
  it('a validation before its year counts from the first day of the year', () => {
    const day = (text: string) => Temporal.PlainDate.from(text);
    assert.equal(rateSince(2027, { validated: day('2026-11-20'), refused: null })?.toString(), '2027-01-01');
    assert.equal(rateSince(2026, { validated: null, refused: day('2025-12-31') })?.toString(), '2026-01-01');
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => expectCode(await administrator.client.get(URL), 403, 'forbidden'));
});

describe('GET /customers/taxation/declared-rate', () => {
  const RATE = '/customers/taxation/declared-rate';
  const FRANCE = 'fiscalResidence=france&socialSecurity=france&fiscalHousehold=single';
  const rateOf = async (query: string) => (await signUp(world)).client.get<{ taxRate: number }>(`${RATE}?${query}`);

  it('is the rate that the declaration then asks for; nothing is declared', async () => {
    const investor = await signUp(world);
    const asked = `year=2027&${FRANCE}&income=under25000&keepPFU=false`;
    const { taxRate } = expectStatus(await investor.client.get<{ taxRate: number }>(`${RATE}?${asked}`), 200).body;
    assert.equal(taxRate, 18.6);
    assert.deepEqual((await position(investor)).openYears, [2026, 2027]);
    assert.equal(expectStatus(await rateOf('year=2027&fiscalResidence=abroad'), 200).body.taxRate, 0);
    assert.equal(expectStatus(await rateOf(`year=2027&${FRANCE}&income=over50000&keepPFU=true`), 200).body.taxRate, 31.4);
  });
  it('a household that is not exempt -> 400 investor.taxation.invalid-tax-exemption-form', async () =>
    expectCode(
      await rateOf(`year=2027&${FRANCE}&income=over50000&keepPFU=false`),
      400,
      'investor.taxation.invalid-tax-exemption-form',
    ));
  it('without a year -> 400 validation-failed', async () =>
    expectCode(await rateOf('fiscalResidence=abroad'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${RATE}?year=2027&fiscalResidence=abroad`), 401, 'unauthenticated'));
});
