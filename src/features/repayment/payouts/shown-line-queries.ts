// SQL of payout lines as they are shown: with the names of their project and holder.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The line with this id as it is shown; cents. Throws when there is none. */
export async function readLine(tx: Tx, id: string) {
  return selectLines(tx)
    .where('line.id', '=', id)
    .executeTakeFirstOrThrow(() => new Error(`there is no payout ${id}`));
}

/** Refused lines of the runs of a Paris month, ordered by run; at most `limit`. */
export async function listRefusedLines(db: Database, month: { first: Temporal.PlainDate; limit: number }) {
  return selectLines(db)
    .where('line.status', 'in', [sql.lit('failed' as const), sql.lit('blocked' as const)])
    .where('run.run_date', '>=', month.first)
    .where('run.run_date', '<', month.first.add({ months: 1 }))
    .orderBy('run.run_date')
    .orderBy('run.id')
    .orderBy('line.id')
    .limit(month.limit)
    .execute();
}

function selectLines(db: Database | Tx) {
  return db
    .selectFrom('payout_line as line')
    .innerJoin('payout_run as run', 'run.id', 'line.run_id')
    .innerJoin('property', 'property.id', 'run.property_id')
    .innerJoin('customer', 'customer.id', 'line.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      // Before the profile is saved, the name of the account.
      sql<string>`coalesce(customer.first_name || ' ' || customer.last_name, auth_user.name)`.as('holderName'),
      'line.id',
      'line.run_id as runId',
      'run.kind',
      'run.property_id as propertyId',
      'property.name as propertyName',
      'line.customer_id as customerId',
      'line.status',
      'line.gross_cents as grossCents',
      'line.tax_cents as taxCents',
      'line.failure',
      'line.paid_outside_comment as comment',
      'line.settled_at as settledAt',
    ]);
}

/** When the run was written; undefined when there is none. */
export async function findRunMoment(db: Database, runId: string): Promise<Temporal.Instant | undefined> {
  const row = await db.selectFrom('payout_run').select('created_at as at').where('id', '=', runId).executeTakeFirst();
  return row?.at;
}

/** Lines of a run by holder, one more than `limit` when there are more; `after`: the last holder of the page before. */
export async function findLinesPage(
  db: Database,
  runId: string,
  page: { limit: number; after: string | undefined; status?: LineStatus },
) {
  let query = selectLines(db).where('line.run_id', '=', runId);
  if (page.status !== undefined) query = query.where('line.status', '=', page.status);
  if (page.after !== undefined) query = query.where(sql<boolean>`line.customer_id > ${page.after}::uuid`);
  return query
    .orderBy('line.customer_id')
    .limit(page.limit + 1)
    .execute();
}

type LineStatus = 'waiting' | 'paid' | 'failed' | 'blocked' | 'paidOutside';
