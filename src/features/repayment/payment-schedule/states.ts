// In which states of a project each verb on its schedule is allowed (docs/domain/states.md). Pure.

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';

/** Until everything is repaid: a schedule may be made before the funding closes. */
const UNTIL_REPAID = ['draft', 'published', 'closed', 'repayment', 'delay', 'default'] as const;

export const SCHEDULE_VERBS = {
  'add-capital-event': projectRow(UNTIL_REPAID, PROJECT_IS_FINISHED, { settled: PROJECT_IS_SETTLED }),
  'replace-schedule': projectRow(UNTIL_REPAID, PROJECT_IS_FINISHED, { settled: PROJECT_IS_SETTLED }),
  'confirm-schedule': projectRow(UNTIL_REPAID, PROJECT_IS_FINISHED, { settled: PROJECT_IS_SETTLED }),
};
