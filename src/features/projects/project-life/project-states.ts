// The states of a project's life and the rows that say which verb is allowed in which (A-project-life-2). Pure.

import type { FinancialStatus } from './rules.ts';

/** In the order of a life: `published` while the funding runs, `closed` until the first transfer to the owner or the sale. */
export const PROJECT_STATES = ['draft', 'published', 'closed', 'repayment', 'delay', 'default', 'finished', 'settled'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** What tells the state; columns of `property`. */
export type ProjectFacts = {
  status: string;
  funding_ended_at: Temporal.Instant | null;
  financial_status: string | null;
  solde_de_tout_compte_done_at: Temporal.Instant | null;
};

const BY_FINANCIAL_STATUS: Readonly<Record<FinancialStatus, ProjectState>> = {
  'reception-by-project-owner-pending': 'closed',
  'repayment-ongoing': 'repayment',
  'repayment-delay': 'delay',
  'repayment-default': 'default',
  'repayment-finished': 'finished',
};

/** The state of a property whose row is locked. */
export function projectState(property: ProjectFacts): ProjectState {
  if (property.solde_de_tout_compte_done_at !== null) return 'settled';
  if (property.status !== 'PUBLISHED') return 'draft';
  if (property.financial_status === null) return property.funding_ended_at === null ? 'published' : 'closed';
  // Border: a check of the column names these statuses alone.
  return BY_FINANCIAL_STATUS[property.financial_status as FinancialStatus];
}
