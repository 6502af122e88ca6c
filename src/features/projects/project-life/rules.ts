// The financial life of a project: every change of its status there is, as one table (A-project-life-1). Pure.

/** Financial statuses of a property in the order of its life; null before the funding ends. */
export const FINANCIAL_STATUSES = [
  'reception-by-project-owner-pending',
  'repayment-ongoing',
  'repayment-delay',
  'repayment-default',
  'repayment-finished',
] as const;
export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];

/** A status; null before the funding has ended. */
export type FinancialState = FinancialStatus | null;

/** What changes the status. */
export type FinancialEvent =
  | 'funding-closed'
  | 'first-transfer-to-owner'
  | 'transfer-came-back'
  | 'delay'
  | 'default'
  | 'regularisation'
  | 'everything-repaid'
  | 'sold';

const IN_REPAYMENT = ['repayment-ongoing', 'repayment-delay', 'repayment-default'] as const;
const BEFORE_REPAYMENT = ['reception-by-project-owner-pending'] as const;

/** The closing comes first: nothing else leaves null. Events by the statuses that they change, and what they make of them; in any other status nothing happens. */
export const FINANCIAL_TRANSITIONS: Readonly<Record<FinancialEvent, { from: readonly FinancialState[]; to: FinancialState }>> = {
  'funding-closed': { from: [null], to: 'reception-by-project-owner-pending' },
  'first-transfer-to-owner': { from: BEFORE_REPAYMENT, to: 'repayment-ongoing' },
  'transfer-came-back': { from: ['repayment-ongoing'], to: 'reception-by-project-owner-pending' },
  delay: { from: IN_REPAYMENT, to: 'repayment-delay' },
  default: { from: IN_REPAYMENT, to: 'repayment-default' },
  regularisation: { from: ['repayment-delay', 'repayment-default'], to: 'repayment-ongoing' },
  'everything-repaid': { from: IN_REPAYMENT, to: 'repayment-finished' },
  sold: { from: [...BEFORE_REPAYMENT, ...IN_REPAYMENT], to: 'repayment-finished' },
};
