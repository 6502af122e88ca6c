// SQL of charge-backs: each with the state of its freeze and of its booking.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';

/** A charge-back is identified by the provider's pay-out and the notified account (an investor's id in lower case). */
export type ChargeBackKey = { payoutId: number; accountId: string };

/** Projects of an SPV, oldest first. */
export async function listProjectsOfSpv(db: Database, spvId: SpvId): Promise<{ id: PropertyId; name: string }[]> {
  return db
    .selectFrom('property')
    .select(['id', 'name'])
    .where('spv_id', '=', spvId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Writes a charge-back. True at its first delivery, and at the first one for which the provider could be read. */
export async function recordChargeBack(
  tx: Tx,
  { payoutId, accountId }: ChargeBackKey,
  seen: {
    customerId: CustomerId | null;
    fetchedAt: Temporal.Instant | null;
    freezeState: 'none' | 'open';
    bookingState: 'none' | 'open';
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const fetched = { fetched_at: seen.fetchedAt, freeze_state: seen.freezeState, booking_state: seen.bookingState };
  const row = await tx
    .insertInto('charge_back')
    .values({
      provider_payout_id: payoutId,
      account_id: accountId,
      customer_id: seen.customerId,
      first_seen_at: seen.at,
      ...fetched,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_payout_id', 'account_id'])
        .doUpdateSet(fetched)
        .where('charge_back.fetched_at', 'is', null)
        .where(sql<boolean>`excluded.fetched_at is not null`),
    )
    .returning('provider_payout_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Charge-backs whose freeze or booking is open, oldest first; `customerId` is null for an SPV's wallet. */
export async function listOpenChargeBacks(
  db: Database,
  limit: number,
): Promise<(ChargeBackKey & { customerId: CustomerId | null })[]> {
  return (
    db
      .selectFrom('charge_back')
      .select(['provider_payout_id as payoutId', 'account_id as accountId', 'customer_id as customerId'])
      // Without parameters, so that the partial index can be used.
      .where(sql<boolean>`(freeze_state = 'open' or booking_state = 'open')`)
      .orderBy('first_seen_at')
      .limit(limit)
      .execute()
  );
}

/** Newest first, one more than `limit` when there are more. */
export async function findChargeBacks(
  db: Database,
  { state, limit, after, ...period }: Period & { state?: 'open' | 'done'; limit: number; after: CursorKey | undefined },
) {
  let query = db
    .selectFrom('charge_back')
    .leftJoin('wallet_transaction', 'wallet_transaction.id', 'charge_back.wallet_transaction_id')
    .leftJoin('spv', 'spv.provider_external_id', 'charge_back.account_id')
    .select([
      'charge_back.id',
      'charge_back.provider_payout_id as providerPayoutId',
      'charge_back.account_id as accountId',
      'charge_back.customer_id as customerId',
      'spv.id as spvId',
      'charge_back.freeze_state as freeze',
      'charge_back.booking_state as booking',
      'charge_back.shortfall_told_at as shortfallReportedAt',
      'wallet_transaction.amount_cents as amountCents',
      'charge_back.first_seen_at as firstSeenAt',
    ])
    .where(inPeriod('charge_back.first_seen_at', period));
  // Without parameters, so that the partial index can be used.
  const isOpen = sql<boolean>`(freeze_state = 'open' or booking_state = 'open')`;
  if (state !== undefined) query = query.where(state === 'open' ? isOpen : sql<boolean>`not ${isOpen}`);
  if (after) query = query.where(sql<boolean>`(first_seen_at, charge_back.id) < (${after.at}, ${after.id})`);
  return query
    .orderBy('first_seen_at', 'desc')
    .orderBy('charge_back.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Freeze from `open` to `done`; false when it is not open. */
export async function markFreezeDone(tx: Tx, { payoutId, accountId }: ChargeBackKey): Promise<boolean> {
  const row = await tx
    .updateTable('charge_back')
    .set({ freeze_state: 'done' })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .where('freeze_state', '=', 'open')
    .returning('provider_payout_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a charge-back whose booking is open; undefined when it is not. */
export async function lockUnbooked(
  tx: Tx,
  { payoutId, accountId }: ChargeBackKey,
): Promise<{ isShortfallReported: boolean } | undefined> {
  const row = await tx
    .selectFrom('charge_back')
    .select('shortfall_told_at as reportedAt')
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .where('booking_state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  return row && { isShortfallReported: row.reportedAt !== null };
}

/** Booking to `done`, of a charge-back locked by {@link lockUnbooked}; `transactionId` is null when nothing was taken. */
export async function markBooked(tx: Tx, { payoutId, accountId }: ChargeBackKey, transactionId: string | null): Promise<void> {
  await tx
    .updateTable('charge_back')
    .set({ booking_state: 'done', wallet_transaction_id: transactionId })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Booking to `none`, of a charge-back locked by {@link lockUnbooked}: no book of ours has what it took. */
export async function markNotBooked(tx: Tx, { payoutId, accountId }: ChargeBackKey): Promise<void> {
  await tx
    .updateTable('charge_back')
    .set({ booking_state: 'none' })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Writes that the team was alerted about an available balance that is too low. */
export async function markShortfallReported(tx: Tx, { payoutId, accountId }: ChargeBackKey, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('charge_back')
    .set({ shortfall_told_at: at })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .execute();
}
