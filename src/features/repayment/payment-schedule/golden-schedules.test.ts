// The golden cases of docs/domain that this room computes, read from their pages: schedules, what an echeance has, the escrow.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, listOf, wholeOf } from '../../../../test/support/domain-pages.ts';
import { allCentsOf, centsOf, rateOf } from '../../../core/cents.ts';
import {
  type CapitalEvent,
  type ComputedEcheance,
  computeSchedule,
  configFault,
  deriveEcheance,
  type EcheanceFacts,
  type KeptEcheance,
  type Prorogation,
  planSequestre,
  type ScheduleTerms,
  sequestreRemaining,
} from '../schedule-computation/index.ts';
import { prorogationFault } from './rules.ts';

const TERMS = ['funded', 'lent', 'start', 'months', 'rate', 'fees', 'VAT bps', 'escrow', 'events', 'prorogations'] as const;
const ECHEANCES = ['n', 'period', 'from', 'to', 'interest', 'fee', 'VAT', 'due', 'escrow', 'capital'] as const;
const SUMS = ['sum of interest', 'sum of fee', 'sum of due', 'sum of capital'] as const;
const EXTENDED = ['case', 'n', 'from', 'to', 'interest', 'capital', 'sum of interest'] as const;

type TermsRow = Readonly<Record<(typeof TERMS)[number], string>>;

function termsOf(row: Omit<TermsRow, 'funded' | 'escrow' | 'prorogations'> & Partial<TermsRow>): ScheduleTerms {
  return {
    totalFundedAmountCents: centsOf(wholeOf(row.funded ?? row.lent)),
    startDay: wholeOf(row.start),
    initialCapitalCents: centsOf(wholeOf(row.lent)),
    durationInMonths: wholeOf(row.months),
    interestRate: rateOf(Number(row.rate)),
    managementFeesRate: rateOf(Number(row.fees)),
    vatBps: wholeOf(row['VAT bps']),
    interestSequestreCents: centsOf(wholeOf(row.escrow ?? '0')),
    events: listOf(row.events).map(eventOf),
    prorogations: listOf(row.prorogations ?? '').map(prorogationOf),
  };
}

/** `+ 4 000 000 on 20260310` is lent, `-` repaid. */
function eventOf(text: string): CapitalEvent {
  const [, sign, amount, day] = /^([+-]) ([\d ]+) on (\d{8})$/.exec(text) ?? assert.fail(`"${text}" is no event`);
  const type = sign === '+' ? 'capitalLoaned' : 'capitalRepaymentUnplanned';
  return {
    type,
    day: wholeOf(day ?? ''),
    amountCents: centsOf(wholeOf(amount ?? '')),
    interestSequestreCents: 0,
    duePeriod: null,
  };
}

/** `15 at 12`: to 15 months at 12 %; without `at` the rate of the contract. */
function prorogationOf(text: string): Prorogation {
  const [months = '', rate] = text.split(' at ');
  return { durationInMonths: wholeOf(months), interestRate: rate === undefined ? null : rateOf(Number(rate)) };
}

/** The terms of a case that has one row of them. */
function onlyTerms(rows: readonly TermsRow[]): ScheduleTerms {
  const [row, ...others] = rows;
  assert.ok(row && others.length === 0, 'one row of terms');
  return termsOf(row);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const dueOf = (e: ComputedEcheance) => e.interestCents + e.managementFeesExclTaxCents + e.managementFeesVatCents;
const wholes = <Heading extends string>(row: Readonly<Record<Heading, string>>, headings: readonly Heading[]) =>
  headings.map((heading) => wholeOf(row[heading]));

describe('golden schedules', () => {
  for (const id of ['G-1', 'G-2', 'G-3'])
    it(id, () => {
      const [asked, rows, sums] = goldenCase(id, TERMS, ECHEANCES, SUMS);
      const terms = onlyTerms(asked);
      const schedule = computeSchedule(terms);
      const planned = planSequestre(
        terms.interestSequestreCents,
        schedule.map(({ interestCents }) => ({ interestCents, coveredCents: 0 })),
      );
      assert.deepEqual(
        schedule.map((e, index) => [
          ...[e.number, e.period, e.startDay, e.endDay, e.interestCents, e.managementFeesExclTaxCents, e.managementFeesVatCents],
          ...[dueOf(e), planned[index], e.capitalRepaymentDueCents],
        ]),
        rows.map((row) => [
          wholeOf(row.n),
          row.period,
          ...wholes(row, ['from', 'to', 'interest', 'fee', 'VAT', 'due', 'escrow', 'capital']),
        ]),
      );
      assert.deepEqual(
        sums.map((row) => wholes(row, SUMS)),
        [
          [
            sum(schedule.map((e) => e.interestCents)),
            sum(schedule.map((e) => e.managementFeesExclTaxCents)),
            sum(schedule.map(dueOf)),
            sum(schedule.map((e) => e.capitalRepaymentDueCents)),
          ],
        ],
      );
    });

  const EDGES = ['case', 'lent', 'start', 'months', 'rate', 'fees', 'VAT bps', 'events', 'interests', 'last ends'] as const;
  it('G-4', () => {
    const [rows] = goldenCase('G-4', EDGES);
    for (const row of rows) {
      const funded = String(2 * wholeOf(row.lent));
      const schedule = computeSchedule(termsOf({ ...row, funded }));
      assert.deepEqual(
        schedule.map(({ interestCents }) => interestCents),
        listOf(row.interests).map(wholeOf),
        row.case,
      );
      assert.equal(schedule.at(-1)?.endDay, wholeOf(row['last ends']), row.case);
    }
  });

  it('G-5', () => {
    const [g3] = goldenCase('G-3', TERMS, ECHEANCES, SUMS);
    const [rows] = goldenCase('G-5', ['lent', 'escrow', 'events', 'code']);
    const bare = g3[0] ?? assert.fail('G-3 has no terms');
    for (const { code, ...changed } of rows)
      assert.equal(configFault(termsOf({ ...bare, ...changed })) ?? 'none', code, JSON.stringify(changed));
  });
});

describe('golden prorogations', () => {
  /** The echeances from the first that `rows` name on are those, and the sum is that of all. */
  function assertExtended(
    schedule: readonly ComputedEcheance[],
    rows: Readonly<Record<(typeof EXTENDED)[number], string>>[],
  ): void {
    const total = sum(schedule.map(({ interestCents }) => interestCents));
    assert.deepEqual(
      schedule
        .slice(-rows.length)
        .map((e) => [e.number, e.startDay, e.endDay, e.interestCents, e.capitalRepaymentDueCents, total]),
      rows.map((row) => wholes(row, ['n', 'from', 'to', 'interest', 'capital', 'sum of interest'])),
    );
  }

  it('G-6', () => {
    const [asked, rows] = goldenCase('G-6', TERMS, EXTENDED);
    const terms = onlyTerms(asked);
    const nominal = computeSchedule({ ...terms, prorogations: [] });
    const twelfth = nominal[11] ?? assert.fail('no echeance 12');
    const extended = computeSchedule(terms);
    assert.deepEqual(extended.slice(0, 11), nominal.slice(0, 11));
    assertExtended(
      extended,
      rows.filter((row) => row.case === 'none kept'),
    );
    assertExtended(
      computeSchedule(terms, new Map<number, KeptEcheance>([[12, twelfth]])),
      rows.filter((row) => row.case === 'kept 12'),
    );
  });

  it('G-7', () => {
    const [asked, rows, durations] = goldenCase('G-7', TERMS, EXTENDED, ['asked', 'code']);
    const terms = onlyTerms(asked);
    assertExtended(computeSchedule(terms), rows);
    const before = { ...terms, prorogations: terms.prorogations.slice(0, 1) };
    for (const { asked: months, code } of durations) assert.equal(prorogationFault(before, wholeOf(months)) ?? 'none', code);
  });
});

describe('golden echeances', () => {
  const FIRST: EcheanceFacts = {
    ...allCentsOf({ interestCents: 79_167, managementFeesExclTaxCents: 8_333, managementFeesVatCents: 1_667 }),
    ...{ penaltyForInvestorsCents: 0, managementFeesTakenCents: 0, couponDistributedCents: 0, capitalRepaymentDueCents: 0 },
    ...{ paidMensualiteCents: 0, paidCapitalCents: 0, managementFeesPaidOutside: false, keptMainCents: 0, keptSurplusCents: 0 },
  };

  it('G-8', () => {
    const [rows] = goldenCase('G-8', ['paid', 'due', 'remaining', 'overpaid', 'status', 'investors', 'fees', 'surplus']);
    for (const row of rows) {
      const is = deriveEcheance({ ...FIRST, paidMensualiteCents: centsOf(wholeOf(row.paid)) });
      assert.equal(is.status, row.status);
      assert.deepEqual(
        [
          ...[is.amountDueCents, is.remainingToBePaidCents, is.overpaidCents],
          ...[is.investorsReceivedCents, is.feesReceivedCents, is.surplusCents],
        ],
        wholes(row, ['due', 'remaining', 'overpaid', 'investors', 'fees', 'surplus']),
      );
    }
  });

  it('G-9', () => {
    const [rows] = goldenCase('G-9', ['escrow', 'transferred', 'remaining', 'asked', 'taken']);
    for (const row of rows) {
      const remaining = sequestreRemaining({
        interestSequestreCents: centsOf(wholeOf(row.escrow)),
        transferredCents: centsOf(wholeOf(row.transferred)),
      });
      assert.deepEqual([remaining, wholeOf(row.asked) <= remaining ? 'yes' : 'no'], [wholeOf(row.remaining), row.taken]);
    }
  });

  it('G-10', () => {
    const [rows, told] = goldenCase(
      'G-10',
      ['paid', 'penalty', 'due', 'remaining', 'status', 'investors', 'fees'],
      ['total', 'for investors', 'for bricks', 'written'],
    );
    for (const row of rows) {
      const is = deriveEcheance({
        ...FIRST,
        paidMensualiteCents: centsOf(wholeOf(row.paid)),
        penaltyForInvestorsCents: centsOf(wholeOf(row.penalty)),
      });
      assert.equal(is.status, row.status);
      assert.deepEqual(
        [is.amountDueCents, is.remainingToBePaidCents, is.investorsReceivedCents, is.feesReceivedCents],
        wholes(row, ['due', 'remaining', 'investors', 'fees']),
      );
    }
    let stored = 0;
    for (const row of told) {
      const total = wholeOf(row.total);
      assert.equal(total, wholeOf(row['for investors']) + wholeOf(row['for bricks']));
      assert.equal(row.written, total === stored ? 'no' : 'yes', `${total} after ${stored}`);
      stored = total;
    }
  });
});
