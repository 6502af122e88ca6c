// SQL of gift cards and of the counter of wrong codes.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, GiftCard as GiftCardRow } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { GiftCardStatus, Guesses } from './rules.ts';

const COLUMNS = [
  'gift_card.id',
  'gift_card.status',
  'gift_card.buyer_customer_id as buyerId',
  'gift_card.recipient_email as recipientEmail',
  'gift_card.amount_cents as amountCents',
  'gift_card.expires_at as expiresAt',
  'gift_card.redeemer_customer_id as redeemerId',
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
  Pick<GiftCardRow, 'expires_at' | 'redeemer_customer_id' | 'redemption_transaction_id' | 'refund_transaction_id' | 'redeemed_at'>
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

/** An active card with the name of its buyer; undefined in any other status. */
export async function findCardToDeliver(tx: Tx, giftCardId: string) {
  return tx
    .selectFrom('gift_card')
    .innerJoin('customer as buyer', 'buyer.id', 'gift_card.buyer_customer_id')
    .select([...COLUMNS, 'buyer.first_name as buyerFirstName', 'buyer.last_name as buyerLastName'])
    .where('gift_card.id', '=', giftCardId)
    .where('gift_card.status', '=', 'active')
    .executeTakeFirst();
}

/** Stores the digest of the code that is about to be mailed. */
export async function setCodeDigest(tx: Tx, giftCardId: string, codeSha256: Buffer): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ code_sha256: codeSha256 })
    .where('id', '=', giftCardId)
    .where('status', '=', 'active')
    .execute();
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
