// SQL of the payout of referral rewards: what is due, the payouts, and which properties are paid out. A reward has two parts: the
// free one below the yearly cap, and the blocked one, which is due once an invoice has unblocked it.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The parts of a reward that are due and belong to no payout. */
const DUE_CENTS = sql<Cents>`(
  case when reward.free_payout_id is null then reward.amount_cents - reward.blocked_cents else 0 end
  + case
    when reward.unblocked_payout_id is null and reward.invoice_id is not null then reward.blocked_cents
    else 0
  end)`;
/** True when a part is due; the condition of the partial index referral_reward_payable. */
const IS_DUE = sql<boolean>`(
  (reward.free_payout_id is null and reward.blocked_cents < reward.amount_cents)
  or (reward.unblocked_payout_id is null and reward.invoice_id is not null))`;
/** False when a payout of the same referrer and property was refused and waits for an administrator (A-payments-5). */
const NOTHING_UNDECIDED = sql<boolean>`not exists (
  select
  from referral_payout refused
  join payment undecided on undecided.subject_id = refused.id
  where refused.property_id = reward.property_id
    and refused.referrer_customer_id = reward.referrer_customer_id
    and undecided.decision_since is not null
)`;
/** The parts that are not blocked and not paid, whether or not they belong to a payout. */
const UNPAID_CENTS = sql<Cents>`(
  case when free_paid.status = 'CONFIRMED' then 0 else reward.amount_cents - reward.blocked_cents end
  + case when reward.invoice_id is null or unblocked_paid.status = 'CONFIRMED' then 0 else reward.blocked_cents end)`;
/** What a referrer is due whose account is closed stays with the platform (onboarding.md#closing). */
const OF_OPEN_ACCOUNT = sql`join customer referrer on referrer.id = reward.referrer_customer_id and referrer.closed_at is null`;
/** The tables of UNPAID_CENTS. */
const WITH_PAYOUTS = sql`referral_reward reward
    ${OF_OPEN_ACCOUNT}
    left join referral_payout free on free.id = reward.free_payout_id
    left join wallet_transaction free_paid on free_paid.id = free.wallet_transaction_id
    left join referral_payout unblocked on unblocked.id = reward.unblocked_payout_id
    left join wallet_transaction unblocked_paid on unblocked_paid.id = unblocked.wallet_transaction_id`;

/** What one referrer is due for one property, in cents. */
export type DuePayout = { propertyId: PropertyId; referrerId: CustomerId; cents: Cents };

/**
 * Due payouts of properties in these financial statuses that wait for no decision, ordered by property and referrer, beginning after the
 * given one.
 */
export async function listDuePayouts(
  db: Database,
  page: { statuses: readonly string[]; after: DuePayout | undefined; limit: number },
): Promise<DuePayout[]> {
  const { statuses, after, limit } = page;
  const next = after
    ? sql`and (reward.property_id, reward.referrer_customer_id)
        > (${after.propertyId}::uuid, ${after.referrerId}::uuid)`
    : sql``;
  const { rows } = await sql<DuePayout>`
    select reward.property_id as "propertyId",
      reward.referrer_customer_id as "referrerId",
      sum(${DUE_CENTS})::bigint as cents
    from referral_reward reward
    join property on property.id = reward.property_id
    ${OF_OPEN_ACCOUNT}
    where ${IS_DUE}
      and ${NOTHING_UNDECIDED}
      and property.financial_status = any (${[...statuses]}::text[])
      ${next}
    group by reward.property_id, reward.referrer_customer_id
    order by 1, 2
    limit ${limit}::integer`.execute(db);
  return rows;
}

/** The rewards of a due payout, locked, with the property's name; none while it waits for a decision, or of a closed account. */
export async function lockDueRewards(tx: Tx, due: { propertyId: PropertyId; referrerId: CustomerId }) {
  const { rows } = await sql<{ id: string; cents: Cents; propertyName: string }>`
    select reward.id, ${DUE_CENTS}::bigint as cents, property.name as "propertyName"
    from referral_reward reward
    join property on property.id = reward.property_id
    ${OF_OPEN_ACCOUNT}
    where reward.property_id = ${due.propertyId}::uuid
      and reward.referrer_customer_id = ${due.referrerId}::uuid
      and ${IS_DUE}
      and ${NOTHING_UNDECIDED}
    order by reward.id
    for update of reward`.execute(tx);
  return rows;
}

/** A payout with its transaction; its amount in cents. */
export type NewPayout = {
  id: string;
  propertyId: PropertyId;
  referrerId: CustomerId;
  amountCents: Cents;
  transactionId: string;
  at: Temporal.Instant;
};

/** Writes the payout and links every due part of these rewards, which the caller has locked, to it. */
export async function insertPayout(tx: Tx, payout: NewPayout, rewardIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('referral_payout')
    .values({
      id: payout.id,
      property_id: payout.propertyId,
      referrer_customer_id: payout.referrerId,
      amount_cents: payout.amountCents,
      wallet_transaction_id: payout.transactionId,
      created_at: payout.at,
    })
    .execute();
  await sql`
    update referral_reward reward
    set free_payout_id = case
        when free_payout_id is null and blocked_cents < amount_cents then ${payout.id}::uuid
        else free_payout_id
      end,
      unblocked_payout_id = case
        when unblocked_payout_id is null and invoice_id is not null then ${payout.id}::uuid
        else unblocked_payout_id
      end
    where id = any (${[...rewardIds]}::uuid[])`.execute(tx);
}

/** A payout with the data of its mail. */
export async function findPayout(tx: Tx, payoutId: string) {
  return tx
    .selectFrom('referral_payout as payout')
    .innerJoin('property', 'property.id', 'payout.property_id')
    .innerJoin('customer', 'customer.id', 'payout.referrer_customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .where('payout.id', '=', payoutId)
    .select([
      'payout.id',
      'payout.property_id as propertyId',
      'payout.referrer_customer_id as referrerId',
      'payout.amount_cents as amountCents',
      'property.name as propertyName',
      'customer.first_name as firstName',
      'auth_user.email',
    ])
    .executeTakeFirstOrThrow();
}

/** How many payouts of this referrer and property the provider has refused in a row, the newest included. */
export async function countRefusedPayouts(tx: Tx, of: { propertyId: PropertyId; referrerId: CustomerId }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from referral_payout payout
    join payment refused on refused.subject_id = payout.id
    where payout.property_id = ${of.propertyId}::uuid
      and payout.referrer_customer_id = ${of.referrerId}::uuid
      and refused.status = 'failed'
      and not exists (
        select
        from referral_payout later
        join payment paid on paid.subject_id = later.id
        where later.property_id = payout.property_id
          and later.referrer_customer_id = payout.referrer_customer_id
          and later.created_at > payout.created_at
          and paid.status = 'succeeded'
      )`.execute(tx);
  const [refused] = rows;
  if (!refused) throw new Error('a count without a row');
  return refused.count;
}

/** Unlinks the parts from a failed payout: the next run pays them with another one. */
export async function releaseParts(tx: Tx, payoutId: string): Promise<void> {
  await tx.updateTable('referral_reward').set({ free_payout_id: null }).where('free_payout_id', '=', payoutId).execute();
  await tx
    .updateTable('referral_reward')
    .set({ unblocked_payout_id: null })
    .where('unblocked_payout_id', '=', payoutId)
    .execute();
}

/** Cents of a property's rewards that are neither blocked nor paid. */
export async function sumUnpaid(db: Database, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(${UNPAID_CENTS}), 0)::bigint as cents
    from ${WITH_PAYOUTS}
    where reward.property_id = ${propertyId}::uuid`.execute(db);
  const [sum] = rows;
  if (!sum) throw new Error('the sum of unpaid rewards came without a row');
  return sum.cents;
}

/**
 * Properties in these financial statuses that are not marked as paid and have no unpaid reward that is not blocked, also those
 * without any reward; limited to `propertyIds` if given. Exact for those that the caller has locked.
 */
export async function listPaidOut(
  tx: Tx,
  of: { statuses: readonly string[]; propertyIds?: readonly PropertyId[] },
): Promise<PropertyId[]> {
  const amongGiven = of.propertyIds === undefined ? sql`` : sql`and property.id = any (${[...of.propertyIds]}::uuid[])`;
  const { rows } = await sql<{ id: PropertyId }>`
    select property.id
    from property
    where referral_paid_at is null
      and financial_status = any (${[...of.statuses]}::text[])
      ${amongGiven}
      and not exists (
        select
        from ${WITH_PAYOUTS}
        where reward.property_id = property.id and ${UNPAID_CENTS} > 0
      )`.execute(tx);
  return rows.map((row) => row.id);
}
