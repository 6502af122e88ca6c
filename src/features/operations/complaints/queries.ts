// All SQL of complaints.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import type { ComplaintState } from './rules.ts';
import type { NewComplaint } from './schemas.ts';

const COLUMNS = [
  'complaint.id',
  'complaint.customer_id as customerId',
  'complaint.subject',
  'complaint.message',
  'complaint.status',
  'complaint.answer',
  'complaint.created_at as createdAt',
  'complaint.answered_at as answeredAt',
] as const;

/** A complaint as stored. */
export type Complaint = NonNullable<Awaited<ReturnType<typeof insertOnce>>>;

/** Inserts it unless one with the same words waits. The caller holds the customer's lock. */
export async function insertOnce(
  tx: Tx,
  { customerId, sent, at }: { customerId: CustomerId; sent: NewComplaint; at: Temporal.Instant },
) {
  return tx
    .insertInto('complaint')
    .values({ id: newId(), customer_id: customerId, subject: sent.subject, message: sent.message, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** How many complaints of the investor wait. */
export async function countOpen(tx: Tx, customerId: CustomerId): Promise<number> {
  const { count } = await tx
    .selectFrom('complaint')
    .select(sql<number>`count(*)`.as('count'))
    .where('customer_id', '=', customerId)
    .where('status', '=', sql.lit('open' as const))
    .executeTakeFirstOrThrow();
  return count;
}

type PageOf = { after: CursorKey | undefined; limit: number };

/** Complaints of an investor, newest first. */
export async function findComplaintsOf(db: Database, customerId: CustomerId, { after, limit }: PageOf): Promise<Complaint[]> {
  let query = db.selectFrom('complaint').select(COLUMNS).where('customer_id', '=', customerId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The investor's name, or their address where they have not given it. */
const NAME = sql<string>`coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email)`;

function withPeople(db: Database | Tx) {
  return db
    .selectFrom('complaint')
    .innerJoin('customer', 'customer.id', 'complaint.customer_id')
    .innerJoin('auth_user as person', 'person.id', 'customer.user_id')
    .select([...COLUMNS, 'person.email', NAME.as('name')]);
}

/** With whose they are, newest first. */
export async function findComplaintsPage(
  db: Database,
  { status, customerId, ...period }: Period & { status?: ComplaintState; customerId?: CustomerId },
  { after, limit }: PageOf,
) {
  let query = withPeople(db).where(inPeriod('complaint.created_at', period));
  if (status) query = query.where('complaint.status', '=', status);
  if (customerId) query = query.where('complaint.customer_id', '=', customerId);
  if (after)
    query = query.where(sql<boolean>`(complaint.created_at, complaint.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('complaint.created_at', 'desc').orderBy('complaint.id', 'desc').limit(limit).execute();
}

/** One with whose it is. */
export async function findComplaint(db: Database | Tx, complaintId: string) {
  return withPeople(db).where('complaint.id', '=', complaintId).executeTakeFirst();
}

/** open -> answered; false in any other state. */
export async function markAnswered(
  tx: Tx,
  complaintId: string,
  { answer, at }: { answer: string; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('complaint')
    .set({ status: 'answered', answer, answered_at: at })
    .where('id', '=', complaintId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type WaitingComplaint = { id: string; customerId: CustomerId; about: string; since: Temporal.Instant; count: number };

/** Those that wait for an answer, the oldest first, with how many they are, 1 000 at most. */
export async function listOpenComplaints(db: Database, limit: RawBuilder<unknown>): Promise<WaitingComplaint[]> {
  const { rows } = await sql<WaitingComplaint>`
    select
      waiting.id,
      waiting.customer_id as "customerId",
      ${NAME} as about,
      waiting.created_at as since,
      count(*) over () as count
    from (
      select *
      from complaint
      where status = 'open'
      order by created_at
      limit 1000
    ) waiting
    join customer on customer.id = waiting.customer_id
    join auth_user person on person.id = customer.user_id
    order by waiting.created_at, waiting.id
    limit ${limit}`.execute(db);
  return rows;
}
