// All SQL of the audit log, with the names of what was acted on, and of the sent mails; core/audit.ts writes the log.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import type { PaymentPurpose, PaymentStatus } from '../../../money/payments/index.ts';
import type { MailOutcome } from './schemas.ts';

/** Filters, all optional. */
export type AdminActionFilters = Period & {
  kind?: string;
  administratorId?: string;
  email?: string;
  targetId?: string;
};

/** A row of the log, and what its target is called by now; all of that is null where the target is gone. */
export type AdminActionRow = {
  id: string;
  kind: string;
  administratorId: string;
  administratorEmail: string;
  targetType: string | null;
  targetId: string | null;
  payload: unknown;
  createdAt: Temporal.Instant;
  isFound: boolean | null;
  name: string | null;
  propertyId: PropertyId | null;
  customerId: CustomerId | null;
  period: string | null;
  amountCents: Cents | null;
  purpose: PaymentPurpose | null;
  paymentId: string | null;
  paymentStatus: PaymentStatus | null;
};

/** Audit rows newest first, one more than `limit` when there are more. */
export async function findAdminActions(
  db: Database,
  filters: AdminActionFilters,
  page: { limit: number; after: CursorKey | undefined },
): Promise<AdminActionRow[]> {
  const { kind, administratorId, email, targetId } = filters;
  const conditions: RawBuilder<unknown>[] = [inPeriod('action.created_at', filters)];
  if (kind !== undefined) conditions.push(sql`action.kind = ${kind}`);
  if (administratorId !== undefined) conditions.push(sql`action.administrator_id = ${administratorId}::uuid`);
  if (email !== undefined) conditions.push(sql`lower(action.administrator_email) = ${email.toLowerCase()}`);
  if (targetId !== undefined) conditions.push(sql`action.target_id = ${targetId}`);
  if (page.after) conditions.push(sql`(action.created_at, action.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  // The page is cut first: only the targets of its rows are looked up, each by its primary key.
  const { rows } = await sql<AdminActionRow>`
    select
      action.id,
      action.kind,
      action.administrator_id as "administratorId",
      action.administrator_email as "administratorEmail",
      action.target_type as "targetType",
      action.target_id as "targetId",
      action.payload,
      action.created_at as "createdAt",
      target.is_found as "isFound",
      target.name,
      target.property_id as "propertyId",
      target.customer_id as "customerId",
      target.period,
      target.amount_cents as "amountCents",
      target.purpose,
      ordered.id as "paymentId",
      ordered.status as "paymentStatus"
    from (
      select action.*,
        -- Every target has such an id; the log itself asks for none.
        case
          when action.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then action.target_id::uuid
        end as target_uuid
      from admin_action action
      where ${sql.join(conditions, sql` and `)}
      order by action.created_at desc, action.id desc
      limit ${page.limit + 1}
    ) action
    left join lateral (${TARGETS}) target on true
    left join payment ordered on ordered.id = action.payment_id
    order by action.created_at desc, action.id desc`.execute(db);
  return rows;
}

/** The investor's name, or their address where they have not given it. */
const INVESTOR = sql`coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email)`;

/** What an audit row was about, whatever it is: one row at most, as each branch is of one type and looks up its primary key. */
const TARGETS = sql`
  select true as is_found, property.name, property.id as property_id, null::uuid as customer_id, null::text as period,
    null::bigint as amount_cents, null::text as purpose
  from property
  where action.target_type = 'property' and property.id = action.target_uuid
  union all
  select true, ${INVESTOR}, null, customer.id, null, null, null
  from customer
  join auth_user person on person.id = customer.user_id
  where action.target_type = 'customer' and customer.id = action.target_uuid
  union all
  select true, property.name, property.id, null, echeance.period, null, null
  from echeance
  join property on property.id = echeance.property_id
  where action.target_type = 'echeance' and echeance.id = action.target_uuid
  union all
  select true, coalesce(property.name, spv.name), property.id, null, to_char(payment.payment_date, 'YYYY-MM-DD'),
    payment.amount_cents, null
  from received_payment payment
  join spv on spv.id = payment.spv_id
  left join property on property.id = payment.property_id
  where action.target_type = 'payment' and payment.id = action.target_uuid
  union all
  select true, null, null, null, null, payment.amount_cents, payment.purpose
  from payment payment
  where action.target_type = 'payment' and payment.id = action.target_uuid
  union all
  select true, ${INVESTOR}, run.property_id, customer.id, to_char(run.run_date, 'YYYY-MM'), line.gross_cents - line.tax_cents, null
  from payout_line line
  join payout_run run on run.id = line.run_id
  join customer on customer.id = line.customer_id
  join auth_user person on person.id = customer.user_id
  where action.target_type = 'payout-line' and line.id = action.target_uuid
  union all
  select true, ${INVESTOR}, null, customer.id, request.year::text, null, null
  from tax_rate_request request
  join customer on customer.id = request.customer_id
  join auth_user person on person.id = customer.user_id
  where action.target_type = 'tax-rate-request' and request.id = action.target_uuid
  union all
  select true, ${INVESTOR}, null, customer.id, null, null, null
  from complaint
  join customer on customer.id = complaint.customer_id
  join auth_user person on person.id = customer.user_id
  where action.target_type = 'complaint' and complaint.id = action.target_uuid
  union all
  select true, card.recipient_email, null, card.buyer_customer_id, null, card.amount_cents, null
  from gift_card card
  where action.target_type = 'gift-card' and card.id = action.target_uuid
  union all
  select true, ${INVESTOR}, null, customer.id, invoice.year::text, invoice.amount_cents, null
  from referral_invoice invoice
  left join customer on customer.id = invoice.referrer_customer_id
  left join auth_user person on person.id = customer.user_id
  where action.target_type = 'referral-invoice' and invoice.id = action.target_uuid
  union all
  select true, null, null, null, remittance.period, remittance.amount_cents, null
  from tax_remittance remittance
  where action.target_type = 'tax-remittance' and remittance.id = action.target_uuid
  union all
  select true, spv.name, null, null, null, null, null
  from spv
  where action.target_type = 'spv' and spv.id = action.target_uuid
  union all
  select true, concat_ws(' ', owner.firstname, owner.lastname), null, null, null, null, null
  from project_owner owner
  where action.target_type = 'project-owner' and owner.id = action.target_uuid
  union all
  select true, presentation.name, null, null, null, null, null
  from project_owner_presentation presentation
  where action.target_type = 'project-owner-presentation' and presentation.id = action.target_uuid
  union all
  select true, request.name, request.property_id, null, null, null, null
  from project_financing_request request
  where action.target_type = 'project-financing-request' and request.id = action.target_uuid
  union all
  select true, administrator.name, null, null, null, null, null
  from auth_user administrator
  where action.target_type = 'administrator' and administrator.id = action.target_uuid
  union all
  select true, left(jsonb_path_query_first(news.content, '$.blocks[*].text') #>> '{}', 100), null, null, null, null, null
  from home_news news
  where action.target_type = 'home-news' and news.id = action.target_uuid
  union all
  select true, event.path, null, null, null, null, null
  from provider_event event
  where action.target_type = 'provider-event' and event.id = action.target_uuid
  union all
  select true, action.payload ->> 'queue', null, null, null, null, null
  where action.target_type = 'job'`;

/** Writes the outcome of an attempt; another attempt of the same mail replaces it, but what was sent stays sent. */
export async function writeSentMail(
  tx: Tx,
  mail: {
    id: string;
    customerId: CustomerId;
    template: string;
    subject: string;
    outcome: MailOutcome;
    isListed: boolean;
    path: string | null;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { id, customerId, template, subject, outcome, isListed, path, at } = mail;
  await tx
    .insertInto('sent_mail')
    .values({ id, customer_id: customerId, template, subject, outcome, is_listed: isListed, path, created_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ outcome, created_at: at }).where('sent_mail.outcome', '=', 'failed'),
    )
    .execute();
}

/** Newest first, one more than `limit` when there are more. */
export async function findSentMails(
  db: Database,
  customerId: CustomerId,
  query: Period & { limit: number; after: CursorKey | undefined; outcome?: MailOutcome },
) {
  let mails = db
    .selectFrom('sent_mail')
    .select(['id', 'template', 'subject', 'outcome', 'created_at as at'])
    .where('customer_id', '=', customerId)
    .where(inPeriod('created_at', query));
  if (query.outcome !== undefined) mails = mails.where('outcome', '=', query.outcome);
  if (query.after) mails = mails.where(sql<boolean>`(created_at, id) < (${query.after.at}, ${query.after.id})`);
  return mails
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
}
