// SQL of the erasure: what holds an account open, the rows of closed accounts, and the statements that the columns' periods lead to.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { ErasureState, ErasureStep, Hold } from './rules.ts';

/** What holds the account open at this moment, in no order. */
export async function listHolds(db: Database | Tx, customerId: CustomerId, at: Temporal.Instant): Promise<Hold[]> {
  const found = [
    ...(await findBelongings(db, customerId)),
    ...(await findPayments(db, customerId)),
    ...(await findLooksInto(db, customerId, at)),
  ];
  return found.map(({ hold }) => hold);
}

type Found = { hold: Hold };

/** Money, bricks and what is owed to them. */
async function findBelongings(db: Database | Tx, customerId: CustomerId): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'money-in-wallet' as hold
    where exists (select from ledger_account where owner_id = ${customerId}::uuid and balance_cents <> 0)
    union all
    select 'bricks-held'
    where exists (
      select
      from brick_holding
        join property on property.id = brick_holding.property_id
      where brick_holding.customer_id = ${customerId}::uuid
        and brick_holding.brick_count > 0
        and property.solde_de_tout_compte_done_at is null
        and (property.resale_completed_at is null or property.resale_sale_type is distinct from 'total')
    )
    union all
    select 'payout-due'
    where exists (
      select from payout_line where customer_id = ${customerId}::uuid and status in ('waiting', 'failed', 'blocked')
    )
    union all
    select 'gift-card-open'
    where exists (
      select
      from gift_card
      where (buyer_customer_id = ${customerId}::uuid or redeemer_customer_id = ${customerId}::uuid)
        and status in ('waiting_payment', 'active', 'redeeming', 'refunding', 'refund_failed')
    )
    union all
    select 'reward-due'
    where exists (
      select
      from referral_reward
        join customer on customer.id = referral_reward.referrer_customer_id
      where referral_reward.referrer_customer_id = ${customerId}::uuid
        -- What comes later stays with the platform.
        and customer.closed_at is null
        and (
          (amount_cents > blocked_cents and free_payout_id is null)
          or (invoice_id is not null and unblocked_payout_id is null)
        )
    )`.execute(db);
  return rows;
}

/** What is on its way, from or to them. */
async function findPayments(db: Database | Tx, customerId: CustomerId): Promise<Found[]> {
  const account = customerId as string;
  const { rows } = await sql<Found>`
    select 'payment-under-way' as hold
    where exists (select from wallet_transaction where customer_id = ${customerId}::uuid and status = 'WAITING')
      or exists (
        select
        from purchase
          join wallet_transaction refund on refund.id = purchase.refund_transaction_id
        where purchase.customer_id = ${customerId}::uuid and refund.status <> 'CONFIRMED'
      )
      or exists (
        select
        from market_deal
        where buyer_id = ${customerId}::uuid and commission_status in ('waiting', 'refused')
      )
      or exists (
        select
        from payment
        where (from_account_id = ${account} or to_account_id = ${account})
          and (status in ('created', 'sent') or decision_since is not null)
      )
      or exists (
        select
        from payment_incident incident
          join payment on payment.id = incident.payment_id
        where incident.resolved_at is null and (payment.from_account_id = ${account} or payment.to_account_id = ${account})
      )`.execute(db);
  return rows;
}

/** What is being looked into, an address to which the account may return, and accounts that are never closed. */
async function findLooksInto(db: Database | Tx, customerId: CustomerId, at: Temporal.Instant): Promise<Found[]> {
  const account = customerId as string;
  const { rows } = await sql<Found>`
    select 'charge-back-open' as hold
    where exists (
      select from charge_back where customer_id = ${customerId}::uuid and (freeze_state = 'open' or booking_state = 'open')
    )
    union all
    select 'difference-open'
    where exists (select from reconciliation_difference where account_id = ${account} and closed_at is null)
      or exists (
        select
        from unknown_movement
        where closed_at is null and (from_account_id = ${account} or to_account_id = ${account})
      )
    union all
    select 'tax-request-open'
    where exists (select from tax_rate_request where customer_id = ${customerId}::uuid and status = 'waiting')
    union all
    select 'complaint-open'
    where exists (select from complaint where customer_id = ${customerId}::uuid and status = 'open')
    union all
    select held.hold
    from customer
      join auth_user on auth_user.id = customer.user_id
      cross join lateral (
        values
          ('account-frozen', customer.frozen_at is not null or customer.provider_blocked),
          (
            'identity-check-open',
            customer.kyc_status = 'waitingForVerifier'
              or exists (select from profile_correction where customer_id = customer.id and status = 'pending')
          ),
          (
            'address-change-open',
            exists (
              select
              from credential_change
              where user_id = customer.user_id and undo_state = 'open' and undo_until > ${at}::timestamptz
            )
          ),
          ('company-account', customer.is_company_account),
          ('administrator', auth_user.role = 'admin')
      ) as held (hold, holds)
    where customer.id = ${customerId}::uuid and held.holds`.execute(db);
  return rows;
}

/** The year of Paris in which the investor's money last moved; null: never. */
export async function findLastMovementYear(db: Database | Tx, customerId: CustomerId): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from max(event_at) at time zone 'Europe/Paris')::integer as year
    from wallet_transaction
    where customer_id = ${customerId}::uuid`.execute(db);
  return rows[0]?.year ?? null;
}

/** Locks the plan, if there is one, before its investor, as a wave does. */
export async function lockPlan(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.selectFrom('investment_plan').select('customer_id').where('customer_id', '=', customerId).forUpdate().execute();
}

/** An account and those that it gave up and may take back. */
export async function listAddresses(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select email as address from auth_user where id = ${userId}::uuid
    union
    select former_email from credential_change where user_id = ${userId}::uuid and undo_state = 'open'`.execute(tx);
  return rows.map(({ address }) => address);
}

export type Erasure = { customerId: CustomerId; state: ErasureState; nextAt: Temporal.Instant | null };

const COLUMNS_OF_ERASURE = ['customer_id as customerId', 'state', 'next_at as nextAt'] as const;

export async function findErasure(db: Database | Tx, customerId: CustomerId): Promise<Erasure | undefined> {
  return db.selectFrom('erasure').select(COLUMNS_OF_ERASURE).where('customer_id', '=', customerId).executeTakeFirst();
}

export async function insertErasure(
  tx: Tx,
  erasure: { customerId: CustomerId; closedBy: string | null; nextAt: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('erasure')
    .values({ customer_id: erasure.customerId, closed_by: erasure.closedBy, next_at: erasure.nextAt })
    .execute();
}

/** Closed accounts that are to be looked at by now, those that wait longest first. */
export async function listDue(db: Database, now: Temporal.Instant, limit: number): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('erasure')
    .select('customer_id as customerId')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows.map(({ customerId }) => customerId);
}

/** Writes how far it is. Throws unless it was at `from`: the caller holds the investor's lock. */
export async function moveErasure(
  tx: Tx,
  customerId: CustomerId,
  move: { from: ErasureState; to: ErasureState; nextAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({ state: move.to, next_at: move.nextAt })
    .where('customer_id', '=', customerId)
    .where('state', '=', move.from)
    .returning('customer_id')
    .executeTakeFirstOrThrow();
}

/** It is looked at again then. */
export async function putOff(tx: Tx, customerId: CustomerId, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({ next_at: until })
    .where('customer_id', '=', customerId)
    .where('next_at', 'is not', null)
    .execute();
}

/** Marks the closed accounts that have money, as Today cannot look into each of them, and takes the mark from those that have none. */
export async function markMoney(tx: Tx, now: Temporal.Instant): Promise<void> {
  await sql`
    with looked as (
      select
        erasure.customer_id,
        exists (
          select from ledger_account where owner_id = erasure.customer_id and balance_cents <> 0
        ) as holds
      from erasure
    )
    update erasure
    set money_since = case when looked.holds then ${now}::timestamptz end
    from looked
    where erasure.customer_id = looked.customer_id
      and looked.holds = (erasure.money_since is null)`.execute(tx);
}

/** What an erased column has where it cannot be null, or must stay unique. */
export const BLANKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'auth_user.email': sql`id || '@erased.invalid'`,
  'auth_user.emailVerified': sql`false`,
  'auth_user.name': sql`''`,
  'bank_account.holder': sql`''`,
  'bank_account.iban_ciphertext': sql`''`,
  'bank_account.iban_digest': sql`sha256(uuid_send(id))`,
  'bank_account.iban_end': sql`'----'`,
  'customer.can_see_royalty': sql`false`,
  'customer.referral_code': sql`id`,
  'gift_card.block_reason': sql`case when block_reason is not null then '' end`,
  'gift_card.recipient_email': sql`'nobody@erased.invalid'`,
  'invoice.billed_to': sql`'{"name": "", "address": []}'::jsonb`,
  'payout_line.paid_outside_comment': sql`case when paid_outside_comment is not null then '' end`,
  'referral_invoice.storage_key': sql`'erased/' || id`,
  'trade_paper.party': sql`'{"name": "", "address": [], "country": ""}'::jsonb`,
};

/** Erases one step for the person with this id, whose account is closed. */
export async function erase(tx: Tx, { table, link, does }: ErasureStep, id: string): Promise<void> {
  if (does === 'remove') await sql`delete from ${sql.table(table)} where ${sql.ref(link)} = ${id}::uuid`.execute(tx);
  else {
    const blanks = does.map((column) => sql`${sql.ref(column)} = ${BLANKS[`${table}.${column}`] ?? sql`null`}`);
    await sql`update ${sql.table(table)} set ${sql.join(blanks)} where ${sql.ref(link)} = ${id}::uuid`.execute(tx);
  }
}

/** How many rows a step is about. */
export async function countRows(db: Database, { table, link }: ErasureStep, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(link)} = ${id}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The files of the rows of a step, in the storage. */
export async function listFiles(tx: Tx, { table, link }: ErasureStep, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key
    from ${sql.table(table)}
    where ${sql.ref(link)} = ${id}::uuid and storage_key is not null`.execute(tx);
  return rows.map(({ key }) => key);
}
