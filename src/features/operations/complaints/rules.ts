// What a complaint may be about, in which states it is answered, and until when. Pure.

import { monthsAfter } from '../../../core/dates.ts';
import { type VerbTable, verbRow } from '../../../core/states.ts';
import { ALREADY_ANSWERED } from './errors.ts';

export const COMPLAINT_SUBJECTS = [
  'account',
  'identity',
  'purchase',
  'project',
  'payment',
  'withdrawal',
  'marketplace',
  'taxes',
  'other',
] as const;

export const COMPLAINT_STATES = ['open', 'answered'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

/** So many may wait at once: more words belong into one of them. */
export const MAX_OPEN = 5;

/** Months after its arrival in which a complaint is answered (complaints.md#complaints). */
const ANSWER_MONTHS = 2;

/** The moment by which it is answered. */
export function answerDueAt(createdAt: Temporal.Instant): Temporal.Instant {
  return monthsAfter(createdAt, ANSWER_MONTHS);
}

export const COMPLAINT_VERBS = {
  'answer-complaint': verbRow(COMPLAINT_STATES, ['open'], ALREADY_ANSWERED),
} satisfies VerbTable<ComplaintState>;
