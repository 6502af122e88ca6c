// In which states of a project a wave of automatic investment is started (docs/domain/states.md). Pure.

import { projectRow } from '../../projects/project-life/index.ts';
import { FUNDING_ALREADY_ENDED, PROPERTY_NOT_PUBLISHED } from './errors.ts';

export const WAVE_VERBS = { 'trigger-wave': projectRow(['published'], FUNDING_ALREADY_ENDED, { draft: PROPERTY_NOT_PUBLISHED }) };
