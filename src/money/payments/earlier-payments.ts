// What was refused for good is paid again with a new payment: first it must be certain that none of the earlier ones moved money.

import type { ExecuteDeps } from './execute-payment.ts';
import { listPaymentsOf, type PaymentPurpose } from './payment.ts';

/**
 * True when every payment that was ever made for this has ended without a movement, and the provider knows of none under its
 * reference. False also when the provider does not tell.
 */
export async function isCertainlyUnpaid(
  deps: Pick<ExecuteDeps, 'db' | 'mover'>,
  subject: { purpose: PaymentPurpose; subjectId: string },
): Promise<boolean> {
  for (const { status, ...payment } of await listPaymentsOf(deps.db, subject)) {
    if (status === 'canceled') continue;
    if (status !== 'failed') return false;
    // The provider once gave it a number: what exists cannot be absent, whatever is answered now.
    if (payment.providerPaymentId !== null && (await deps.mover.find(payment)).status !== 'failed') return false;
    const movements = await deps.mover.movements(payment);
    if (movements === undefined || movements.length > 0) return false;
  }
  return true;
}
