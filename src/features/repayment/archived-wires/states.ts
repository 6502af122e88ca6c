// In which states of a payment to be assigned, and of its project, it is taken out of the archive or returned (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { WIRE_STATES } from '../incoming-wires/index.ts';
import { WIRE_NOT_ARCHIVED, WIRE_NOT_RETURNABLE } from './errors.ts';

/** A settled project has no money left to take back. */
const untilSettled = projectRow(
  PROJECT_STATES.filter((state) => state !== 'settled'),
  PROJECT_IS_SETTLED,
);

export const ARCHIVE_VERBS_ON_PROJECT = { 'unarchive-wire': untilSettled, 'return-wire': untilSettled };

export const ARCHIVE_VERBS = {
  'unarchive-wire': verbRow(WIRE_STATES, ['archived'], WIRE_NOT_ARCHIVED),
  /** Whatever its state, only what came in as a wire. */
  'return-wire': verbRow(WIRE_STATES, ['waiting', 'archived'], WIRE_NOT_RETURNABLE),
};
