// Random lives of a stored schedule, by the functions that the verbs call: a recomputation never changes anything, all that was lent is due
// once, and what a verb adds goes without a trace when it is taken back (schedule.md#capital-paid-early, schedule.md#recomputation).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { centsOf, sumOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { capitalForHolders, computeSchedule, currentDuration, dayOf, deriveEcheance } from '../schedule-computation/index.ts';
import { scheduleWithEvent } from './capital-events.ts';
import {
  isTouched,
  newEcheance,
  type Payment,
  recomputedEcheances,
  rescheduled,
  termsOf,
  withoutPayment,
  withPayment,
} from './change-rules.ts';
import { isProrogationUsed } from './rules.ts';
import type { Schedule } from './schedule-queries.ts';
import { prorogatedSchedule } from './terms.ts';

/** Printed by a failure; the same lives every time. */
const SEED = 20_261_125;
const LIVES = 1_000;
const CONFIG = { VAT_RATE_BPS: 2000 };
const START = Temporal.PlainDate.from('2026-01-15');
const AT = Temporal.Instant.from('2026-01-01T00:00:00Z');

function begin(): Schedule {
  const propertyId = newId<PropertyId>();
  const bare: Schedule = {
    ...{ propertyId, version: 2, spvId: null, propertyName: 'Vauban', investorContractType: 'obligation' },
    ...{ financialStatus: 'repayment-ongoing', totalFundedAmountCents: centsOf(15_000_000) },
    ...{ initialCapitalLoanedDate: START, initialCapitalLoanedCents: centsOf(10_000_000), durationInMonths: 8 },
    ...{ annualInterestRate: 95_000, managementFeesRate: 10_000, spvCountry: 'France', vatOverrideBps: null },
    ...{ interestSequestreCents: 0, totalConstructionBudgetCents: 0, sequestreTransferredCents: 0 },
    ...{ paymentMode: 'wire', providerMandateId: null, dayOfMonth: null, createdAt: AT, updatedAt: AT },
    ...{ events: [], prorogations: [], echeances: [], capitalPayments: [] },
    ...{ collectedCents: null, escrowSetAsideCents: null, givenUpAt: null, giveUpComment: null, decisionSince: null },
    unlentGivenBackCents: 0,
    ...{ plannedTotalFundedCents: null, plannedInitialCapitalCents: null, plannedInterestSequestreCents: null },
  };
  const echeances = computeSchedule(termsOf(bare, CONFIG)).map((computed) => newEcheance(newId(), propertyId, computed));
  return { ...bare, echeances };
}

type Life = { schedule: Schedule; payments: readonly Payment[] };
type Step =
  | { kind: 'capitalLoaned' | 'capitalRepaymentUnplanned'; at: number; share: number }
  | { kind: 'capitalRepayment' | 'mensualite'; place: number; at: number; share: number }
  | { kind: 'unassign'; place: number }
  | { kind: 'prorogation'; months: number };

/** Undefined where the product refuses the step. */
function take({ schedule, payments }: Life, step: Step): Life | undefined {
  switch (step.kind) {
    case 'prorogation':
      if (currentDuration(schedule) > 14) return undefined;
      return {
        payments,
        schedule: prorogatedSchedule(schedule, { durationInMonths: currentDuration(schedule) + step.months }, CONFIG).schedule,
      };
    case 'unassign': {
      const payment = payments[step.place % Math.max(payments.length, 1)];
      if (!payment) return undefined;
      return { payments: payments.filter((one) => one !== payment), schedule: withoutPayment(schedule, payment, CONFIG) };
    }
    case 'capitalRepayment':
    case 'mensualite':
      return takePayment({ schedule, payments }, step);
    default:
      return takeEvent({ schedule, payments }, step);
  }
}

function takePayment({ schedule, payments }: Life, step: Extract<Step, { place: number; share: number }>): Life | undefined {
  const { kind: paymentFor, place, at, share } = step;
  // Capital is paid on the last echeance more often than elsewhere.
  const row = schedule.echeances[Math.min(place, schedule.echeances.length - 1)];
  if (!row) return undefined;
  const { capitalRepaymentRemainingCents, amountDueCents } = deriveEcheance(row);
  const wholeCents = paymentFor === 'mensualite' ? amountDueCents : capitalRepaymentRemainingCents;
  if (wholeCents === 0) return undefined;
  const amountCents = centsOf(Math.floor((wholeCents * share) / 400) + 1);
  const payment: Payment = { id: newId(), echeanceId: row.id, paymentFor, amountCents, paymentDate: START.add({ days: at }) };
  return { payments: [...payments, payment], schedule: withPayment(schedule, payment, CONFIG) };
}

function takeEvent({ schedule, payments }: Life, step: Extract<Step, { at: number; share: number }>): Life | undefined {
  const { kind, at, share } = step;
  if (kind !== 'capitalLoaned' && kind !== 'capitalRepaymentUnplanned') return undefined;
  const date = START.add({ days: at });
  const last = schedule.echeances.at(-1);
  const isTail = last !== undefined && Temporal.PlainDate.compare(date, last.startDate) >= 0;
  const echeancePeriod = isTail ? last.period : date.toPlainYearMonth().toString();
  const asked = { echeancePeriod, event: { type: kind, date: date.toString(), amount: share * 10_000 } };
  try {
    return { payments, schedule: scheduleWithEvent(schedule, asked, { config: CONFIG, heldCents: 0 }).schedule };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const at = fc.integer({ min: 0, max: 320 });
const share = fc.integer({ min: 1, max: 500 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('capitalLoaned' as const, 'capitalRepaymentUnplanned' as const), at, share }),
  fc.record({ kind: fc.constantFrom('capitalRepayment' as const, 'mensualite' as const), place: fc.nat(11), at, share }),
  fc.record({ kind: fc.constant('unassign' as const), place: fc.nat(9) }),
  fc.record({ kind: fc.constant('prorogation' as const), months: fc.integer({ min: 1, max: 3 }) }),
);
const forLives = (claim: (life: Life, next: Step) => void) =>
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), anyStep, (steps, next) => {
      let life: Life = { schedule: begin(), payments: [] };
      for (const step of steps) life = take(life, step) ?? life;
      claim(life, next);
    }),
    { numRuns: LIVES, seed: SEED },
  );
const recomputed = (schedule: Schedule, from: number) => recomputedEcheances(schedule, termsOf(schedule, CONFIG), from, newId);

describe('over thousands of lives', () => {
  it('recomputing from any period on changes nothing', () =>
    forLives(({ schedule }) => {
      for (const from of [1, 4, schedule.echeances.length]) assert.deepEqual(recomputed(schedule, from), schedule.echeances);
    }));
  it('all that was lent is due once, and no payment becomes surplus that was capital', () =>
    forLives((life, next) => {
      const lent = sumOf([
        life.schedule.initialCapitalLoanedCents,
        ...life.schedule.events.flatMap(({ type, amountCents }) => (type === 'capitalLoaned' ? [amountCents] : [])),
      ]);
      assert.equal(sumOf(life.schedule.echeances.map(({ capitalRepaymentDueCents }) => capitalRepaymentDueCents)), lent);
      const after = take(life, next);
      if (!after || next.kind === 'unassign') return;
      const is = capitalForHolders(after.schedule);
      for (const [id, cents] of capitalForHolders(life.schedule)) assert.ok((is.get(id) ?? 0) >= cents);
    }));
  it('a payment that is taken back leaves the very schedule', () =>
    forLives((life, next) => {
      if (next.kind !== 'capitalRepayment' && next.kind !== 'mensualite') return;
      const after = take(life, next);
      const payment = after?.payments.at(-1);
      if (!after || !payment) return;
      assert.deepEqual(withoutPayment(after.schedule, payment, CONFIG), life.schedule);
    }));
  it('so does an event', () =>
    forLives((life, next) => {
      const after = take(life, next);
      const event = after?.schedule.events.find((one) => !life.schedule.events.includes(one));
      if (!after || !event) return;
      const without = { ...after.schedule, events: after.schedule.events.filter((one) => one !== event) };
      assert.deepEqual(rescheduled(after.schedule, without, CONFIG).schedule, life.schedule);
    }));
  it('so does a prorogation that nothing rests on', () =>
    forLives(({ schedule }, next) => {
      if (next.kind !== 'prorogation') return;
      const long = take({ schedule, payments: [] }, next)?.schedule;
      if (!long) return;
      const without = { ...long, prorogations: schedule.prorogations };
      const terms = termsOf(without, CONFIG);
      const rows = long.echeances.map((row) => ({ ...row, isTouched: isTouched(row), endDay: dayOf(row.endDate) }));
      assert.equal(isProrogationUsed(terms, rows), false);
      assert.deepEqual(recomputedEcheances(without, terms, 1, newId), schedule.echeances);
    }));
  it('an early payment of capital never raises a mensualite, and leaves those that were due before as they were', () =>
    forLives((life, next) => {
      if (next.kind !== 'capitalRepayment') return;
      const after = take(life, next);
      const paidOn = after?.payments.at(-1)?.paymentDate;
      if (!after || !paidOn) return;
      for (const [index, row] of after.schedule.echeances.entries()) {
        const before = life.schedule.echeances[index];
        assert.ok(before);
        // A carry may move one cent between two echeances.
        assert.ok(row.interestCents <= before.interestCents + 1);
        const wasDue = Temporal.PlainDate.compare(row.endDate, paidOn) <= 0;
        if (wasDue || isTouched(before)) assert.equal(row.interestCents, before.interestCents);
      }
    }));
});
