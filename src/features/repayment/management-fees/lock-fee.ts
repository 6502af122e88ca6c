// Locks the fee of an echeance with its schedule.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import { deriveEcheance, type EcheanceRow, findEcheance, lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { type FeeRow, findFee } from './queries.ts';

/** Cents: the fee including tax, and what was paid for fees on its echeance. */
export type LockedFee = FeeRow & {
  projectState: ProjectState;
  schedule: Schedule;
  echeance: EcheanceRow;
  feeCents: Cents;
  feesReceivedCents: Cents;
};

/** Undefined for an unknown echeance and for one without a fee (A-management-fees-1). */
export async function lockFee(tx: Tx, echeanceId: EcheanceId): Promise<LockedFee | undefined> {
  const asked = await findEcheance(tx, echeanceId);
  const property = asked && (await lockProperty(tx, asked.propertyId));
  const schedule = asked && (await lockSchedule(tx, asked.propertyId));
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  const fee = echeance && (await findFee(tx, echeanceId));
  if (!property || !schedule || !fee) return undefined;
  const { feesReceivedCents, managementFeesInclTaxCents } = deriveEcheance(echeance);
  const state = projectState(property);
  return { ...fee, projectState: state, schedule, echeance, feeCents: managementFeesInclTaxCents, feesReceivedCents };
}
