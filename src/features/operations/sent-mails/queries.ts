// All SQL of the sent mails.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { MailOutcome } from './schemas.ts';

/** Writes the outcome of an attempt; another attempt of the same mail replaces it, but what was sent stays sent. */
export async function writeSentMail(
  tx: Tx,
  mail: {
    id: string;
    customerId: CustomerId;
    template: string;
    subject: string;
    outcome: MailOutcome;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { id, customerId, template, subject, outcome, at } = mail;
  await tx
    .insertInto('sent_mail')
    .values({ id, customer_id: customerId, template, subject, outcome, created_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ outcome, created_at: at }).where('sent_mail.outcome', '=', 'failed'),
    )
    .execute();
}

/** Newest first, one more than `limit` when there are more; `from` is included, `to` is not. */
export async function findSentMails(
  db: Database,
  customerId: CustomerId,
  query: {
    limit: number;
    after: CursorKey | undefined;
    outcome?: MailOutcome;
    from: Temporal.Instant | undefined;
    to: Temporal.Instant | undefined;
  },
) {
  let mails = db
    .selectFrom('sent_mail')
    .select(['id', 'template', 'subject', 'outcome', 'created_at as at'])
    .where('customer_id', '=', customerId);
  if (query.outcome !== undefined) mails = mails.where('outcome', '=', query.outcome);
  if (query.from !== undefined) mails = mails.where('created_at', '>=', query.from);
  if (query.to !== undefined) mails = mails.where('created_at', '<', query.to);
  if (query.after) mails = mails.where(sql<boolean>`(created_at, id) < (${query.after.at}, ${query.after.id})`);
  return mails
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
}
