// SQL of gift cards and of the counter of wrong codes.

import { sql, type Updateable } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, GiftCard as GiftCardRow } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import type { GiftCardStatus, Guesses } from './rules.ts';

const COLUMNS = [
  'gift_card.id',
  'gift_card.status',
  'gift_card.buyer_customer_id as buyerId',
  'gift_card.recipient_email as recipientEmail',
  'gift_card.amount_cents as amountCents',
  'gift_card.expires_at as expiresAt',
  'gift_card.redeemer_customer_id as redeemerId',
  'gift_card.code_version as codeVersion',
  sql<boolean>`gift_card.blocked_at is not null`.as('isBlocked'),
] as const;

function selectCard(db: Database | Tx) {
  return db.selectFrom('gift_card').select(COLUMNS);
}

/** A stored card; cents. `redeemerId` is null unless it is being or was redeemed. */
export type GiftCard = NonNullable<Awaited<ReturnType<typeof findCard>>>;

/** The card without a lock. */
export async function findCard(db: Database | Tx, giftCardId: string) {
  return selectCard(db).where('id', '=', giftCardId).executeTakeFirst();
}

/** The card of a code, locked: of two concurrent redemptions the second sees the result of the first. */
export async function lockCardByCode(tx: Tx, codeSha256: Buffer): Promise<GiftCard | undefined> {
  return selectCard(tx).where('code_sha256', '=', codeSha256).forUpdate().executeTakeFirst();
}

/** The card, locked, if it has the status: of two concurrent expiries the second finds nothing. */
export async function lockCard(tx: Tx, giftCardId: string, status: GiftCardStatus): Promise<GiftCard | undefined> {
  return selectCard(tx).where('id', '=', giftCardId).where('status', '=', status).forUpdate().executeTakeFirst();
}

/** The card, locked, in any status. */
export async function lockCardById(tx: Tx, giftCardId: string): Promise<GiftCard | undefined> {
  return selectCard(tx).where('id', '=', giftCardId).forUpdate().executeTakeFirst();
}

/** Writes a new card that waits for its payment. */
export async function insertCard(
  tx: Tx,
  card: {
    id: string;
    buyerId: CustomerId;
    recipientEmail: string;
    amountCents: Cents;
    transactionId: string;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('gift_card')
    .values({
      id: card.id,
      buyer_customer_id: card.buyerId,
      recipient_email: card.recipientEmail,
      amount_cents: card.amountCents,
      status: 'waiting_payment',
      purchase_transaction_id: card.transactionId,
      created_at: card.at,
      updated_at: card.at,
    })
    .execute();
}

type Changes = Partial<
  Pick<
    Updateable<GiftCardRow>,
    | 'expires_at'
    | 'redeemer_customer_id'
    | 'redemption_transaction_id'
    | 'refund_transaction_id'
    | 'redeemed_at'
    | 'recipient_email'
    | 'code_version'
    | 'code_sha256'
    | 'blocked_at'
    | 'block_reason'
  >
>;

/** `from` -> `to`, with the columns that change along; throws when the card is in another status. */
export async function changeCard(
  tx: Tx,
  giftCardId: string,
  change: { from: GiftCardStatus; to: GiftCardStatus; at: Temporal.Instant; with?: Changes },
): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ ...change.with, status: change.to, updated_at: change.at })
    .where('id', '=', giftCardId)
    .where('status', '=', change.from)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`gift card ${giftCardId} is not ${change.from}`));
}

/** An active card, locked, with the name of its buyer; undefined in any other status. */
export async function lockCardToDeliver(tx: Tx, giftCardId: string) {
  return tx
    .selectFrom('gift_card')
    .innerJoin('customer as buyer', 'buyer.id', 'gift_card.buyer_customer_id')
    .select([...COLUMNS, 'buyer.first_name as buyerFirstName', 'buyer.last_name as buyerLastName'])
    .where('gift_card.id', '=', giftCardId)
    .where('gift_card.status', '=', 'active')
    .forUpdate('gift_card')
    .executeTakeFirst();
}

/** Stores the digest of the code that is about to be mailed; the caller has locked the card. */
export async function setCodeDigest(tx: Tx, giftCardId: string, codeSha256: Buffer): Promise<void> {
  await tx.updateTable('gift_card').set({ code_sha256: codeSha256 }).where('id', '=', giftCardId).execute();
}

/** Active cards that have expired, oldest expiry first. */
export async function listExpiredCards(db: Database, at: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gift_card')
    .select('id')
    // A literal, not a parameter: a prepared statement can use the partial index only for a value that it knows.
    .where('status', '=', sql.lit('active' as const))
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The customer's counter of wrong codes, locked: attempts of one customer are serialised. */
export async function lockGuesses(tx: Tx, customerId: CustomerId, at: Temporal.Instant): Promise<Guesses> {
  await tx
    .insertInto('gift_card_guess')
    .values({ customer_id: customerId, wrong_code_count: 0, window_started_at: at })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
  return tx
    .selectFrom('gift_card_guess')
    .select(['wrong_code_count as wrongCodeCount', 'window_started_at as windowStartedAt'])
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes the counter. */
export async function saveGuesses(tx: Tx, customerId: CustomerId, guesses: Guesses): Promise<void> {
  await tx
    .updateTable('gift_card_guess')
    .set({ wrong_code_count: guesses.wrongCodeCount, window_started_at: guesses.windowStartedAt })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Cards that a customer bought, newest first, after the cursor's one. */
export async function listCardsOf(db: Database, customerId: CustomerId, page: { after: CursorKey | undefined; limit: number }) {
  let query = db
    .selectFrom('gift_card')
    .select([
      'id',
      'amount_cents as amountCents',
      'recipient_email as recipientEmail',
      'status',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'redeemed_at as redeemedAt',
    ])
    .where('buyer_customer_id', '=', customerId);
  const { after } = page;
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

/**
 * Blocks what a customer, locked by the caller, bought, since a moment if one is given, and that is not redeemed for good: the end of a
 * freeze does not let it go, an administrator unblocks or refunds each (A-gift-cards-12). Returns how many.
 */
export async function blockCardsOf(
  tx: Tx,
  block: { customerId: CustomerId; reason: string; at: Temporal.Instant; since?: Temporal.Instant },
): Promise<number> {
  const { customerId, reason, at, since } = block;
  const { numUpdatedRows } = await tx
    .updateTable('gift_card')
    .set({ blocked_at: at, block_reason: reason, updated_at: at })
    .where('buyer_customer_id', '=', customerId)
    .where('status', 'in', ['waiting_payment', 'active', 'redeeming'])
    .where('blocked_at', 'is', null)
    .$if(since !== undefined, (update) => update.where(sql<boolean>`created_at >= ${since}::timestamptz`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Filters of the administrators' list, all optional. */
export type CardFilters = Period & {
  giftCardId?: string;
  status?: GiftCardStatus;
  customerId?: CustomerId;
  recipientEmail?: string;
  isBlocked?: boolean;
};

/** Cards of everybody, newest first, one more than `limit` when there are more; `paymentId` is of what was asked last. */
export async function findCardsPage(
  db: Database | Tx,
  filters: CardFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = db
    .selectFrom('gift_card')
    .innerJoin('customer as buyer', 'buyer.id', 'gift_card.buyer_customer_id')
    .innerJoin('auth_user as person', 'person.id', 'buyer.user_id')
    .innerJoin('wallet_transaction as last', (join) =>
      join.on(
        sql<boolean>`last.id = coalesce(
          gift_card.refund_transaction_id, gift_card.redemption_transaction_id, gift_card.purchase_transaction_id)`,
      ),
    )
    .select([
      'gift_card.id',
      'gift_card.status',
      'gift_card.amount_cents as amountCents',
      'gift_card.recipient_email as recipientEmail',
      'gift_card.created_at as createdAt',
      'gift_card.expires_at as expiresAt',
      'gift_card.redeemed_at as redeemedAt',
      'gift_card.buyer_customer_id as buyerId',
      'person.email as buyerEmail',
      'gift_card.redeemer_customer_id as redeemerId',
      'gift_card.blocked_at as blockedAt',
      'gift_card.block_reason as blockReason',
      sql<boolean>`buyer.frozen_at is not null or buyer.provider_blocked`.as('isBuyerHeld'),
      'last.payment_id as paymentId',
    ])
    .where(inPeriod('gift_card.created_at', filters));
  const { giftCardId, status, customerId, recipientEmail, isBlocked } = filters;
  if (giftCardId !== undefined) query = query.where('gift_card.id', '=', giftCardId);
  if (status !== undefined) query = query.where('gift_card.status', '=', status);
  if (customerId !== undefined) query = query.where('gift_card.buyer_customer_id', '=', customerId);
  if (recipientEmail !== undefined) query = query.where('gift_card.recipient_email', '=', recipientEmail.toLowerCase());
  if (isBlocked !== undefined) query = query.where('gift_card.blocked_at', isBlocked ? 'is not' : 'is', null);
  const { after } = page;
  if (after)
    query = query.where(sql<boolean>`(gift_card.created_at, gift_card.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('gift_card.created_at', 'desc')
    .orderBy('gift_card.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}
