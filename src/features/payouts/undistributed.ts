// What an echeance has received for its holders and not yet handed on.

import { deriveEcheance, type EcheanceRow } from '../payment-schedule/index.ts';
import type { PayoutKind } from './queries.ts';

/** Received and not yet distributed, cents. */
export function undistributed(kind: PayoutKind, echeance: EcheanceRow): number {
  if (kind === 'coupon') return deriveEcheance(echeance).investorsReceivedCents - echeance.couponDistributedCents;
  return Math.min(echeance.paidCapitalCents, echeance.capitalRepaymentDueCents) - echeance.capitalDistributedCents;
}
