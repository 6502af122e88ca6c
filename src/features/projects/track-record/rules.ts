// How an echeance stands for those who read the record of its project: what its holders are owed, and what of it has come in. Pure.

import type { RowState } from './schemas.ts';

/** Cents of interest, penalties and capital for the holders; `writtenOffCents` is due and not asked for any more. */
export type RowFacts = {
  dueDate: Temporal.PlainDate;
  owedCents: number;
  remainingCents: number;
  writtenOffCents: number;
};

/** An echeance is late from the day after its due date on; fees of the platform make none late. */
export function rowState({ dueDate, owedCents, remainingCents, writtenOffCents }: RowFacts, today: Temporal.PlainDate): RowState {
  if (writtenOffCents > 0) return 'given-up';
  if (remainingCents <= 0) return 'paid';
  const ahead = Temporal.PlainDate.compare(dueDate, today);
  if (ahead < 0) return 'late';
  if (remainingCents < owedCents) return 'paid-in-part';
  return ahead === 0 ? 'due' : 'coming';
}
