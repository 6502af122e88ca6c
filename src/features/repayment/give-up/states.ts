// In which states of a project it may be given up, and that taken back (docs/domain/states.md). Pure.

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';
import { PROJECT_IS_NOT_GIVEN_UP, PROJECT_NOT_OVERDUE } from './errors.ts';

export const GIVE_UP_VERBS = {
  'give-up': projectRow(['delay', 'default'], PROJECT_NOT_OVERDUE, {
    finished: PROJECT_IS_FINISHED,
    settled: PROJECT_IS_SETTLED,
  }),
  'take-back-give-up': projectRow(['finished'], PROJECT_IS_NOT_GIVEN_UP, { settled: PROJECT_IS_SETTLED }),
};
