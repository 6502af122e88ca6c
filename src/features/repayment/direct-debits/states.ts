// In which states of a project its direct debits may change (docs/domain/states.md). Pure.

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';

export const DEBIT_VERBS = {
  'program-debit': projectRow(['draft', 'published', 'closed', 'repayment', 'delay', 'default'], PROJECT_IS_FINISHED, {
    settled: PROJECT_IS_SETTLED,
  }),
  // Money that must not be collected is always worth stopping.
  'unprogram-debit': projectRow(PROJECT_STATES, PROJECT_IS_FINISHED),
};
