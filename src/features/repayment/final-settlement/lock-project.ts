// Locks the project for a step of its settlement, with the two refusals that settlement.md#marking-it-done gives first.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { MUST_BE_IN_REPAYMENT_FINISHED, SOLDE_DE_TOUT_COMPTE_ALREADY_DONE } from './errors.ts';
import { findProject, type ProjectRow } from './queries.ts';

/**
 * The project, locked. Errors: `not-found`, `solde-de-tout-compte-already-done`, `project-must-be-in-repayment-finished-status`.
 */
export async function lockProject(tx: Tx, propertyId: PropertyId): Promise<ProjectRow> {
  if (!(await lockProperty(tx, propertyId))) throw new AppError(NOT_FOUND);
  const project = await findProject(tx, propertyId);
  if (!project) throw new AppError(NOT_FOUND);
  if (project.doneAt !== null) throw new AppError(SOLDE_DE_TOUT_COMPTE_ALREADY_DONE);
  if (project.financialStatus !== 'repayment-finished') throw new AppError(MUST_BE_IN_REPAYMENT_FINISHED);
  return project;
}
