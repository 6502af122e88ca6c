// All SQL of the MFA room. One row per owner and action; its counter of requests stays when its code is cleared.

import { type Selectable, type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, MfaContext as MfaContextRow } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import {
  type ConfirmedAddress,
  type ContextKey,
  digestOfToken,
  type KeptCodes,
  type MfaAction,
  ownerIdOf,
  type RequestCounter,
  voidsCode,
} from './rules.ts';

/**
 * A verification context with its counter of requests. `payload`: the input of the action, applied when the code is confirmed.
 */
export type MfaContext = ContextKey &
  KeptCodes &
  RequestCounter & {
    /** Of requests without a session. */
    resends: RequestCounter;
    wrongCodeCount: number;
    payload: unknown;
    /** The session that asked; null of actions that any session of the owner may confirm. */
    sessionId: string | null;
    claimToken: string | null;
    claimedAt: Temporal.Instant | null;
  };

/** A code that was made, encrypted, for each mailbox that must be read. */
export type FreshCodes = {
  codeCiphertext: Buffer;
  newAddressCodeCiphertext: Buffer | null;
  codeExpiresAt: Temporal.Instant;
  payload: object;
  sessionId: string | null;
};

function toContext(row: Selectable<MfaContextRow>): MfaContext {
  return {
    ...keyOf(row),
    codeCiphertext: row.code_ciphertext,
    newAddressCodeCiphertext: row.new_address_code_ciphertext,
    confirmedAddress: row.confirmed_address,
    codeExpiresAt: row.code_expires_at,
    wrongCodeCount: row.wrong_code_count,
    payload: row.payload,
    sessionId: row.session_id,
    requestCount: row.request_count,
    lastRequestedAt: row.last_requested_at,
    counterExpiresAt: row.counter_expires_at,
    resends: resendsOf(row),
    claimToken: row.claim_token,
    claimedAt: row.claimed_at,
  };
}

function resendsOf(
  row: Pick<Selectable<MfaContextRow>, 'resend_count' | 'last_resent_at' | 'resends_expire_at'>,
): RequestCounter {
  return { requestCount: row.resend_count, lastRequestedAt: row.last_resent_at, counterExpiresAt: row.resends_expire_at };
}

function keyOf({ customer_id, administrator_id, action }: Selectable<MfaContextRow>): ContextKey {
  if (customer_id !== null) return { customerId: customer_id, action };
  if (administrator_id !== null) return { administratorId: administrator_id, action };
  throw new Error('a context without an owner');
}

/** The context, locked; an empty one is inserted when there is none, so that concurrent first requests wait for each other. */
export async function lockOrMakeContext(tx: Tx, key: ContextKey): Promise<MfaContext> {
  const row = await tx
    .insertInto('mfa_context')
    .values({
      action: key.action,
      ...('customerId' in key ? { customer_id: key.customerId } : { administrator_id: key.administratorId }),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'action']).doUpdateSet({ action: key.action }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContext(row);
}

const lockByKey = compiledOnce((db, { ownerId, action }: { ownerId: string; action: MfaAction }) =>
  db.selectFrom('mfa_context').selectAll().where('owner_id', '=', ownerId).where('action', '=', action).forUpdate(),
);

/** The context, locked, when there is one. */
export async function lockContext(tx: Tx, key: ContextKey): Promise<MfaContext | undefined> {
  const [row] = await lockByKey(tx, { ownerId: ownerIdOf(key), action: key.action });
  return row && toContext(row);
}

/**
 * Counts one request, of the owner or of anybody; with `fresh` also writes a new code in place of the old one, whose wrong attempts and claim are cleared.
 */
export async function saveRequest(
  tx: Tx,
  request: ContextKey & { by: 'owner' | 'anybody'; counted: RequestCounter; fresh: FreshCodes | undefined },
): Promise<void> {
  const { fresh, by, counted } = request;
  const code = fresh && columnsOf(fresh);
  await ofContext(tx, request)
    .set(
      by === 'owner'
        ? {
            request_count: counted.requestCount,
            last_requested_at: counted.lastRequestedAt,
            counter_expires_at: counted.counterExpiresAt,
            ...code,
          }
        : {
            resend_count: counted.requestCount,
            last_resent_at: counted.lastRequestedAt,
            resends_expire_at: counted.counterExpiresAt,
            ...code,
          },
    )
    .execute();
}

/** Writes a new code in place of the old one, and counts no request. */
export async function saveCodes(tx: Tx, key: ContextKey, fresh: FreshCodes): Promise<void> {
  await ofContext(tx, key).set(columnsOf(fresh)).execute();
}

function columnsOf(fresh: FreshCodes) {
  return {
    ...CLEARED,
    code_ciphertext: fresh.codeCiphertext,
    new_address_code_ciphertext: fresh.newAddressCodeCiphertext,
    code_expires_at: fresh.codeExpiresAt,
    payload: JSON.stringify(fresh.payload),
    session_id: fresh.sessionId,
  };
}

/**
 * Counts a wrong code under the lock of `context`, also when many are tried at once; the fifth clears the code, and the payload stays for
 * the next one. The caller must let `tx` commit before it refuses.
 */
export async function countWrongCode(tx: Tx, context: ContextKey & { wrongCodeCount: number }): Promise<void> {
  await ofContext(tx, context)
    .set({ wrong_code_count: sql`wrong_code_count + 1` })
    .$if(voidsCode(context.wrongCodeCount), (update) => update.set({ ...WITHOUT_CODES, claim_token: null, claimed_at: null }))
    .execute();
}

/** Notes which of two addresses has proven itself. */
export async function confirmAddress(tx: Tx, key: ContextKey, address: ConfirmedAddress): Promise<void> {
  await ofContext(tx, key).set({ confirmed_address: address }).execute();
}

/** Clears the code and payload of the context; the counter of requests stays. */
export async function clearContext(tx: Tx, key: ContextKey): Promise<void> {
  await ofContext(tx, key).set(CLEARED).execute();
}

/** Clears all codes of an owner, claimed ones too, and ends their unused tokens of gift-card purchases. */
export async function endCodes(tx: Tx, ownerId: string): Promise<void> {
  await tx.updateTable('mfa_context').set(CLEARED).where('owner_id', '=', ownerId).execute();
  await sql`delete from gift_card_token where customer_id = ${ownerId}::uuid and used_at is null`.execute(tx);
}

const claimByKey = compiledOnce(
  (db, { ownerId, action, token, at }: { ownerId: string; action: MfaAction; token: string; at: Temporal.Instant }) =>
    db
      .updateTable('mfa_context')
      .set({ claim_token: token, claimed_at: at })
      .where('owner_id', '=', ownerId)
      .where('action', '=', action),
);

/** Claims the code for one operation. The caller holds the row's lock and has checked that no other operation has it. */
export async function claimContext(tx: Tx, claim: ContextKey & { token: string; at: Temporal.Instant }): Promise<void> {
  await claimByKey(tx, { ownerId: ownerIdOf(claim), action: claim.action, token: claim.token, at: claim.at });
}

/** Clears the code and payload of the context; false when the claim is not the present one. */
export async function clearClaimedContext(tx: Tx, claim: ContextKey & { token: string }): Promise<boolean> {
  const cleared = await ofContext(tx, claim)
    .set(CLEARED)
    .where('claim_token', '=', claim.token)
    .returning('customer_id')
    .executeTakeFirst();
  return cleared !== undefined;
}

/** Releases a claimed code for the next attempt, after a refusal; nothing when the claim is not the present one. */
export async function releaseTfa(tx: Tx, claim: ContextKey & { token: string }): Promise<void> {
  await ofContext(tx, claim).set({ claim_token: null, claimed_at: null }).where('claim_token', '=', claim.token).execute();
}

const WITHOUT_CODES = { code_ciphertext: null, new_address_code_ciphertext: null, confirmed_address: null };

const CLEARED = {
  ...WITHOUT_CODES,
  code_expires_at: null,
  wrong_code_count: 0,
  payload: '{}',
  session_id: null,
  claim_token: null,
  claimed_at: null,
};

function ofContext(tx: Tx, key: ContextKey) {
  return tx.updateTable('mfa_context').where('owner_id', '=', ownerIdOf(key)).where('action', '=', key.action);
}

/** Clears contexts whose code, voided or not, had expired at `by`; their counters stay. Returns how many. */
export async function endContexts(tx: Tx, by: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mfa_context')
    .set(CLEARED)
    .where('code_expires_at', '<=', by)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes contexts without a code whose counters of requests are over, and tokens that have expired, at `by`. Returns how many. */
export async function deleteOver(tx: Tx, by: Temporal.Instant): Promise<number> {
  const contexts = await tx
    .deleteFrom('mfa_context')
    .where('code_expires_at', 'is', null)
    .where(sql<SqlBool>`greatest(counter_expires_at, resends_expire_at) <= ${by}`)
    .executeTakeFirst();
  const tokens = await tx.deleteFrom('gift_card_token').where('expires_at', '<=', by).executeTakeFirst();
  return Number(contexts.numDeletedRows) + Number(tokens.numDeletedRows);
}

/** The number that {@link endContexts} would clear. */
export async function countContextsToEnd(db: Database, by: Temporal.Instant): Promise<number> {
  const { count } = await db
    .selectFrom('mfa_context')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('code_expires_at', '<=', by)
    .executeTakeFirstOrThrow();
  return count;
}

/** Both counters of an address and action; undefined for an unknown address and for an action without requests. */
export async function findCountersByEmail(
  db: Database,
  email: string,
  action: MfaAction,
): Promise<{ own: RequestCounter; resends: RequestCounter } | undefined> {
  const row = await db
    .selectFrom('mfa_context')
    .innerJoin('customer', 'customer.id', 'mfa_context.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'mfa_context.request_count as requestCount',
      'mfa_context.last_requested_at as lastRequestedAt',
      'mfa_context.counter_expires_at as counterExpiresAt',
      'mfa_context.resend_count',
      'mfa_context.last_resent_at',
      'mfa_context.resends_expire_at',
    ])
    .where((eb) => eb(eb.fn('lower', ['auth_user.email']), '=', email.toLowerCase()))
    .where('mfa_context.action', '=', action)
    .executeTakeFirst();
  return row && { own: row, resends: resendsOf(row) };
}

/** A context with the address and first name of its owner; an administrator has no first name. */
export async function findContextToMail(db: Database, key: ContextKey) {
  const row = await db
    .selectFrom('mfa_context')
    .leftJoin('customer', 'customer.id', 'mfa_context.customer_id')
    .innerJoin('auth_user', (join) =>
      join.on((eb) => eb('auth_user.id', '=', eb.fn.coalesce('customer.user_id', 'mfa_context.administrator_id'))),
    )
    .selectAll('mfa_context')
    .select(['auth_user.email', 'customer.first_name as firstName'])
    .where('mfa_context.owner_id', '=', ownerIdOf(key))
    .where('mfa_context.action', '=', key.action)
    .executeTakeFirst();
  return row && { ...toContext(row), email: row.email, firstName: row.firstName };
}

/** Stores the digest of a one-time token; the token itself is shown once and not stored. */
export async function insertGiftCardToken(
  tx: Tx,
  token: { sha256: Buffer; customerId: CustomerId; expiresAt: Temporal.Instant; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('gift_card_token')
    .values({ token_sha256: token.sha256, customer_id: token.customerId, expires_at: token.expiresAt, created_at: token.at })
    .execute();
}

/** A token as the customer sends it, of which only the digest is stored. */
type GiftCardTokenUse = { token: string; customerId: CustomerId; at: Temporal.Instant };

/** True for an unused, unexpired token of this customer; the purchase of a gift card checks it before it calls the provider. */
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

/**
 * Marks the token as used. False when it is unknown, another customer's, used or expired; of two concurrent calls one gets true.
 */
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
