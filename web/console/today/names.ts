// What each thing that waits is called, and what tells things of one name apart.

import type { PaymentPurpose } from '../../../clients/typescript/src/index.ts';
import { euros, exactly } from '../../core/format.ts';
import { auditWords } from '../operations/audit-words.ts';
import { jobWords } from '../operations/job-words.ts';
import type { WaitingRow } from './kinds.ts';
import { todayWords } from './words.ts';

/** Payments, jobs and notifications are named by what they are for; everything else has its own name. */
export function nameOf({ kind, about }: WaitingRow): string {
  const { purposes, notifications, taxOffice } = todayWords.value;
  // Border: the purpose of a payment, as the API names it.
  if (kind === 'payment-without-outcome' || kind === 'payment-incident') return purposes[about as PaymentPurpose];
  if (kind === 'tax-to-remit') return taxOffice;
  if (kind === 'money-approval') return auditWords.value.kinds[about] ?? about;
  if (kind === 'job-failed') return jobWords.value.names[about] ?? about;
  return kind === 'notification-unhandled' ? (notifications[about] ?? about) : about;
}

/** What tells things of one name apart: whose, how much, since when. */
export function apartOf(row: WaitingRow): (string | null)[] {
  const { amountCents, since } = row;
  return [nameOf(row), amountCents === null ? null : euros(amountCents), since === null ? null : exactly(since)];
}

/** The same in one text. */
export function fullNameOf(row: WaitingRow): string {
  return apartOf(row).filter(Boolean).join(', ');
}
