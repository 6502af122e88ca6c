// The investor's taxation through HTTP, where declarations are set to be valid at once: history, requests and their window; and the rates
// that payouts ask for.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { bookAlone } from '../../../../test/support/money-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { taxRatesOf } from './index.ts';

type Item = {
  year: number;
  taxRate: number;
  taxAmountHistory: { period: string; amount: number }[];
  taxExemptionRequestedAt?: string;
  taxExemptionFormAnswers?: unknown;
};

const INVALID_FORM = 'investor.taxation.invalid-tax-exemption-form';
const NOT_ALLOWED = 'investor.taxation.not-allowed-to-submit-tax-exemption-form';
const EXEMPT = {
  year: 2027,
  fiscalResidence: 'france',
  socialSecurity: 'france',
  fiscalHousehold: 'single',
  income: 'under25000',
  keepPFU: false,
};
const ABROAD = { year: 2027, fiscalResidence: 'abroad' };

let world: World;

before(async () => {
  world = await startWorld({ worker: false, settings: { TAX_REQUEST_AUTO_VALIDATE: 'true' } });
  await world.moveClock({ now: '2026-11-20T12:00:00Z' });
});
after(() => world.close());

const historyOf = async (investor: Investor) => expectStatus(await investor.client.get<Item[]>('/customers/taxation'), 200).body;
const request = (investor: Investor, form: object) => investor.client.post<Item[]>('/customers/taxation', form);
const book = (investor: Investor, type: string, status: string, createdAt: string, amountCents = 100) =>
  bookAlone(world, investor.customerId, { type, status, amountCents, createdAt });

describe('GET /customers/taxation', () => {
  it('is empty without tax and requests', async () => assert.deepEqual(await historyOf(await signUp(world)), []));
  it('sums what was withheld by Paris month, newest year first, at the default rate of each year', async () => {
    const investor = await signUp(world);
    await book(investor, 'WITHHOLDING_TAX', 'CONFIRMED', '2025-03-10T06:00:00Z', 43);
    await book(investor, 'WITHHOLDING_TAX', 'WAITING', '2026-10-12T06:00:00Z', 157);
    await book(investor, 'WITHHOLDING_TAX', 'CONFIRMED', '2026-10-12T06:00:00Z', 3);
    await book(investor, 'WITHHOLDING_TAX', 'CONFIRMED', '2025-12-31T23:30:00Z', 7);
    for (const status of ['FAILED', 'CANCELED']) await book(investor, 'WITHHOLDING_TAX', status, '2024-05-10T06:00:00Z', 1000);
    await book(investor, 'COUPON_PAYOUT', 'CONFIRMED', '2024-05-10T06:00:00Z', 1000);
    await book(await signUp(world), 'WITHHOLDING_TAX', 'CONFIRMED', '2026-10-12T06:00:00Z', 9_999);
    assert.deepEqual(await historyOf(investor), [
      {
        year: 2026,
        taxRate: 31.4,
        taxAmountHistory: [
          { period: '2026-01', amount: 7 },
          { period: '2026-10', amount: 160 },
        ],
      },
      { year: 2025, taxRate: 30, taxAmountHistory: [{ period: '2025-03', amount: 43 }] },
    ]);
  });
  it('shows requested years with the validated rate, companies at 0', async () => {
    const company = await signUp(world);
    await customerIs(world, company.customerId, 'business');
    await book(company, 'WITHHOLDING_TAX', 'CONFIRMED', '2025-03-10T06:00:00Z', 43);
    expectStatus(await request(company, { ...EXEMPT, keepPFU: true }), 201);
    assert.deepEqual(
      (await historyOf(company)).map(({ year, taxRate }) => [year, taxRate]),
      [
        [2027, 31.4],
        [2025, 0],
      ],
    );
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/taxation'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get('/customers/taxation'), 403, 'forbidden'));
});

describe('POST /customers/taxation', () => {
  it('stores the answers and the rate, and answers the refreshed history', async () => {
    const investor = await signUp(world);
    await book(investor, 'WITHHOLDING_TAX', 'CONFIRMED', '2026-10-12T06:00:00Z', 157);
    const { body } = expectStatus(await request(investor, { ...EXEMPT, note: 'dropped' }), 201);
    const [item, ...rest] = body;
    const { taxExemptionRequestedAt, ...fixed } = item ?? {};
    assert.match(String(taxExemptionRequestedAt), /^2026-11-20T12:/);
    assert.deepEqual(fixed, {
      year: 2027,
      taxRate: 18.6,
      taxAmountHistory: [],
      taxExemptionStatus: 'validated',
      taxExemptionFormAnswers: EXEMPT,
    });
    assert.deepEqual(
      rest.map(({ year, taxRate }) => [year, taxRate]),
      [[2026, 31.4]],
    );
    assert.deepEqual(await historyOf(investor), body);
    const rows = await world.sql(
      'select year, tax_rate_bps, status, validated_at = created_at as at_once from tax_rate_request where customer_id = $1',
      [investor.customerId],
    );
    assert.deepEqual(rows, [{ year: 2027, tax_rate_bps: 1860, status: 'validated', at_once: true }]);
  });
  it('abroad keeps two fields, and gives 0', async () => {
    const { body } = expectStatus(await request(await signUp(world), { ...EXEMPT, ...ABROAD, year: 2026 }), 201);
    assert.deepEqual([body[0]?.taxRate, body[0]?.taxExemptionFormAnswers], [0, { ...ABROAD, year: 2026 }]);
  });
  it('opens the current and the next year while no income came, one request each', async () => {
    const investor = await signUp(world);
    await book(investor, 'COUPON_PAYOUT', 'FAILED', '2026-10-12T06:00:00Z');
    expectStatus(await request(investor, { ...ABROAD, year: 2026 }), 201);
    expectStatus(await request(investor, ABROAD), 201);
    expectCode(await request(investor, { ...ABROAD, year: 2026 }), 400, NOT_ALLOWED);
  });
  it('two at once: one counts -> 400 investor.taxation.not-allowed-to-submit-tax-exemption-form', async () => {
    const investor = await signUp(world);
    const answers = await Promise.all([request(investor, ABROAD), request(investor, EXEMPT), request(investor, ABROAD)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, NOT_ALLOWED);
    assert.equal((await historyOf(investor)).length, 1);
  });
  for (const status of ['CONFIRMED', 'WAITING'])
    it(`income ${status} closes the current year -> 400 investor.taxation.not-allowed-to-submit-tax-exemption-form`, async () => {
      const investor = await signUp(world);
      await book(investor, 'COUPON_PAYOUT', status, '2024-01-12T06:00:00Z');
      expectCode(await request(investor, { ...ABROAD, year: 2026 }), 400, NOT_ALLOWED);
      expectStatus(await request(investor, ABROAD), 201);
    });
  for (const year of [2025, 2028])
    it(`year ${year} -> 400 investor.taxation.not-allowed-to-submit-tax-exemption-form`, async () =>
      expectCode(await request(await signUp(world), { ...ABROAD, year }), 400, NOT_ALLOWED));
  it('no household exemption -> 400 investor.taxation.invalid-tax-exemption-form', async () =>
    expectCode(await request(await signUp(world), { ...EXEMPT, income: 'over50000' }), 400, INVALID_FORM));
  it('an unknown answer, a missing one, none at all -> 400 investor.taxation.invalid-tax-exemption-form', async () => {
    const investor = await signUp(world);
    const { income: _, ...withoutIncome } = EXEMPT;
    const forms = [{ ...EXEMPT, socialSecurity: 'mars' }, withoutIncome, { year: 2027 }, { ...ABROAD, fiscalResidence: 'moon' }];
    for (const form of forms) expectCode(await request(investor, form), 400, INVALID_FORM);
  });
  it('the form comes before the year -> 400 investor.taxation.invalid-tax-exemption-form', async () =>
    expectCode(await request(await signUp(world), { ...EXEMPT, year: 1999, income: 'over50000' }), 400, INVALID_FORM));
  it('wrong types -> 400 validation-failed', async () => {
    const investor = await signUp(world);
    for (const form of [{}, [], { ...ABROAD, year: '2027' }, { ...ABROAD, year: 2027.5 }, { ...EXEMPT, keepPFU: 'yes' }])
      expectCode(await request(investor, form), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post('/customers/taxation', ABROAD), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.post('/customers/taxation', ABROAD), 403, 'forbidden'));
});

describe('the window of an investor with income', () => {
  let investor: Investor;
  before(async () => {
    investor = await signUp(world);
    await book(investor, 'COUPON_PAYOUT', 'CONFIRMED', '2026-01-12T06:00:00Z');
  });
  after(() => world.moveClock({ now: '2026-11-20T12:00:00Z' }));

  it('is closed from the Paris midnight after 30 November -> 400 investor.taxation.not-allowed-to-submit-tax-exemption-form', async () => {
    await world.moveClock({ now: '2026-11-30T23:00:00Z' });
    expectCode(await request(investor, ABROAD), 400, NOT_ALLOWED);
  });
  it('is open for the next year until 30 November 2026 in Paris', async () => {
    await world.moveClock({ now: '2026-11-30T22:55:00Z' });
    expectStatus(await request(investor, ABROAD), 201);
  });
});

describe('taxRatesOf', () => {
  it('gives each investor the rate of the year: declared, default or none', async () => {
    const [declared, silent, company] = [await signUp(world), await signUp(world), await signUp(world)];
    expectStatus(await request(declared, { ...EXEMPT, socialSecurity: 'eeaOrSwitzerland' }), 201);
    await customerIs(world, company.customerId, 'business');
    const customerIds = [declared, silent, company].map(({ customerId }) => customerId);
    const ratesIn = async (year: number, config = world.deps.config) => {
      const customers = sql<{ customer_id: CustomerId }>`select unnest(${[...customerIds, randomUUID()]}::uuid[]) as customer_id`;
      const { rows } = await inTransaction(world.deps.db, async (tx) =>
        (await taxRatesOf(tx, { config }, { customers, year })).execute(tx),
      );
      assert.equal(rows.length, 3);
      const rates = new Map(
        rows.map((row) => [row.customer_id, { incomeTaxBps: row.income_tax_bps, socialBps: row.social_bps }]),
      );
      return customerIds.map((id) => rates.get(id));
    };
    const [pfu, none] = [
      { incomeTaxBps: 1280, socialBps: 1860 },
      { incomeTaxBps: 0, socialBps: 0 },
    ];
    assert.deepEqual(await ratesIn(2027), [{ incomeTaxBps: 0, socialBps: 750 }, pfu, none]);
    assert.deepEqual(await ratesIn(2026), [pfu, pfu, none]);
    // A new law for the year counts at once, for requests made before it too.
    const law = { fromYear: 2027, incomeTaxBps: 1000, socialBps: 2000, solidarityBps: 800 };
    const changed = { ...world.deps.config, TAX_RATES: [...world.deps.config.TAX_RATES, law] };
    assert.deepEqual(await ratesIn(2027, changed), [
      { incomeTaxBps: 0, socialBps: 800 },
      { incomeTaxBps: 1000, socialBps: 2000 },
      none,
    ]);
  });
});
