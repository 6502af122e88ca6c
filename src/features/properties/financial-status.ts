// The financial life of a project: every change of its status there is, as one table (A-defaults-webhook-3). Pure.

import type { FinancialStatus } from '../../core/config.ts';

/** What changes the status. */
export type FinancialEvent =
  | 'funding-closed'
  | 'first-transfer-to-owner'
  | 'delay'
  | 'default'
  | 'regularisation'
  | 'everything-repaid';

const IN_REPAYMENT = ['repayment-ongoing', 'repayment-delay', 'repayment-default'] as const;

/** Events by the statuses that they change, and what they make of them. */
const FINANCIAL_TRANSITIONS: Readonly<
  Record<FinancialEvent, { from: readonly (FinancialStatus | null)[]; to: FinancialStatus }>
> = {
  'funding-closed': { from: [null], to: 'reception-by-project-owner-pending' },
  'first-transfer-to-owner': { from: ['reception-by-project-owner-pending'], to: 'repayment-ongoing' },
  delay: { from: IN_REPAYMENT, to: 'repayment-delay' },
  default: { from: IN_REPAYMENT, to: 'repayment-default' },
  regularisation: { from: ['repayment-delay', 'repayment-default'], to: 'repayment-ongoing' },
  'everything-repaid': { from: IN_REPAYMENT, to: 'repayment-finished' },
};

/** The status after `event`; the same one where the event changes nothing. */
export function financialStatusAfter<S extends FinancialStatus | null>(current: S, event: FinancialEvent): S | FinancialStatus {
  const { from, to } = FINANCIAL_TRANSITIONS[event];
  return from.includes(current) ? to : current;
}
