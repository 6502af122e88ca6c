// What an echeance has received for its holders and not yet handed on.

import { capitalForHolders, deriveEcheance, type EcheanceRow, type Schedule } from '../payment-schedule/index.ts';
import type { PayoutKind } from './rules.ts';

/** Received and not yet distributed, cents; of the capital, what of all that was paid is the holders'. */
export function undistributed(kind: PayoutKind, schedule: Schedule, echeance: EcheanceRow): number {
  if (kind === 'coupon') return deriveEcheance(echeance).investorsReceivedCents - echeance.couponDistributedCents;
  const forHoldersCents = capitalForHolders(schedule).get(echeance.id);
  if (forHoldersCents === undefined) throw new Error(`echeance ${echeance.id} is of another schedule`);
  return forHoldersCents - echeance.capitalDistributedCents;
}
