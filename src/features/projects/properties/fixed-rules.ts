// Which columns of a property are fixed, and the fields by which a refused edit names them. Pure.

import { isDeepStrictEqual } from 'node:util';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { PropertyRow } from '../project-life/index.ts';

type Columns = Partial<PropertyRow>;
type Fields = Partial<Record<keyof Columns, string>>;

/** The terms to which investors subscribe. */
const CONTRACT: Fields = {
  investor_contract_type: 'investorContractType',
  spv_id: 'spvId',
  amount_to_fund_cents: 'amountToFundCents',
  min_amount_to_fund_cents: 'minAmountToFundCents',
  funding_start_date: 'fundingStartDate',
  return_on_investment_rate: 'returnOnInvestment',
  investment_horizon_in_months: 'investmentHorizonInMonths',
  operation: 'operation',
};
const BUDGET: Fields = {
  total_fund_escrow_cents: 'totalFundEscrow',
  total_construction_budget_cents: 'totalConstructionBudget',
};
const ESCROW: Fields = { total_fund_escrow_cents: 'totalFundEscrow' };
const END: Fields = { funding_max_end_date: 'fundingMaxEndDate' };
const FEES = {
  funding: { funding_fees_excl_tax_cents: 'companyFees/fundingFees' },
  fiducie: { fiducie_fees_excl_tax_cents: 'companyFees/fiducieFees' },
} satisfies Record<string, Fields>;

/**
 * Checks that `columns` change nothing that is fixed; `paid` are the fees that were transferred or are waiting. The escrow of a
 * property with a schedule is the schedule's (A-payment-schedule-11). Error:
 * `validation-failed` with the path of each fixed field that would change (A-properties-20).
 */
export function assertMayChange(
  stored: PropertyRow,
  columns: Columns,
  { paid, hasSchedule }: { paid: Partial<Record<keyof typeof FEES, unknown>>; hasSchedule: boolean },
): void {
  const isPublished = stored.status !== 'DRAFT';
  const fixed: [boolean, Fields, string][] = [
    [isPublished, CONTRACT, 'cannot change once the property is published'],
    [isPublished, BUDGET, 'of a published property changes by its contract budget alone'],
    [!isPublished && hasSchedule, ESCROW, 'is that of the payment schedule, which can be replaced'],
    [stored.funding_ended_at !== null, END, 'cannot change once the funding has ended'],
    [paid.funding !== undefined, FEES.funding, 'cannot change once it is transferred'],
    [paid.fiducie !== undefined, FEES.fiducie, 'cannot change once it is transferred'],
  ];
  const faults = fixed.flatMap(([isFixed, fields, reason]) =>
    isFixed ? changedFields(stored, columns, fields).map((field) => ({ path: `body/${field}`, reason })) : [],
  );
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { detail: 'Some fields cannot change any more.', faults });
}

function changedFields(stored: PropertyRow, columns: Columns, fields: Fields): string[] {
  // Border: Object.entries loses the keys, which are those of the constants above.
  return (Object.entries(fields) as [keyof Columns, string][])
    .filter(([column]) => columns[column] !== undefined && !isSame(columns[column], stored[column]))
    .map(([, field]) => field);
}

function isSame(given: unknown, stored: unknown): boolean {
  if (given instanceof Temporal.Instant && stored instanceof Temporal.Instant) return given.equals(stored);
  return isDeepStrictEqual(given, stored);
}
