// The financial statuses of a property, which settings and rooms name alike.

/** Financial statuses of a property in the order of its life; null before the funding ends. */
export const FINANCIAL_STATUSES = [
  'reception-by-project-owner-pending',
  'repayment-ongoing',
  'repayment-delay',
  'repayment-default',
  'repayment-finished',
] as const;
export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];
