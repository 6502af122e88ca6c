// SQL of movements at the provider that the books do not know: which those are, and their history.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import { investorsAmong, type UnknownMovement } from './rules.ts';

/** A movement with its history; cents. */
export type MovementRow = Awaited<ReturnType<typeof findMovements>>[number];

/** What identifies a movement: the provider numbers each kind by itself. `paymentId`: our payment that it refers to, null for none. */
type Key = Pick<UnknownMovement, 'kind' | 'providerId'> & { paymentId: string | null };

/**
 * Positions (from 0) of the movements that nothing in the books stands for: no booked money-in, no charge-back that is booked, no payment that succeeded
 * by it, no open payment that it refers to, which its worker settles, and no administrator's booking.
 */
export async function findUnbooked(db: Database | Tx, movements: readonly Key[]): Promise<number[]> {
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
      and not exists (
        select
        from unknown_movement
        where kind = seen.kind
          and provider_id = seen.provider_id
          and booked_at is not null
      )
      and not case seen.kind
        when 'money-in' then
          exists (select from wallet_transaction where provider_money_in_id = seen.provider_id)
          or exists (select from platform_money_in where provider_money_in_id = seen.provider_id)
          or exists (select from direct_debit where provider_debit_id = seen.provider_id)
        when 'money-out' then exists (
          select
          from charge_back
          where provider_payout_id = seen.provider_id
            -- Of an SPV that could not be read, nobody knows whether it will be booked: an administrator may.
            and (booking_state <> 'none' or (customer_id is not null and fetched_at is null))
        )
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
      is_executed,
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
      seen.is_executed,
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
      ${ordered.map(({ isExecuted }) => isExecuted)}::boolean[],
      ${ordered.map(({ movedAt }) => movedAt)}::timestamptz[]
    )
    with ordinality as seen (
      id, kind, provider_id, from_account_id, to_account_id, amount_cents, reference, is_executed, moved_at, position
    )
    order by seen.position
    on conflict (kind, provider_id)
    do update set
      last_seen_at = excluded.last_seen_at,
      is_executed = excluded.is_executed,
      closed_at = null
    where unknown_movement.last_seen_at <= excluded.last_seen_at
      -- Booked while the statements were read.
      and unknown_movement.booked_at is null`.execute(tx);
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

/**
 * The latest movement first, one more than `limit` when there are more. The provider dates by whole seconds: of one second, by its numbers.
 */
export async function findMovements(
  db: Database,
  filters: Period & { isOpen?: boolean; accountId?: string },
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = selectMovements(db).where(inPeriod('moved_at', filters));
  if (filters.isOpen !== undefined) query = query.where('closed_at', filters.isOpen ? 'is' : 'is not', null);
  const { accountId } = filters;
  if (accountId !== undefined)
    query = query.where((row) => row.or([row('from_account_id', '=', accountId), row('to_account_id', '=', accountId)]));
  if (page.after) {
    const { at, id } = page.after;
    // A movement is never deleted: its number is there.
    const providerId = sql`(select provider_id from unknown_movement where id = ${id}::uuid)`;
    query = query.where(sql<boolean>`(moved_at, provider_id, id) < (${at}, ${providerId}, ${id})`);
  }
  return query
    .orderBy('moved_at', 'desc')
    .orderBy('provider_id', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

function selectMovements(db: Database | Tx) {
  return db
    .selectFrom('unknown_movement')
    .select([
      'id',
      'kind',
      'provider_id as providerId',
      'from_account_id as fromAccountId',
      'to_account_id as toAccountId',
      'amount_cents as amountCents',
      'reference',
      'is_executed as isExecuted',
      'moved_at as movedAt',
      'opened_at as openedAt',
      'last_seen_at as lastSeenAt',
      'closed_at as closedAt',
      'booked_at as bookedAt',
      'booked_reason as bookedReason',
    ]);
}

export async function findMovement(tx: Tx, id: string): Promise<MovementRow | undefined> {
  return selectMovements(tx).where('id', '=', id).executeTakeFirst();
}

/** The movement, which is known to be there, locked until the end of the transaction. */
export async function lockMovement(tx: Tx, id: string): Promise<MovementRow> {
  return selectMovements(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Whether an administrator's booking of this pay-out stands. Waits for one under way, which holds the row; a later one looks at the
 * charge-backs first ({@link findUnbooked}).
 */
export async function isPayOutBooked(tx: Tx, payoutId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('unknown_movement')
    .select('booked_at as bookedAt')
    .where('kind', '=', 'money-out')
    .where('provider_id', '=', payoutId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.bookedAt !== null;
}

/** Of a movement locked by {@link lockMovement}: booked with its reason, or open again. */
export async function markMovement(tx: Tx, id: string, booked: { reason: string; at: Temporal.Instant } | null): Promise<void> {
  await tx
    .updateTable('unknown_movement')
    .set({
      // A comparison that ends later may have seen it later.
      closed_at: booked && sql<Temporal.Instant>`greatest(last_seen_at, ${booked.at}::timestamptz)`,
      booked_at: booked?.at ?? null,
      booked_reason: booked?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Who owns an account of the books; undefined: the platform. */
export type AccountOwner = { customerId: CustomerId } | { propertyId: PropertyId; spvId: SpvId } | undefined;

/** Writes what was posted under this id. */
export async function insertBookingLine(
  tx: Tx,
  line: { id: string; movementId: string; account: string; owner: AccountOwner; cents: Cents; at: Temporal.Instant },
): Promise<void> {
  const { id, movementId, account, owner, cents, at } = line;
  await tx
    .insertInto('movement_booking_line')
    .values({
      id,
      movement_id: movementId,
      ledger_account: account,
      customer_id: owner && 'customerId' in owner ? owner.customerId : null,
      property_id: owner && 'propertyId' in owner ? owner.propertyId : null,
      cents,
      created_at: at,
    })
    .execute();
}

/** What the booking of a movement has changed, and nobody has taken back: cents by account. */
export async function listBooked(tx: Tx, movementId: string) {
  return tx
    .selectFrom('movement_booking_line as line')
    .leftJoin('property', 'property.id', 'line.property_id')
    .select((row) => [
      'line.ledger_account as account',
      'line.customer_id as customerId',
      'line.property_id as propertyId',
      'property.spv_id as spvId',
      row.fn.sum<Cents>('line.cents').as('cents'),
    ])
    .where('line.movement_id', '=', movementId)
    .groupBy(['line.ledger_account', 'line.customer_id', 'line.property_id', 'property.spv_id'])
    .having((row) => row.fn.sum('line.cents'), '<>', 0)
    .execute();
}

/** The SPV of a project with its account at the provider; undefined where there is none. */
export async function findSpvOfProject(tx: Tx, propertyId: PropertyId) {
  return tx
    .selectFrom('property')
    .innerJoin('spv', 'spv.id', 'property.spv_id')
    .select(['spv.id as spvId', 'spv.provider_external_id as accountId'])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
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
