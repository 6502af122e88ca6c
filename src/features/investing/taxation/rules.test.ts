// The tables of tax.md: rates by answers and year, G-17, and the tax of a coupon (G-19, G-23).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, listOf, wholeOf } from '../../../../test/support/domain-pages.ts';
import { settings } from '../../../config/settings.ts';
import { parisDate } from '../../../core/dates.ts';
import { isTaxWithheld, rateBpsOf } from './index.ts';
import {
  defaultTaxRate,
  FISCAL_HOUSEHOLDS,
  INCOMES,
  readAnswers,
  SOCIAL_SECURITIES,
  submittableYears,
  type TaxForm,
  taxPercentage,
  taxRateOfAnswers,
  taxYearOf,
} from './rules.ts';

const TABLE = settings.TAX_RATES.default;
const EXEMPT = [
  ['single', 'under25000'],
  ['couple', 'under25000'],
  ['couple', 'from25000To50000'],
];
const isExempt = (household: string, income: string) => EXEMPT.some(([h, i]) => h === household && i === income);

/** The API's percentage that a form gives; undefined when it gives none. */
function percentageOf(form: TaxForm): number | undefined {
  const answers = readAnswers(form);
  const rate = answers && taxRateOfAnswers(answers, taxYearOf(TABLE, form.year));
  return rate && taxPercentage(rateBpsOf(rate));
}

describe('the rate of a year', () => {
  it('by default: 30 % up to 2025, 31.4 % from 2026, nothing from companies', () => {
    const rateIn = (year: number, type: 'individual' | 'business' | null) =>
      taxPercentage(rateBpsOf(defaultTaxRate(type, taxYearOf(TABLE, year))));
    assert.deepEqual(
      [2018, 2025, 2026, 2040].map((year) => rateIn(year, 'individual')),
      [30, 30, 31.4, 31.4],
    );
    assert.equal(rateIn(2026, null), 31.4);
    assert.equal(rateIn(2026, 'business'), 0);
  });
  it('abroad is 0, whatever else is sent', () => {
    assert.equal(percentageOf({ year: 2025, fiscalResidence: 'abroad' }), 0);
    assert.equal(percentageOf({ year: 2026, fiscalResidence: 'abroad', income: 'over50000', keepPFU: true }), 0);
    assert.deepEqual(readAnswers({ year: 2026, fiscalResidence: 'abroad', keepPFU: true }), {
      year: 2026,
      fiscalResidence: 'abroad',
    });
  });

  // keepPFU, exempt household?, affiliated to EEA or Switzerland? -> 2025, 2026.
  const ROWS: [boolean, boolean, boolean, number | undefined, number | undefined][] = [
    [true, true, false, 30, 31.4],
    [true, false, false, 30, 31.4],
    [true, true, true, 20.3, 20.3],
    [true, false, true, 20.3, 20.3],
    [false, true, false, 17.2, 18.6],
    [false, true, true, 7.5, 7.5],
    [false, false, false, undefined, undefined],
    [false, false, true, undefined, undefined],
  ];
  for (const socialSecurity of SOCIAL_SECURITIES)
    for (const fiscalHousehold of FISCAL_HOUSEHOLDS)
      for (const income of INCOMES)
        for (const keepPFU of [true, false]) {
          it(`france, ${socialSecurity}, ${fiscalHousehold}, ${income}, keepPFU ${keepPFU}`, () => {
            const row = ROWS.find(
              ([keep, exempt, eea]) =>
                keep === keepPFU &&
                exempt === isExempt(fiscalHousehold, income) &&
                eea === (socialSecurity === 'eeaOrSwitzerland'),
            );
            const form = { fiscalResidence: 'france', socialSecurity, fiscalHousehold, income, keepPFU };
            assert.deepEqual(
              [percentageOf({ year: 2025, ...form }), percentageOf({ year: 2026, ...form })],
              [row?.[3], row?.[4]],
            );
          });
        }

  const FULL = {
    year: 2026,
    fiscalResidence: 'france',
    socialSecurity: 'france',
    fiscalHousehold: 'single',
    income: 'under25000',
    keepPFU: false,
  };
  for (const field of ['fiscalResidence', 'socialSecurity', 'fiscalHousehold', 'income', 'keepPFU'])
    it(`needs ${field}`, () => {
      const { [field as 'income']: _, ...rest } = FULL;
      assert.equal(percentageOf(rest), undefined);
    });
  for (const field of ['fiscalResidence', 'socialSecurity', 'fiscalHousehold', 'income'])
    it(`does not know every ${field}`, () => assert.equal(percentageOf({ ...FULL, [field]: 'France' }), undefined));

  it('follows the table of the settings, in whatever order, before its first row too', () => {
    const law = (fromYear: number, socialBps: number) => ({ fromYear, incomeTaxBps: 1000, socialBps, solidarityBps: 1 });
    const table = [law(2028, 300), law(2026, 100)];
    assert.deepEqual(
      [2025, 2026, 2027, 2028, 2030].map((year) => taxYearOf(table, year).socialBps),
      [100, 100, 100, 300, 300],
    );
    assert.throws(() => taxYearOf([], 2026), /TAX_RATES is empty/);
  });
});

describe('submittable years (G-17)', () => {
  const CASES: [string, boolean, number[], number[]][] = [
    ['2026-11-20T12:00:00Z', false, [], [2026, 2027]],
    ['2026-11-20T12:00:00Z', true, [], [2027]],
    ['2026-11-20T12:00:00Z', true, [2027], []],
    ['2026-11-30T22:59:59Z', true, [], [2027]],
    ['2026-11-30T23:00:00Z', true, [], []],
    ['2026-12-15T12:00:00Z', false, [], [2026, 2027]],
    ['2026-12-15T12:00:00Z', false, [2026], [2027]],
    ['2026-12-31T23:30:00Z', true, [], [2028]],
    // Beyond the golden cases: the whole of December is closed, January opens the next year again, other years change nothing.
    ['2026-12-31T22:59:59Z', true, [], []],
    ['2028-02-29T12:00:00Z', true, [2028], [2029]],
    ['2026-12-31T23:00:00Z', true, [2027], [2028]],
    ['2027-11-30T22:59:59.999999999Z', true, [2027], [2028]],
    ['2027-11-30T23:00:00Z', true, [2027], []],
    ['2027-11-30T23:00:00Z', false, [2027], [2028]],
    ['2027-12-31T23:00:00Z', false, [2027], [2028, 2029]],
    ['2026-01-01T00:00:00Z', false, [2026, 2027], []],
  ];
  for (const [now, hasTaxableIncome, requestedYears, years] of CASES)
    it(`${now}, ${hasTaxableIncome ? 'income' : 'no income'}, requested [${requestedYears}]: [${years}]`, () =>
      assert.deepEqual(
        submittableYears({ today: parisDate(Temporal.Instant.from(now)), hasTaxableIncome, requestedYears }),
        years,
      ));
});

describe('the tax of a coupon', () => {
  it('is withheld by French issuers, of royalties only on demand', () => {
    const withheld = (issuerCountry: string, contractType: 'obligation' | 'loan' | 'royalty' = 'obligation', royalty = false) =>
      isTaxWithheld({ issuerCountry, contractType }, royalty);
    assert.deepEqual(
      ['France', 'France outre-mer', 'Réunion (île)', 'Portugal', 'île Maurice', 'Maroc'].map((c) => withheld(c)),
      [true, true, true, false, false, false],
    );
    assert.deepEqual(
      [
        withheld('France', 'loan'),
        withheld('France', 'royalty'),
        withheld('France', 'royalty', true),
        withheld('Grèce', 'royalty', true),
      ],
      [true, false, true, false],
    );
  });
});

it('G-17', () => {
  const [rows] = goldenCase('G-17', ['now', 'income', 'requested', 'years']);
  for (const row of rows)
    assert.deepEqual(
      submittableYears({
        today: parisDate(Temporal.Instant.from(row.now)),
        hasTaxableIncome: row.income === 'yes',
        requestedYears: listOf(row.requested).map(wholeOf),
      }),
      listOf(row.years).map(wholeOf),
      JSON.stringify(row),
    );
});
