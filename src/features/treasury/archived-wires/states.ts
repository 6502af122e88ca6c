// In which states of a project each verb on its wires is allowed (docs/domain/states.md). Pure.

import { PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';

/** Until the project is settled, which leaves no money to take back. */
const UNTIL_SETTLED = ['draft', 'published', 'closed', 'repayment', 'delay', 'default', 'finished'] as const;

export const WIRE_VERBS = {
  'unarchive-wire': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
  'return-wire': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
};
