// Locks a payment with its project and schedule.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import { findPayment, WIRE_NOT_FOUND } from '../incoming-wires/index.ts';
import { lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { type ArchivedRow, lockArchived } from './queries.ts';

export type LockedWire = { row: ArchivedRow; schedule: Schedule | undefined; state: ProjectState | undefined };

/** Locks the project and its schedule before the record. Errors: `wire-not-found`; `moved`, of one that got another project meanwhile. */
export async function lockWithProject(tx: Tx, id: string, moved: string): Promise<LockedWire> {
  const seen = await findPayment(tx, id);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  const property = seen.propertyId === null ? undefined : await lockProperty(tx, seen.propertyId);
  const schedule = seen.propertyId === null ? undefined : await lockSchedule(tx, seen.propertyId);
  const row = await lockArchived(tx, id);
  if (row?.propertyId !== seen.propertyId) throw new AppError(moved);
  return { row, schedule, state: property && projectState(property) };
}
