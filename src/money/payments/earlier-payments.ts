// A refused payment is replaced by a new one: before that it must be certain that none of the earlier ones moved money.

import type { Database } from '../../core/db/pool.ts';
import type { ExecuteDeps } from './execute-payment.ts';
import { PAYMENT_COLUMNS, type Payment, type PaymentPurpose, type PaymentStatus, toPayment } from './payment.ts';

type Subject = { purpose: PaymentPurpose; subjectId: string };

/**
 * True when every payment of this subject has ended without a movement, and the provider knows no movement under their references.
 * False also when the provider does not answer.
 */
export async function isCertainlyUnpaid(deps: Pick<ExecuteDeps, 'db' | 'mover'>, subject: Subject): Promise<boolean> {
  for (const { status, ...payment } of await listPaymentsOf(deps.db, subject)) {
    if (status === 'canceled') continue;
    if (status !== 'failed') return false;
    // The provider once gave it an id: a payment that exists cannot be absent, whatever the provider answers now.
    if (payment.providerPaymentId !== null && (await deps.mover.find(payment)).status !== 'failed') return false;
    const movements = await deps.mover.movements(payment);
    if (movements === undefined || movements.length > 0) return false;
  }
  return true;
}

async function listPaymentsOf(db: Database, { purpose, subjectId }: Subject): Promise<(Payment & { status: PaymentStatus })[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select([...PAYMENT_COLUMNS, 'status'])
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...toPayment(row), status }));
}
