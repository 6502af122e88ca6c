// A schedule as the API shows it.

import { centsOf, percentageOf, sumOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { readOpenPaymentsOf } from '../../../money/payments/index.ts';
import { isTaxWithheld } from '../../investing/taxation/index.ts';
import { currentDuration, dateOf, dayOf, deriveEcheance, maturityOf, type StoredEvent } from '../schedule-computation/index.ts';
import { capitalTermsOf, eventsWithPayments, sequestreRemainingOf } from './change-rules.ts';
import { echeanceViews } from './rules.ts';
import type { Schedule } from './schedule-queries.ts';
import type { ScheduleView } from './schemas.ts';

/** The schedule as `GET /administration/property/:propertyId/payment-schedule` shows it. */
export function scheduleView(schedule: Schedule): ScheduleView {
  const startDay = dayOf(schedule.initialCapitalLoanedDate);
  const interestSequestreRemaining = centsOf(Math.max(sequestreRemainingOf(schedule), 0));
  return {
    propertyId: schedule.propertyId,
    version: schedule.version,
    financialStatus: schedule.financialStatus,
    config: configView(schedule),
    totalConstructionBudget: schedule.totalConstructionBudgetCents,
    currentDurationInMonths: currentDuration(schedule),
    maturityDate: dateOf(maturityOf({ ...schedule, startDay })).toString(),
    withholdingTaxApplicable: isTaxWithheld(
      { issuerCountry: schedule.spvCountry, contractType: schedule.investorContractType },
      false,
    ),
    interestSequestreRemaining,
    decision: decisionView(schedule),
    ...givenUpView(schedule),
    echeances: echeanceViews(schedule.echeances, interestSequestreRemaining),
    createdAt: schedule.createdAt.toString(),
    updatedAt: schedule.updatedAt.toString(),
  };
}

/** What the closing of the funding changed of the plan, until an administrator has decided. */
function decisionView(schedule: Schedule): ScheduleView['decision'] {
  const { decisionSince, plannedTotalFundedCents, plannedInitialCapitalCents, plannedInterestSequestreCents } = schedule;
  if (decisionSince === null) return null;
  return {
    since: decisionSince.toString(),
    planned: {
      totalFundedAmount: plannedTotalFundedCents ?? 0,
      initialCapitalLoaned: plannedInitialCapitalCents ?? 0,
      interestSequestre: plannedInterestSequestreCents ?? 0,
    },
    collected: schedule.collectedCents ?? 0,
    escrowSetAside: schedule.escrowSetAsideCents ?? 0,
  };
}

function givenUpView({ givenUpAt, giveUpComment, echeances }: Schedule): Pick<ScheduleView, 'givenUp'> {
  if (givenUpAt === null || giveUpComment === null) return {};
  const derived = echeances.map((row) => deriveEcheance(row));
  const mensualite = sumOf(derived.map(({ writtenOffCents }) => writtenOffCents));
  const capital = sumOf(derived.map(({ capitalWrittenOffCents }) => capitalWrittenOffCents));
  return { givenUp: { at: givenUpAt.toString(), comment: giveUpComment, mensualite, capital } };
}

function configView(schedule: Schedule): ScheduleView['config'] {
  return {
    totalFundedAmount: schedule.totalFundedAmountCents,
    initialCapitalLoaned: {
      date: schedule.initialCapitalLoanedDate.toString(),
      amount: schedule.initialCapitalLoanedCents,
    },
    durationInMonths: schedule.durationInMonths,
    annualInterestPercentage: percentageOf(schedule.annualInterestRate),
    managementFeesPercentage: percentageOf(schedule.managementFeesRate),
    spvCountry: schedule.spvCountry,
    interestSequestre: schedule.interestSequestreCents,
    events: shownEvents(schedule).map(({ id, type, day, amountCents, interestSequestreCents, duePeriod }) => ({
      ...(id === null ? {} : { id }),
      type,
      date: dateOf(day).toString(),
      amount: amountCents,
      interestSequestreAmount: interestSequestreCents,
      ...(duePeriod === null ? {} : { echeancePeriod: duePeriod }),
    })),
    prorogations: schedule.prorogations.map(({ durationInMonths, interestRate }) => ({
      durationInMonths,
      interestRateDuringProrogation: interestRate === null ? null : percentageOf(interestRate),
    })),
    paymentMode: schedule.paymentMode,
    providerMandateId: schedule.providerMandateId,
    dayOfMonth: schedule.dayOfMonth,
  };
}

/** Those that were stored, and payments of capital before its time that no event had asked for; by their day. */
function shownEvents(schedule: Schedule): StoredEvent[] {
  const { unasked } = eventsWithPayments(schedule, capitalTermsOf(schedule));
  return [...schedule.events, ...unasked.map((event) => ({ ...event, id: null }))].toSorted((a, b) => a.day - b.day);
}

/** The view with the open payment of each fee whose transfer is on its way. */
export async function withOpenFees(db: Database, view: ScheduleView, { echeances }: Schedule): Promise<ScheduleView> {
  const pending = echeances.filter(({ managementFeesStatus }) => managementFeesStatus === 'pending');
  const open = await readOpenPaymentsOf(db, { purpose: 'management-fees', subjectIds: pending.map(({ id }) => id) });
  return {
    ...view,
    echeances: view.echeances.map((echeance) => {
      const openPayment = open.get(echeance.id);
      return openPayment ? { ...echeance, managementFees: { ...echeance.managementFees, openPayment } } : echeance;
    }),
  };
}
