// Payments without an outcome, as the records show them for which they were ordered.

import { type Static, Type } from 'typebox';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { Model, Timestamp, Uuid } from '../../core/http/schemas.ts';
import type { PaymentPurpose } from './payment.ts';

/** The worker carries it on, so nothing has to be ordered again. `since`: when it was ordered. */
export const OpenPayment = Model('OpenPayment', {
  id: Uuid,
  since: Timestamp,
  isAccepted: Type.Boolean({ description: 'the provider has it and tells the end later; false: it has not answered yet' }),
});
export type OpenPayment = Static<typeof OpenPayment>;

/** Open payments by the id that a record keeps of them. */
export type OpenPayments = ReadonlyMap<string | null, OpenPayment>;

/** Those of these payments that have no outcome yet, by their ids. */
export async function readOpenPayments(db: Database | Tx, ids: readonly (string | null)[]): Promise<OpenPayments> {
  const asked = ids.filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  const rows = await selectOpen(db).where('id', 'in', asked).execute();
  return new Map(rows.map((row) => [row.id, toOpenPayment(row)]));
}

/** The open payments of this purpose for these rows of the room, by the ids of the rows. */
export async function readOpenPaymentsOf(
  db: Database | Tx,
  { purpose, subjectIds }: { purpose: PaymentPurpose; subjectIds: readonly string[] },
): Promise<OpenPayments> {
  if (subjectIds.length === 0) return new Map();
  const rows = await selectOpen(db).where('subject_id', 'in', subjectIds).where('purpose', '=', purpose).execute();
  return new Map(rows.map((row) => [row.subjectId, toOpenPayment(row)]));
}

function selectOpen(db: Database | Tx) {
  return db
    .selectFrom('payment_order')
    .select(['id', 'subject_id as subjectId', 'created_at as createdAt', 'provider_payment_id as providerPaymentId'])
    .where('status', 'in', ['created', 'sent']);
}

type OpenRow = { id: string; createdAt: Temporal.Instant; providerPaymentId: number | null };

function toOpenPayment({ id, createdAt, providerPaymentId }: OpenRow): OpenPayment {
  return { id, since: createdAt.toString(), isAccepted: providerPaymentId !== null };
}
