// Locks the project for a step of its settlement, with the two refusals that settlement.md#marking-it-done gives first.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { findProject, type ProjectRow } from './queries.ts';
import { SETTLEMENT_VERBS, type SettlementVerb } from './states.ts';

/**
 * The project, locked. Errors: `not-found`, `solde-de-tout-compte-already-done`, `project-must-be-in-repayment-finished-status`.
 */
export async function lockProject(tx: Tx, propertyId: PropertyId, verb: SettlementVerb): Promise<ProjectRow> {
  const property = await lockProperty(tx, propertyId);
  const project = await findProject(tx, propertyId);
  if (!property || !project) throw new AppError(NOT_FOUND);
  assertAllowed(SETTLEMENT_VERBS[verb], projectState(property));
  return project;
}
