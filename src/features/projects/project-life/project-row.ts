// Makes a row of the table that says which verb is allowed in which state of a project (docs/domain/states.md). Pure.

import { type VerbRow, verbRow } from '../../../core/states.ts';
import { PROJECT_STATES, type ProjectState } from './project-states.ts';

/** {@link verbRow} over the states of a project. */
export function projectRow(
  allowed: readonly ProjectState[],
  refusal: string,
  exceptions: Partial<Record<ProjectState, string>> = {},
): VerbRow<ProjectState> {
  return verbRow(PROJECT_STATES, allowed, refusal, exceptions);
}
