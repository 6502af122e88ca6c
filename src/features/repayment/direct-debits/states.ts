// In which states of a project and of an echeance a direct debit may be programmed or not any more (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { MUST_BE_NOT_SCHEDULED, MUST_BE_SCHEDULED, MUST_BE_UNPAID, NOTHING_TO_PAY } from './errors.ts';

export const DEBIT_VERBS = {
  'program-debit': projectRow(['draft', 'published', 'closed', 'repayment', 'delay', 'default'], PROJECT_IS_FINISHED, {
    settled: PROJECT_IS_SETTLED,
  }),
  // Money that must not be collected is always worth stopping.
  'unprogram-debit': projectRow(PROJECT_STATES, PROJECT_IS_FINISHED),
};

/** `changing`: its debit is being ordered or canceled; `nothingDue`: no amount is due, or none is left although it is not paid. */
export const ECHEANCE_STATES = ['unpaid', 'nothingDue', 'scheduled', 'changing', 'paid'] as const;
export type EcheanceState = (typeof ECHEANCE_STATES)[number];

export const ECHEANCE_VERBS = {
  'program-debit': verbRow(ECHEANCE_STATES, ['unpaid'], MUST_BE_NOT_SCHEDULED, {
    nothingDue: NOTHING_TO_PAY,
    paid: MUST_BE_UNPAID,
  }),
  'unprogram-debit': verbRow(ECHEANCE_STATES, ['scheduled'], MUST_BE_SCHEDULED, { paid: MUST_BE_UNPAID }),
};

export function echeanceState(echeance: {
  derived: { status: string; remainingToBePaidCents: number };
  open: { status: string } | undefined;
}): EcheanceState {
  const { derived, open } = echeance;
  if (derived.status === 'paid') return 'paid';
  if (open) return open.status === 'scheduled' ? 'scheduled' : 'changing';
  return derived.remainingToBePaidCents === 0 ? 'nothingDue' : 'unpaid';
}
