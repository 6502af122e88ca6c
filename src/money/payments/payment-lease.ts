// The lease of a payment: only the worker that holds it may call the provider. All times are the database's clock; those that one
// statement writes are equal.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Payment } from './payment.ts';

/** One lease: the number of the attempt tells it from later ones, so a worker that lost its lease can change nothing. */
type Lease = Pick<Payment, 'id' | 'attempts'>;

/** How long the reference of a payment that was sent more than once is watched for a second movement. */
const WATCH_DAYS = 10;

/**
 * Records that a call is about to be made, which tells its age if no answer comes, and renews the lease for it. A payment that is sent
 * again is watched for second movements. False when the lease is lost: then nothing may be sent.
 */
export async function markSending(db: Database, { id, attempts }: Lease, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update payment_order
    set
      first_sent_at = coalesce(first_sent_at, statement_timestamp()),
      last_sent_at = statement_timestamp(),
      send_count = send_count + 1,
      lease_until = statement_timestamp() + make_interval(secs => ${leaseSeconds}),
      watched_until = case when send_count > 0 then statement_timestamp() + make_interval(days => ${WATCH_DAYS}) end
    where id = ${id} and attempts = ${attempts} and status = 'sent'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Extends the lease while the call is under way; no effect once it was released or the next attempt has begun. */
export async function renewLease(db: Database, { id, attempts }: Lease, leaseSeconds: number): Promise<void> {
  await sql`
    update payment_order
    set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and attempts = ${attempts} and status = 'sent' and lease_until is not null`.execute(db);
}

/** True when the last call was made at least `seconds` ago, or none was: only then may the payment be sent again, or given up. */
export async function isResendDelayOver(db: Database, id: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select(sql<boolean>`coalesce(last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds}), true)`.as('isOver'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.isOver;
}

/** Ends the attempt without an outcome, unless the next attempt has begun; stores what was learnt in any case. */
export async function releaseLease(
  db: Database,
  { id, attempts }: Lease,
  learnt: { providerPaymentId?: number; refusal?: string } = {},
): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({
      lease_until: sql`case when attempts = ${attempts} then null else lease_until end`,
      ...(learnt.providerPaymentId === undefined ? {} : { provider_payment_id: learnt.providerPaymentId }),
      ...(learnt.refusal === undefined ? {} : { refusal: learnt.refusal }),
    })
    .where('id', '=', id)
    .execute();
}
