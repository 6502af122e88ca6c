// Capital over the life of a loan: whatever is lent, asked for, paid and distributed, the holders never get more than was lent.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import {
  type CapitalEvent,
  type CapitalFacts,
  capitalForHolders,
  computeSchedule,
  configFault,
  dayOf,
  openCapital,
  type ScheduleTerms,
} from '../schedule-computation/index.ts';
import { capitalPayments, newEcheance, recomputedEcheances } from './change-rules.ts';
import type { EcheanceRow, PaidCapital } from './queries.ts';
import { capitalEventFault } from './rules.ts';

const PROPERTY = newId<PropertyId>();

const TERMS: ScheduleTerms = {
  ...{ totalFundedAmountCents: centsOf(1_000), startDay: 20260101, initialCapitalCents: centsOf(600), durationInMonths: 4 },
  ...{ interestRate: 95_000, managementFeesRate: 10_000, vatBps: 2000, interestSequestreCents: 0 },
  ...{ events: [], prorogations: [] },
};

type Loan = { terms: ScheduleTerms; echeances: readonly EcheanceRow[]; capitalPayments: readonly PaidCapital[] };
type Step =
  | { kind: 'loan' | 'repayment'; place: number; cents: number }
  | { kind: 'payment'; place: number; cents: number }
  | { kind: 'payout'; place: number }
  | { kind: 'prorogation' };

const begin = (terms = TERMS): Loan => ({
  terms,
  echeances: computeSchedule(terms).map((computed) => newEcheance(newId(), PROPERTY, computed)),
  capitalPayments: [],
});
const capitalOf = ({ terms, echeances }: Loan) => ({
  initialCapitalLoanedCents: terms.initialCapitalCents,
  events: terms.events,
  echeances,
});
const sum = (cents: Iterable<number>) => [...cents].reduce((all, one) => all + one, 0);
const lent = ({ events }: ScheduleTerms) =>
  TERMS.initialCapitalCents + sum(events.map(({ type, amountCents }) => (type === 'capitalLoaned' ? amountCents : 0)));

/** The loan with the event, as the product takes it; `isChecked: false` takes whatever makes a sound configuration. */
function withEvent(loan: Loan, step: Extract<Step, { kind: 'loan' | 'repayment' }>, isChecked: boolean): Loan {
  const { terms, echeances } = loan;
  const place = echeances[step.place % echeances.length];
  if (!place) return loan;
  const type = step.kind === 'loan' ? 'capitalLoaned' : 'capitalRepaymentUnplanned';
  const event: CapitalEvent = {
    ...{ type, day: dayOf(place.startDate), amountCents: centsOf(step.cents), interestSequestreCents: 0, duePeriod: null },
  };
  const fault = capitalEventFault({
    ...{ terms, echeancePeriod: place.period, event, sequestreRemainingCents: 0 },
    openCapitalCents: centsOf(isChecked ? openCapital(capitalOf(loan), terms) : Number.MAX_SAFE_INTEGER),
    payments: capitalPayments(loan),
    echeances: echeances.map((row) => ({
      ...{ period: row.period, startDay: dayOf(row.startDate), endDay: dayOf(row.endDate), isKept: false },
    })),
  });
  if (fault !== undefined) return loan;
  return recomputed({ ...loan, terms: { ...terms, events: [...terms.events, event] } }, 1);
}

function withProrogation(loan: Loan): Loan {
  if (loan.echeances.length > 8) return loan;
  const prorogation = { durationInMonths: loan.echeances.length + 2, interestRate: null };
  const terms = { ...loan.terms, prorogations: [...loan.terms.prorogations, prorogation] };
  assert.equal(configFault(terms), undefined);
  return recomputed({ ...loan, terms }, 1);
}

const recomputed = (loan: Loan, from: number): Loan => ({
  ...loan,
  echeances: recomputedEcheances({ propertyId: PROPERTY, ...loan }, loan.terms, from, newId),
});

function take(loan: Loan, step: Step, isChecked: boolean): Loan {
  if (step.kind === 'prorogation') return withProrogation(loan);
  if (step.kind === 'loan' || step.kind === 'repayment') return withEvent(loan, step, isChecked);
  const row = loan.echeances[step.place % loan.echeances.length];
  if (!row) return loan;
  const changed = (more: Partial<EcheanceRow>) => loan.echeances.map((one) => (one === row ? { ...one, ...more } : one));
  if (step.kind === 'payout')
    return { ...loan, echeances: changed({ capitalDistributedCents: capitalForHolders(capitalOf(loan)).get(row.id) ?? 0 }) };
  const amountCents = centsOf(step.cents);
  const payment = {
    id: newId(),
    echeanceId: row.id,
    day: dayOf(row.startDate),
    amountCents,
    onLast: row === loan.echeances.at(-1),
    isChargedBack: false,
  };
  const echeances = changed({ paidCapitalCents: centsOf(row.paidCapitalCents + step.cents) });
  return recomputed({ ...loan, echeances, capitalPayments: [...loan.capitalPayments, payment] }, 1);
}

const place = fc.integer({ min: 0, max: 5 });
const cents = fc.integer({ min: 1, max: 7 }).map((hundreds) => hundreds * 100);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('loan' as const, 'repayment' as const, 'payment' as const), place, cents }),
    fc.record({ kind: fc.constant('payout' as const), place }),
    fc.record({ kind: fc.constant('prorogation' as const) }),
  ),
  { minLength: 1, maxLength: 40 },
);

describe('capital for the holders', () => {
  it('is never more than was lent, and an event or a prorogation takes none of it away', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let loan = begin();
        for (const step of taken) {
          const before = capitalForHolders(capitalOf(loan));
          loan = take(loan, step, true);
          const after = capitalForHolders(capitalOf(loan));
          assert.ok(sum(after.values()) <= lent(loan.terms));
          for (const [id, forHolders] of before) assert.ok((after.get(id) ?? 0) >= forHolders, `${step.kind} took from ${id}`);
          for (const row of loan.echeances)
            assert.ok((after.get(row.id) ?? 0) <= Math.min(row.paidCapitalCents, row.capitalRepaymentDueCents));
        }
      }),
      { numRuns: 500 },
    );
  });
  it('is capped though an event moved a due away from where it was paid and distributed', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const early: Step[] = [
          { kind: 'payment', place: 3, cents: 600 },
          { kind: 'payout', place: 3 },
        ];
        let loan = begin();
        for (const step of [...early, ...taken]) {
          loan = take(loan, step, false);
          assert.ok(sum(capitalForHolders(capitalOf(loan)).values()) <= lent(loan.terms));
        }
      }),
      { numRuns: 500 },
    );
  });
  it('is what was distributed first, then what echeances are due in their order', () => {
    const row = (id: string, due: number, paid: number, distributed: number): CapitalFacts => ({
      // Border: an id short enough to read.
      id: id as EcheanceId,
      ...allCentsOf({ capitalRepaymentDueCents: due, paidCapitalCents: paid, capitalDistributedCents: distributed }),
    });
    const echeances = [row('a', 300, 300, 0), row('b', 200, 250, 0), row('c', 100, 600, 500)];
    const shares = capitalForHolders({ initialCapitalLoanedCents: centsOf(600), events: [], echeances });
    assert.deepEqual(
      [...shares],
      [
        ['a', 100],
        ['b', 0],
        ['c', 500],
      ],
    );
  });
});

describe('openCapital', () => {
  it('is what the last echeance still asks for, beside what events ask for there', () => {
    const loan = begin();
    assert.equal(openCapital(capitalOf(loan), loan.terms), 600);
    const asked = withEvent(loan, { kind: 'repayment', place: 3, cents: 250 }, true);
    assert.equal(openCapital(capitalOf(asked), asked.terms), 350);
    const paid = take(asked, { kind: 'payment', place: 3, cents: 300 }, true);
    assert.equal(openCapital(capitalOf(paid), paid.terms), 300);
    const elsewhere = take(paid, { kind: 'payment', place: 0, cents: 100 }, true);
    assert.equal(openCapital(capitalOf(elsewhere), elsewhere.terms), 300);
  });
});
