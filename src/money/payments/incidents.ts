// Payments that moved money twice: how such incidents are found, listed and resolved.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import { inPeriod } from '../../core/db/sql-fragments.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { Period } from '../../core/period.ts';
import type { ExecuteDeps } from './execute.ts';
import { type Incident, PAYMENT_COLUMNS, type Payment, toPayment } from './payment.ts';

const MAX_LOOK_UPS = 100;

/**
 * Looks up the references of watched payments (sent more than once), the longest unseen first; each less often as it grows older.
 * A movement other than the payment's own is an incident, reported once. Returns how many were found.
 */
export async function findIncidents(deps: ExecuteDeps): Promise<number> {
  let found = 0;
  for (const payment of await listWatched(deps.db)) {
    const movements = await deps.mover.movements(payment);
    await markLookedUp(deps.db, payment.id);
    for (const { paymentId: providerPaymentId, amountCents } of movements ?? []) {
      if (providerPaymentId === payment.providerPaymentId) continue;
      const { id, purpose, fromAccountId } = payment;
      const incident = { paymentId: id, purpose, fromAccountId, providerPaymentId, amountCents };
      if (await inTransaction(deps.db, (tx) => record(tx, deps, incident))) found += 1;
    }
  }
  return found;
}

/** Only payments that have ended: an open one adopts the movement that it finds. */
async function listWatched(db: Database): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment')
    .select(PAYMENT_COLUMNS)
    .where('watched_until', '>', sql<Temporal.Instant>`clock_timestamp()`)
    .where('status', 'in', [sql.lit('succeeded' as const), sql.lit('failed' as const)])
    .where(
      sql<boolean>`(
        looked_at is null
        or looked_at < clock_timestamp() - greatest(interval '2 seconds', (clock_timestamp() - last_sent_at) / 20)
      )`,
    )
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .limit(MAX_LOOK_UPS)
    .execute();
  return rows.map(toPayment);
}

async function markLookedUp(db: Database, id: string): Promise<void> {
  await sql`update payment set looked_at = clock_timestamp() where id = ${id}`.execute(db);
}

async function record(tx: Tx, deps: Pick<ExecuteDeps, 'clock' | 'log' | 'onIncident'>, incident: Incident): Promise<boolean> {
  const { paymentId, providerPaymentId, amountCents } = incident;
  const row = await tx
    .insertInto('payment_incident')
    .values({
      id: newId(),
      payment_id: paymentId,
      provider_payment_id: providerPaymentId,
      amount_cents: amountCents,
      found_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'provider_payment_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  deps.log.error({ paymentId: paymentId, providerPaymentId, amountCents }, 'a payment moved money twice');
  await deps.onIncident(tx, incident);
  return true;
}

/** An incident with its payment; amount in cents. */
export type IncidentRow = Awaited<ReturnType<typeof listIncidents>>[number];

/** Newest first, after the key `after`; one row more than `limit` when there is a next page. */
export async function listIncidents(
  db: Database | Tx,
  {
    isOpen,
    limit,
    after,
    ...period
  }: Period & { isOpen?: boolean; limit: number; after?: { at: Temporal.Instant; id: string } | undefined },
) {
  let query = selectIncidents(db).where(inPeriod('incident.found_at', period));
  if (isOpen !== undefined) query = query.where('incident.resolved_at', isOpen ? 'is' : 'is not', null);
  if (after) query = query.where(sql<boolean>`(incident.found_at, incident.id) < (${after.at}, ${after.id})`);
  return query
    .orderBy('incident.found_at', 'desc')
    .orderBy('incident.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findIncident(db: Database | Tx, id: string): Promise<IncidentRow | undefined> {
  return selectIncidents(db).where('incident.id', '=', id).executeTakeFirst();
}

/** The incidents of one payment, in the order in which they were found. */
export async function listIncidentsOf(db: Database, paymentId: string): Promise<IncidentRow[]> {
  return selectIncidents(db).where('incident.payment_id', '=', paymentId).orderBy('incident.found_at').execute();
}

/** Marks the incident as resolved; false when it is unknown or was resolved before. */
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
    .innerJoin('payment', 'payment.id', 'incident.payment_id')
    .select([
      'incident.id',
      'incident.payment_id as paymentId',
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

/** Incidents that nobody has resolved. */
export async function countIncidents(db: Database): Promise<number> {
  const row = await db
    .selectFrom('payment_incident')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
