// The echeance that a debit is for, under the lock of its schedule.

import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import {
  type DerivedEcheance,
  deriveEcheance,
  ECHEANCE_NOT_FOUND,
  type EcheanceRow,
  lockSchedule,
  type Schedule,
} from '../payment-schedule/index.ts';
import { type DebitRow, findOpenDebit } from './queries.ts';
import { DEBIT_VERBS, ECHEANCE_VERBS, echeanceState } from './states.ts';

export type AskedEcheance = { propertyId: PropertyId; echeanceId: EcheanceId };
export type LockedEcheance = {
  schedule: Schedule;
  echeance: EcheanceRow;
  derived: DerivedEcheance;
  open: DebitRow | undefined;
};

/**
 * Errors: `echeance-not-found` (also of another property), the code of `verb` for the state of the project, that for the state of the
 * echeance.
 */
export async function lockUnpaidEcheance(tx: Tx, asked: AskedEcheance, verb: keyof typeof DEBIT_VERBS): Promise<LockedEcheance> {
  const property = await lockProperty(tx, asked.propertyId);
  const schedule = await lockSchedule(tx, asked.propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === asked.echeanceId);
  if (!property || !schedule || !echeance) throw new AppError(ECHEANCE_NOT_FOUND);
  assertAllowed(DEBIT_VERBS[verb], projectState(property));
  const derived = deriveEcheance(echeance);
  const locked = { schedule, echeance, derived, open: await findOpenDebit(tx, echeance.id) };
  assertAllowed(ECHEANCE_VERBS[verb], echeanceState(locked));
  return locked;
}
