// Echeances as the API shows them (repayments.md#fields-of-an-echeance). Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { capitalClaim, deriveEcheance, planSequestre } from '../schedule-computation/index.ts';
import type { EcheanceRow, EcheanceWithProjectRow } from './queries.ts';
import type { EcheanceView, PaymentsOfPeriod, UnpaidCapital } from './schemas.ts';

/** Echeances of one schedule in their order, with the rest of its escrow planned over them. */
export function echeanceViews(rows: readonly EcheanceRow[], interestSequestreRemaining: Cents): EcheanceView[] {
  const planned = planSequestre(
    interestSequestreRemaining,
    rows.map((row) => ({
      interestCents: row.interestCents,
      coveredCents: centsOf(deriveEcheance(row).investorsReceivedCents + row.sequestreWaitingCents),
    })),
  );
  return rows.map((row, index) => {
    const plannedCents = planned[index];
    if (plannedCents === undefined) throw new Error(`no escrow was planned for echeance ${row.id}`);
    return echeanceView(row, plannedCents);
  });
}

/** One echeance; `interestSequestrePlanned` is its part of {@link planSequestre} in its schedule. */
export function echeanceView(row: EcheanceRow, interestSequestrePlanned: Cents): EcheanceView {
  const derived = deriveEcheance(row);
  const claimCents = centsOf(derived.claimCents + capitalClaim(row));
  return {
    id: row.id,
    number: row.number,
    period: row.period,
    startDate: row.startDate.toString(),
    endDate: row.endDate.toString(),
    dueDate: row.dueDate.toString(),
    capitalLoanedAtStart: row.capitalLoanedAtStartCents,
    capitalLoaned: row.capitalLoanedCents,
    interest: row.interestCents,
    managementFees: {
      amountExcludingTax: row.managementFeesExclTaxCents,
      vat: row.managementFeesVatCents,
      amountIncludingTax: derived.managementFeesInclTaxCents,
      status: row.managementFeesStatus === 'executed' ? 'executed' : 'notExecuted',
      executedAt: row.managementFeesExecutedAt?.toString() ?? null,
      comment: row.managementFeesComment,
    },
    penalty: { total: row.penaltyTotalCents, forInvestors: row.penaltyForInvestorsCents, forBricks: row.penaltyForBricksCents },
    interestSequestrePlanned,
    interestSequestreUsed: row.sequestreUsedCents,
    amountDue: derived.amountDueCents,
    remainingToBePaid: derived.remainingToBePaidCents,
    overpaid: derived.overpaidCents,
    ...(claimCents === 0 ? {} : { chargeBackClaim: claimCents }),
    ...(row.isGivenUp ? { writtenOff: { mensualite: derived.writtenOffCents, capital: derived.capitalWrittenOffCents } } : {}),
    status: derived.status,
    scheduledPayment: scheduledPaymentView(row),
    capitalRepaymentDue: row.capitalRepaymentDueCents,
    capitalRepaymentRemaining: derived.capitalRepaymentRemainingCents,
    capitalRepaymentStatus: derived.capitalRepaymentStatus,
  };
}

/** An echeance on which capital is still to be paid back; late from the day after its due date (repayments.md#unpaid-capital). */
export function unpaidCapitalView(row: EcheanceWithProjectRow, today: Temporal.PlainDate): UnpaidCapital[number] {
  const { capitalRepaymentRemainingCents, capitalRepaymentStatus } = deriveEcheance(row);
  return {
    ...{ echeanceId: row.id, number: row.number, period: row.period, dueDate: row.dueDate.toString() },
    project: projectView(row),
    capitalRepaymentDue: row.capitalRepaymentDueCents,
    capitalRepaymentRemaining: capitalRepaymentRemainingCents,
    capitalRepaymentStatus,
    isLate: Temporal.PlainDate.compare(row.dueDate, today) < 0,
  };
}

/** The project of an echeance in lists over all of them. */
export function projectView(row: EcheanceWithProjectRow): PaymentsOfPeriod[number]['project'] {
  return { id: row.propertyId, name: row.propertyName, financialStatus: row.financialStatus, spvId: row.spvId };
}

/** A debit that was charged back has paid nothing, like one that failed. */
const SHOWN_DEBIT = {
  scheduled: 'scheduled',
  canceling: 'scheduled',
  succeeded: 'succeeded',
  failed: 'failed',
  chargedBack: 'failed',
  canceled: 'canceled',
} as const;

/** The latest debit once the provider knows it; one that is being cancelled is still scheduled. */
function scheduledPaymentView(row: EcheanceRow): EcheanceView['scheduledPayment'] {
  const { debitStatus, providerDebitId, debitDate, debitAmountCents } = row;
  if (debitStatus === null || debitStatus === 'creating' || providerDebitId === null) return null;
  if (debitDate === null || debitAmountCents === null) return null;
  const status = SHOWN_DEBIT[debitStatus];
  return { providerDebitId, date: debitDate.toString(), amount: debitAmountCents, status };
}
