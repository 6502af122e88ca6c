// The echeance that a debit is for, under the lock of its schedule.

import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
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

/** Errors: `echeance-not-found` (also of another property), `echeance-mensualite-must-be-unpaid` (paid in full). */
export async function lockUnpaidEcheance(tx: Tx, asked: AskedEcheance): Promise<LockedEcheance> {
  const schedule = await lockSchedule(tx, asked.propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === asked.echeanceId);
  if (!schedule || !echeance) throw new AppError(ECHEANCE_NOT_FOUND);
  const derived = deriveEcheance(echeance);
  if (derived.status === 'paid') throw new AppError(MUST_BE_UNPAID);
  return { schedule, echeance, derived, open: await findOpenDebit(tx, echeance.id) };
}
