// What counts as waiting, in the order in which it is shown, and to whom. Pure.

import type { Permission } from '../../../core/http/guards.ts';

export const WAITING_KINDS = [
  'proof-red',
  'history-red',
  'reconciliation-difference',
  'unknown-movement',
  'money-approval',
  'payment-incident',
  'payment-without-outcome',
  'charge-back-short',
  'payout-refused',
  'payment-refused',
  'debit-rejected',
  'money-of-closed-account',
  'late-project',
  'wire-to-assign',
  'schedule-to-decide',
  'management-fee',
  'company-fee',
  'owner-transfer',
  'schedule-to-create',
  'settlement',
  'tax-to-remit',
  'funding-complete',
  'funding-overdue',
  'funding-ending',
  'identity-check',
  'tax-request',
  'complaint',
  'tax-identity',
  'referral-invoice',
  'notification-unhandled',
  'job-failed',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** What shows a kind: the permission of the page where it is dealt with. */
export const PERMISSION_OF_KIND: Readonly<Record<WaitingKind, Permission>> = {
  'proof-red': 'money.read',
  'history-red': 'operations.read',
  'reconciliation-difference': 'money.read',
  'unknown-movement': 'money.read',
  'money-approval': 'money.read',
  'payment-incident': 'money.read',
  'payment-without-outcome': 'money.read',
  'charge-back-short': 'money.read',
  'payout-refused': 'money.read',
  'payment-refused': 'money.read',
  'debit-rejected': 'money.read',
  'money-of-closed-account': 'people.read',
  'late-project': 'projects.read',
  'wire-to-assign': 'money.read',
  'schedule-to-decide': 'projects.read',
  'management-fee': 'money.read',
  'company-fee': 'money.read',
  'owner-transfer': 'money.read',
  'schedule-to-create': 'projects.read',
  settlement: 'money.read',
  'tax-to-remit': 'money.read',
  'funding-complete': 'projects.read',
  'funding-overdue': 'projects.read',
  'funding-ending': 'projects.read',
  'identity-check': 'people.read',
  'tax-request': 'papers.read',
  complaint: 'people.read',
  'tax-identity': 'papers.read',
  'referral-invoice': 'money.read',
  'notification-unhandled': 'operations.read',
  'job-failed': 'operations.read',
};

/** A funding is shown as ending this many days before its last one. */
export const ENDING_WITHIN_DAYS = 7;
/** A notification is handled within seconds: one this old needs a look. */
export const NOTIFICATION_MINUTES = 5;
/** So long may the provider take before somebody should look. */
export const OUTCOME_HOURS = 24;
/** So long an investor has for what the yearly tax file lacks of them, before somebody should ask; half a year later it was of the file before. */
export const TAX_IDENTITY_DAYS = 14;
export const TAX_IDENTITY_END_DAYS = 180;
/** A rejected debit without a follow-up for so long is shown elsewhere: the project is late. */
export const REJECTED_DAYS = 90;

/** The figure of each month and of now from the changes of each month: what had come together at its end. */
export function cumulated(
  before: number,
  changes: readonly { period: string; value: number }[],
): { period: string; value: number }[] {
  let sum = before;
  return changes.map(({ period, value }) => {
    sum += value;
    return { period, value: sum };
  });
}
