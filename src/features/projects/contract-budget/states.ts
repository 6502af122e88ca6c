// In which states of a project its contract budget may change (docs/domain/states.md). Pure.

import { VALIDATION_FAILED } from '../../../core/errors.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../project-life/index.ts';

export const BUDGET_VERBS = {
  'edit-contract-budget': projectRow(['published', 'closed', 'repayment', 'delay', 'default'], PROJECT_IS_FINISHED, {
    draft: VALIDATION_FAILED,
    settled: PROJECT_IS_SETTLED,
  }),
};
