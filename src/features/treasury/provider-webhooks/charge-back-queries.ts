// SQL of charge-backs: whose they are, and how far each one has been followed.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** A charge-back by the provider's money-out and the account that it was notified of (an investor's in lower case). */
export type ChargeBackKey = { payoutId: number; accountId: string };

/** The SPV with this account at the provider and its projects, oldest first. */
export async function findSpvOfAccount(db: Database, accountId: string) {
  const spv = await db.selectFrom('spv').select(['id', 'name']).where('provider_external_id', '=', accountId).executeTakeFirst();
  if (!spv) return undefined;
  const projects = await db
    .selectFrom('property')
    .select(['id', 'name'])
    .where('spv_id', '=', spv.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { ...spv, projects };
}

/** True the first time, and the first time that the provider could tell of it: then there is something new to say. */
export async function recordChargeBack(
  tx: Tx,
  { payoutId, accountId }: ChargeBackKey,
  seen: {
    customerId: string | null;
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

/** Charge-backs that are not followed to their end, oldest first; of an SPV's wallet without a customer. */
export async function listOpenChargeBacks(
  db: Database,
  limit: number,
): Promise<(ChargeBackKey & { customerId: string | null })[]> {
  return (
    db
      .selectFrom('charge_back')
      .select(['provider_payout_id as payoutId', 'account_id as accountId', 'customer_id as customerId'])
      // Words of a partial index are written out.
      .where(sql<boolean>`(freeze_state = 'open' or booking_state = 'open')`)
      .orderBy('first_seen_at')
      .limit(limit)
      .execute()
  );
}

/** `open` to `done` of the freeze; false when it was done before, or is not asked for. */
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

/** Locks a charge-back that is still to be booked; undefined when it is not. */
export async function lockUnbooked(
  tx: Tx,
  { payoutId, accountId }: ChargeBackKey,
): Promise<{ isShortfallTold: boolean } | undefined> {
  const row = await tx
    .selectFrom('charge_back')
    .select('shortfall_told_at as toldAt')
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .where('booking_state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  return row && { isShortfallTold: row.toldAt !== null };
}

/** Ends the booking of one that {@link lockUnbooked} holds; without a transaction, nothing was taken in the end. */
export async function markBooked(tx: Tx, { payoutId, accountId }: ChargeBackKey, transactionId: string | null): Promise<void> {
  await tx
    .updateTable('charge_back')
    .set({ booking_state: 'done', wallet_transaction_id: transactionId })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Notes that the team knows that the wallet cannot bear it. */
export async function markShortfallTold(tx: Tx, { payoutId, accountId }: ChargeBackKey, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('charge_back')
    .set({ shortfall_told_at: at })
    .where('provider_payout_id', '=', payoutId)
    .where('account_id', '=', accountId)
    .execute();
}
