// SQL of movements at the provider that the books do not know: which those are, and their history.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import { investorsAmong, type UnknownMovement } from './rules.ts';

/** A movement with its history; cents. */
export type MovementRow = Awaited<ReturnType<typeof findMovements>>[number];

/** What identifies a movement: the provider numbers each kind by itself. `paymentId`: our payment that it refers to, null for none. */
type Key = Pick<UnknownMovement, 'kind' | 'providerId'> & { paymentId: string | null };

/**
 * Positions (from 0) of the movements that nothing in the books stands for: no booked money-in, no charge-back, no payment that succeeded
 * by it, and no open payment that it refers to, which its worker settles.
 */
export async function findUnbooked(db: Database, movements: readonly Key[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select seen.position - 1 as position
    from unnest(
      ${movements.map(({ kind }) => kind)}::text[],
      ${movements.map(({ providerId }) => providerId)}::bigint[],
      ${movements.map(({ paymentId }) => paymentId)}::uuid[]
    )
    with ordinality as seen (kind, provider_id, payment_id, position)
    where not exists (
        select
        from payment
        where id = seen.payment_id
          and status in ('created', 'sent')
      )
      and not exists (
        select
        from payment
        where kind = case seen.kind when 'transfer' then 'transfer' when 'money-out' then 'payOut' end
          and provider_payment_id = seen.provider_id
          and status in ('sent', 'succeeded')
      )
      and not case seen.kind
        when 'money-in' then
          exists (select from wallet_transaction where provider_money_in_id = seen.provider_id)
          or exists (select from platform_money_in where provider_money_in_id = seen.provider_id)
          or exists (select from direct_debit where provider_debit_id = seen.provider_id)
        when 'money-out' then exists (select from charge_back where provider_payout_id = seen.provider_id)
        else exists (select from wallet_transaction where provider_transfer_id = seen.provider_id)
      end
    order by 1`.execute(db);
  return rows.map(({ position }) => position);
}

/** When the open difference of each account was first found; accounts without one are left out. */
export async function findOpenedAt(db: Database, accountIds: readonly string[]): Promise<Map<string, Temporal.Instant>> {
  const rows = await db
    .selectFrom('reconciliation_difference')
    .select((row) => ['account_id as accountId', row.fn.min('opened_at').as('openedAt')])
    .where('closed_at', 'is', null)
    .where('account_id', '=', (any) => any.fn.any(any.val([...accountIds])))
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ accountId, openedAt }) => [accountId, openedAt]));
}

/** Writes what a comparison found at `at`: a movement that is known already is open (again), unless a later comparison has written it. */
export async function writeMovements(tx: Tx, found: readonly UnknownMovement[], at: Temporal.Instant): Promise<void> {
  // In a fixed order, so that two concurrent runs cannot deadlock.
  const ordered = found.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.providerId - b.providerId);
  await sql`
    insert into unknown_movement (
      id,
      kind,
      provider_id,
      from_account_id,
      to_account_id,
      amount_cents,
      reference,
      moved_at,
      opened_at,
      last_seen_at
    )
    select
      seen.id,
      seen.kind,
      seen.provider_id,
      seen.from_account_id,
      seen.to_account_id,
      seen.amount_cents,
      seen.reference,
      seen.moved_at,
      ${at}::timestamptz,
      ${at}::timestamptz
    from unnest(
      ${ordered.map(() => newId())}::uuid[],
      ${ordered.map(({ kind }) => kind)}::text[],
      ${ordered.map(({ providerId }) => providerId)}::bigint[],
      ${ordered.map(({ fromAccountId }) => fromAccountId)}::text[],
      ${ordered.map(({ toAccountId }) => toAccountId)}::text[],
      ${ordered.map(({ amountCents }) => amountCents)}::bigint[],
      ${ordered.map(({ reference }) => reference)}::text[],
      ${ordered.map(({ movedAt }) => movedAt)}::timestamptz[]
    )
    with ordinality as seen (
      id, kind, provider_id, from_account_id, to_account_id, amount_cents, reference, moved_at, position
    )
    order by seen.position
    on conflict (kind, provider_id)
    do update set
      last_seen_at = excluded.last_seen_at,
      closed_at = null
    where unknown_movement.last_seen_at <= excluded.last_seen_at`.execute(tx);
}

/** Closes open rows that were not found at `at`; to be called after {@link writeMovements} of that moment. */
export async function closeUnseenMovements(tx: Tx, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('unknown_movement')
    .set({ closed_at: at })
    .where('closed_at', 'is', null)
    .where('last_seen_at', '<', at)
    .execute();
}

/** The latest movement first, one more than `limit` when there are more. */
export async function findMovements(
  db: Database,
  filters: { isOpen?: boolean; accountId?: string },
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = db
    .selectFrom('unknown_movement')
    .select([
      'id',
      'kind',
      'provider_id as providerId',
      'from_account_id as fromAccountId',
      'to_account_id as toAccountId',
      'amount_cents as amountCents',
      'reference',
      'moved_at as movedAt',
      'opened_at as openedAt',
      'last_seen_at as lastSeenAt',
      'closed_at as closedAt',
    ]);
  if (filters.isOpen !== undefined) query = query.where('closed_at', filters.isOpen ? 'is' : 'is not', null);
  const { accountId } = filters;
  if (accountId !== undefined)
    query = query.where((row) => row.or([row('from_account_id', '=', accountId), row('to_account_id', '=', accountId)]));
  if (page.after) query = query.where(sql<boolean>`(moved_at, id) < (${page.after.at}, ${page.after.id})`);
  return query
    .orderBy('moved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Whose wallets these are, by account; those of nobody here are left out. */
export async function findHolders(db: Database | Tx, asked: readonly (string | null)[]) {
  const accountIds = asked.filter((id) => id !== null);
  const customerIds = investorsAmong(accountIds);
  const { rows } = await sql<{ accountId: string | null; customerId: CustomerId | null; spvId: SpvId | null; name: string }>`
    select
      spv.provider_external_id as "accountId",
      null::uuid as "customerId",
      spv.id as "spvId",
      spv.name
    from spv
    where spv.provider_external_id = any (${accountIds}::text[])
    union all
    select
      customer.id::text,
      customer.id,
      null::uuid,
      coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email)
    from customer
    join auth_user person on person.id = customer.user_id
    where customer.id = any (${customerIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ accountId, ...holder }) => [accountId, holder]));
}
