// The states of a project: all transitions of its financial status as one table, and the rows that say which
// verb is allowed in which state. Pure.

import type { FINANCIAL_STATUSES } from '../../../config/business.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';

/** A financial status of the table of settings. */
export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];

/** A financial status; null before the funding is closed. */
export type FinancialState = FinancialStatus | null;

/** The events that change the status. */
export type FinancialEvent =
  | 'funding-closed'
  | 'first-transfer-to-owner'
  | 'transfer-came-back'
  | 'delay'
  | 'default'
  | 'regularisation'
  | 'everything-repaid'
  | 'sold'
  | 'given-up'
  | 'give-up-taken-back-in-delay'
  | 'give-up-taken-back-in-default'
  | 'charged-back';

const IN_REPAYMENT = ['repayment-ongoing', 'repayment-delay', 'repayment-default'] as const;
const OVERDUE = ['repayment-delay', 'repayment-default'] as const;
const FINISHED = ['repayment-finished'] as const;
const BEFORE_REPAYMENT = ['reception-by-project-owner-pending'] as const;

/**
 * For each event the statuses in which it has an effect, and the status after it. Only the closing of the funding leaves null.
 */
export const FINANCIAL_TRANSITIONS: Readonly<Record<FinancialEvent, { from: readonly FinancialState[]; to: FinancialState }>> = {
  'funding-closed': { from: [null], to: 'reception-by-project-owner-pending' },
  'first-transfer-to-owner': { from: BEFORE_REPAYMENT, to: 'repayment-ongoing' },
  'transfer-came-back': { from: ['repayment-ongoing'], to: 'reception-by-project-owner-pending' },
  delay: { from: IN_REPAYMENT, to: 'repayment-delay' },
  default: { from: IN_REPAYMENT, to: 'repayment-default' },
  regularisation: { from: OVERDUE, to: 'repayment-ongoing' },
  'everything-repaid': { from: IN_REPAYMENT, to: 'repayment-finished' },
  sold: { from: [...BEFORE_REPAYMENT, ...IN_REPAYMENT], to: 'repayment-finished' },
  'given-up': { from: OVERDUE, to: 'repayment-finished' },
  'give-up-taken-back-in-delay': { from: FINISHED, to: 'repayment-delay' },
  'give-up-taken-back-in-default': { from: FINISHED, to: 'repayment-default' },
  // How late the owner is then is for the defaults platform to say.
  'charged-back': { from: FINISHED, to: 'repayment-ongoing' },
};

/** The status after an event, the same where the event has no effect. */
export function statusAfter(status: FinancialState, event: FinancialEvent): FinancialState {
  const { from, to } = FINANCIAL_TRANSITIONS[event];
  return from.includes(status) ? to : status;
}

/** In the order of a life: `published` while the funding runs, `closed` until the first transfer to the owner or the sale. */
export const PROJECT_STATES = ['draft', 'published', 'closed', 'repayment', 'delay', 'default', 'finished', 'settled'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** How a published project stands, in the words of the public pages. `sold`: as a whole; `lost-in-part`: given up, something is lacking. */
export const PUBLIC_STATES = [
  'announced',
  'collecting',
  'collected',
  'not-funded',
  'running',
  'late',
  'default',
  'repaid',
  'sold',
  'lost-in-part',
] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

/** What gives the state; columns of `property`. */
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
  // Border: a check of the column names only these statuses.
  return BY_FINANCIAL_STATUS[property.financial_status as FinancialStatus];
}

/** {@link verbRow} over the states of a project. */
export function projectRow(
  allowed: readonly ProjectState[],
  refusal: string,
  exceptions: Partial<Record<ProjectState, string>> = {},
): VerbRow<ProjectState> {
  return verbRow(PROJECT_STATES, allowed, refusal, exceptions);
}
