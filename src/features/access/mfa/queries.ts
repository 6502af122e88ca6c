// All SQL of the MFA room. One row per customer and action: its counter of requests outlives its code.

import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { MfaContext as MfaContextRow } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { digestOfToken, type KeptCode, type MfaAction, type RequestCounter } from './rules.ts';

/** Names a context. */
export type ContextKey = { customerId: string; action: MfaAction };

/** A verification context with its counter. `payload` is what the action carries, as it was stored. */
export type MfaContext = ContextKey &
  KeptCode &
  RequestCounter & {
    wrongCodeCount: number;
    payload: unknown;
    claimToken: string | null;
    claimedAt: Temporal.Instant | null;
  };

function toContext(row: Selectable<MfaContextRow>): MfaContext {
  return {
    customerId: row.customer_id,
    action: row.action,
    codeCiphertext: row.code_ciphertext,
    codeExpiresAt: row.code_expires_at,
    wrongCodeCount: row.wrong_code_count,
    payload: row.payload,
    requestCount: row.request_count,
    lastRequestedAt: row.last_requested_at,
    counterExpiresAt: row.counter_expires_at,
    claimToken: row.claim_token,
    claimedAt: row.claimed_at,
  };
}

/** The context, locked; an empty one is made when there is none, so that two first requests wait for each other. */
export async function lockOrMakeContext(tx: Tx, key: ContextKey): Promise<MfaContext> {
  const row = await tx
    .insertInto('mfa_context')
    .values({ customer_id: key.customerId, action: key.action })
    .onConflict((conflict) => conflict.columns(['customer_id', 'action']).doUpdateSet({ action: key.action }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContext(row);
}

/** The context, locked, when there is one. */
export async function lockContext(tx: Tx, key: ContextKey): Promise<MfaContext | undefined> {
  const row = await tx
    .selectFrom('mfa_context')
    .selectAll()
    .where('customer_id', '=', key.customerId)
    .where('action', '=', key.action)
    .forUpdate()
    .executeTakeFirst();
  return row && toContext(row);
}

/** Stores one request, and with `fresh` the code that replaces whatever was there: guesses and claims of the old one end. */
export async function saveRequest(
  tx: Tx,
  request: ContextKey & {
    requestCount: number;
    lastRequestedAt: Temporal.Instant;
    counterExpiresAt: Temporal.Instant;
    fresh: { codeCiphertext: Buffer; codeExpiresAt: Temporal.Instant; payload: object } | undefined;
  },
): Promise<void> {
  const { fresh } = request;
  await ofContext(tx, request)
    .set({
      request_count: request.requestCount,
      last_requested_at: request.lastRequestedAt,
      counter_expires_at: request.counterExpiresAt,
    })
    .$if(fresh !== undefined, (update) =>
      update.set({
        code_ciphertext: fresh?.codeCiphertext ?? null,
        code_expires_at: fresh?.codeExpiresAt ?? null,
        payload: JSON.stringify(fresh?.payload ?? {}),
        wrong_code_count: 0,
        claim_token: null,
        claimed_at: null,
      }),
    )
    .execute();
}

/** Counts a wrong code; with `isVoid` the code goes with it, and what the context carries stays for the next one. */
export async function countWrongCode(tx: Tx, key: ContextKey & { isVoid: boolean }): Promise<void> {
  await ofContext(tx, key)
    .set({ wrong_code_count: sql`wrong_code_count + 1` })
    .$if(key.isVoid, (update) => update.set({ code_ciphertext: null, claim_token: null, claimed_at: null }))
    .execute();
}

/** Ends the context; the counter of requests stays. */
export async function clearContext(tx: Tx, key: ContextKey): Promise<void> {
  await ofContext(tx, key).set(CLEARED).execute();
}

/** Takes a code for one operation. The caller holds the row and has seen that nobody else has it. */
export async function claimContext(tx: Tx, claim: ContextKey & { token: string; at: Temporal.Instant }): Promise<void> {
  await ofContext(tx, claim).set({ claim_token: claim.token, claimed_at: claim.at }).execute();
}

/** Ends the context if it is still held by this claim. */
export async function clearClaimedContext(tx: Tx, claim: ContextKey & { token: string }): Promise<boolean> {
  const cleared = await ofContext(tx, claim)
    .set(CLEARED)
    .where('claim_token', '=', claim.token)
    .returning('customer_id')
    .executeTakeFirst();
  return cleared !== undefined;
}

/** Gives a claimed code back, if it is still held by this claim. */
export async function releaseContext(tx: Tx, claim: ContextKey & { token: string }): Promise<void> {
  await ofContext(tx, claim).set({ claim_token: null, claimed_at: null }).where('claim_token', '=', claim.token).execute();
}

const CLEARED = {
  code_ciphertext: null,
  code_expires_at: null,
  wrong_code_count: 0,
  payload: '{}',
  claim_token: null,
  claimed_at: null,
};

function ofContext(tx: Tx, key: ContextKey) {
  return tx.updateTable('mfa_context').where('customer_id', '=', key.customerId).where('action', '=', key.action);
}

/** Erases what password changes carry whose code has expired at `now`, voided ones too; how many. */
export async function erasePasswordUpdates(tx: Tx, now: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mfa_context')
    .set({ payload: '{}' })
    .where('action', '=', 'password-update')
    .where(sql<boolean>`payload <> '{}'`)
    .where('code_expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How many {@link erasePasswordUpdates} would erase. */
export async function countPasswordUpdatesToErase(db: Database, now: Temporal.Instant): Promise<number> {
  const { count } = await db
    .selectFrom('mfa_context')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'password-update')
    .where(sql<boolean>`payload <> '{}'`)
    .where('code_expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counter of requests of an address and action; undefined for an unknown address as for an action never asked for. */
export async function findCounterByEmail(db: Database, email: string, action: MfaAction): Promise<RequestCounter | undefined> {
  return db
    .selectFrom('mfa_context')
    .innerJoin('customer', 'customer.id', 'mfa_context.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'mfa_context.request_count as requestCount',
      'mfa_context.last_requested_at as lastRequestedAt',
      'mfa_context.counter_expires_at as counterExpiresAt',
    ])
    .where((eb) => eb(eb.fn('lower', ['auth_user.email']), '=', email.toLowerCase()))
    .where('mfa_context.action', '=', action)
    .executeTakeFirst();
}

/** A context with whom to write to. */
export async function findContextToMail(db: Database, key: ContextKey) {
  const row = await db
    .selectFrom('mfa_context')
    .innerJoin('customer', 'customer.id', 'mfa_context.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .selectAll('mfa_context')
    .select(['auth_user.email', 'customer.first_name as firstName'])
    .where('mfa_context.customer_id', '=', key.customerId)
    .where('mfa_context.action', '=', key.action)
    .executeTakeFirst();
  return row && { ...toContext(row), email: row.email, firstName: row.firstName };
}

/** Keeps the digest of a one-shot token; the token itself is shown once and kept nowhere. */
export async function insertGiftCardToken(
  tx: Tx,
  token: { sha256: Buffer; customerId: string; expiresAt: Temporal.Instant; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('gift_card_token')
    .values({ token_sha256: token.sha256, customer_id: token.customerId, expires_at: token.expiresAt, created_at: token.at })
    .execute();
}

/** A token as the customer holds it; its digest is what is kept. */
type GiftCardTokenUse = { token: string; customerId: string; at: Temporal.Instant };

/** True for an unused, unexpired token of this customer: the purchase of a gift card refuses a bad one before it asks the provider. */
export async function isGiftCardTokenValid(db: Database | Tx, { token, customerId, at }: GiftCardTokenUse): Promise<boolean> {
  const row = await db
    .selectFrom('gift_card_token')
    .select('customer_id')
    .where('token_sha256', '=', digestOfToken(token))
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the token up. False when it is unknown, another customer's, used or expired; of two uses at once one gets true. */
export async function consumeGiftCardToken(tx: Tx, { token, customerId, at }: GiftCardTokenUse): Promise<boolean> {
  const row = await tx
    .updateTable('gift_card_token')
    .set({ used_at: at })
    .where('token_sha256', '=', digestOfToken(token))
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}
