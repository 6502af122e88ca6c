// In which states of a project each verb on its waves is allowed (docs/domain/states.md). Pure.

import { projectRow } from '../../projects/project-life/index.ts';
import { AUTOMATIC_FUNDING_JOB_NOT_PENDING, FUNDING_ALREADY_ENDED, PROPERTY_NOT_PUBLISHED } from './errors.ts';

export const WAVE_VERBS = {
  'trigger-wave': projectRow(['published'], FUNDING_ALREADY_ENDED, { draft: PROPERTY_NOT_PUBLISHED }),
  // The wave of a funding that was closed ends by itself.
  'end-wave': projectRow(['published'], AUTOMATIC_FUNDING_JOB_NOT_PENDING, { draft: PROPERTY_NOT_PUBLISHED }),
};
