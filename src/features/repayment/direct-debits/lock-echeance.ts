// The echeance that a debit is for, under the lock of its schedule.

import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed, type VerbRow } from '../../../core/states.ts';
import { lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import {
  type DerivedEcheance,
  deriveEcheance,
  ECHEANCE_NOT_FOUND,
  type EcheanceRow,
  lockSchedule,
  type Schedule,
} from '../payment-schedule/index.ts';
import { MUST_BE_UNPAID } from './errors.ts';
import { type DebitRow, findOpenDebit } from './queries.ts';

export type AskedEcheance = { propertyId: PropertyId; echeanceId: EcheanceId };
export type LockedEcheance = {
  schedule: Schedule;
  echeance: EcheanceRow;
  derived: DerivedEcheance;
  open: DebitRow | undefined;
};

/**
 * Errors: `echeance-not-found` (also of another property), the code of `verb` for the state of the project,
 * `echeance-mensualite-must-be-unpaid` (paid in full).
 */
export async function lockUnpaidEcheance(tx: Tx, asked: AskedEcheance, verb: VerbRow<ProjectState>): Promise<LockedEcheance> {
  const property = await lockProperty(tx, asked.propertyId);
  const schedule = await lockSchedule(tx, asked.propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === asked.echeanceId);
  if (!property || !schedule || !echeance) throw new AppError(ECHEANCE_NOT_FOUND);
  assertAllowed(verb, projectState(property));
  const derived = deriveEcheance(echeance);
  if (derived.status === 'paid') throw new AppError(MUST_BE_UNPAID);
  return { schedule, echeance, derived, open: await findOpenDebit(tx, echeance.id) };
}
