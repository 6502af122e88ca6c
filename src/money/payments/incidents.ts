// Payments that moved money twice, as the team reads them, and what was done about each.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** An incident with the payment that it is about; cents. */
export type IncidentRow = Awaited<ReturnType<typeof listIncidents>>[number];

/** Newest first, after the key; one more than `limit` when there are more. */
export async function listIncidents(
  db: Database | Tx,
  { isOpen, limit, after }: { isOpen?: boolean; limit: number; after?: { at: Temporal.Instant; id: string } | undefined },
) {
  let query = selectIncidents(db);
  if (isOpen !== undefined) query = query.where('incident.resolved_at', isOpen ? 'is' : 'is not', null);
  if (after) query = query.where(sql<boolean>`(incident.found_at, incident.id) < (${after.at}, ${after.id})`);
  return query
    .orderBy('incident.found_at', 'desc')
    .orderBy('incident.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The one with this id. */
export async function findIncident(db: Database | Tx, id: string): Promise<IncidentRow | undefined> {
  return selectIncidents(db).where('incident.id', '=', id).executeTakeFirst();
}

/** Those of one payment, in the order they were found. */
export async function listIncidentsOf(db: Database, paymentId: string): Promise<IncidentRow[]> {
  return selectIncidents(db).where('incident.payment_order_id', '=', paymentId).orderBy('incident.found_at').execute();
}

/** Dealt with; false when it is unknown, or was before. */
export async function resolveIncident(tx: Tx, id: string, end: { comment: string; at: Temporal.Instant }): Promise<boolean> {
  const row = await tx
    .updateTable('payment_incident')
    .set({ resolved_at: end.at, resolved_comment: end.comment })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function selectIncidents(db: Database | Tx) {
  return db
    .selectFrom('payment_incident as incident')
    .innerJoin('payment_order as payment', 'payment.id', 'incident.payment_order_id')
    .select([
      'incident.id',
      'incident.payment_order_id as paymentId',
      'payment.purpose',
      'payment.kind',
      'payment.from_account_id as fromAccountId',
      'incident.provider_payment_id as providerPaymentId',
      'incident.amount_cents as amountCents',
      'incident.found_at as foundAt',
      'incident.resolved_at as resolvedAt',
      'incident.resolved_comment as comment',
    ]);
}
