// All verbs of each subject with the states in which they are allowed: the rows of the rooms, joined. docs/domain/states.md is made of it.

import type { VerbTable } from './core/states.ts';
import { WAVE_VERBS } from './features/investing/auto-investment/index.ts';
import { BUDGET_VERBS } from './features/projects/contract-budget/index.ts';
import { FUNDING_VERBS } from './features/projects/funding/index.ts';
import type { ProjectState } from './features/projects/project-life/index.ts';
import { PROPERTY_VERBS } from './features/projects/properties/index.ts';
import { DEBIT_VERBS } from './features/repayment/direct-debits/index.ts';
import { SETTLEMENT_VERBS } from './features/repayment/final-settlement/index.ts';
import { GIVE_UP_VERBS } from './features/repayment/give-up/index.ts';
import { FEE_VERBS } from './features/repayment/management-fees/index.ts';
import { SCHEDULE_VERBS } from './features/repayment/payment-schedule/index.ts';
import { WIRE_VERBS_ON_PROJECT } from './features/treasury/incoming-wires/index.ts';

export const PROJECT_VERBS = {
  ...PROPERTY_VERBS,
  ...WAVE_VERBS,
  ...FUNDING_VERBS,
  ...BUDGET_VERBS,
  ...SCHEDULE_VERBS,
  ...DEBIT_VERBS,
  ...FEE_VERBS,
  ...WIRE_VERBS_ON_PROJECT,
  ...GIVE_UP_VERBS,
  ...SETTLEMENT_VERBS,
} satisfies VerbTable<ProjectState>;
