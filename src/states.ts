// All verbs of each subject with the states in which they are allowed: the rows of the rooms, joined. docs/domain/states.md is made of it.

import type { VerbTable } from './core/states.ts';
import type { ProjectState } from './features/projects/project-life/index.ts';
import { SCHEDULE_VERBS } from './features/repayment/payment-schedule/index.ts';
import { WIRE_VERBS } from './features/treasury/archived-wires/index.ts';

export const PROJECT_VERBS = { ...SCHEDULE_VERBS, ...WIRE_VERBS } satisfies VerbTable<ProjectState>;
