// In which states of a project its management fees may be taken (docs/domain/states.md). Pure.

import { PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';

/** A settled project has no money left, and what its owner was asked for is closed. */
const untilSettled = projectRow(
  ['draft', 'published', 'closed', 'repayment', 'delay', 'default', 'finished'],
  PROJECT_IS_SETTLED,
);

export const FEE_VERBS = { 'transfer-one': untilSettled, 'mark-as-executed': untilSettled };
