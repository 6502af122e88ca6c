// SQL of second factors, recovery codes and challenges.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { ChallengePurpose } from './rules.ts';

/** Whoever shows or changes a factor of this user takes this first: a code is taken once, and the last factor is seen as the last. */
export async function lockFactorsOf(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('auth_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function findPasskeys(db: Database | Tx, userId: string) {
  return db
    .selectFrom('passkey')
    .select([
      'id',
      'name',
      'credential_id as credentialId',
      'public_key as publicKey',
      'sign_count as signCount',
      'transports',
      'is_synced as isSynced',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export async function findAuthenticator(db: Database | Tx, userId: string) {
  return db
    .selectFrom('authenticator')
    .select([
      'id',
      'secret_ciphertext as secretCiphertext',
      'last_step as lastStep',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await findPasskeys(tx, userId)).length > 0 || (await findAuthenticator(tx, userId)) !== undefined;
}

export async function isPasskeyKnown(tx: Tx, credentialId: string): Promise<boolean> {
  const row = await tx.selectFrom('passkey').select('id').where('credential_id', '=', credentialId).executeTakeFirst();
  return row !== undefined;
}

export async function insertPasskey(
  tx: Tx,
  passkey: {
    userId: string;
    name: string;
    credentialId: string;
    publicKey: Uint8Array;
    signCount: number;
    transports: readonly string[];
    isSynced: boolean;
    at: Temporal.Instant;
  },
): Promise<string> {
  const id = newId();
  const { userId, name, credentialId, publicKey, signCount, transports, isSynced, at } = passkey;
  await tx
    .insertInto('passkey')
    .values({
      id,
      user_id: userId,
      name,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      sign_count: signCount,
      transports: [...transports],
      is_synced: isSynced,
      created_at: at,
    })
    .execute();
  return id;
}

export async function markPasskeyUsed(
  tx: Tx,
  used: { id: string; signCount: number; isSynced: boolean; at: Temporal.Instant },
): Promise<void> {
  const { id, signCount, isSynced, at } = used;
  await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, is_synced: isSynced, last_used_at: at })
    .where('id', '=', id)
    .execute();
}

export async function insertAuthenticator(
  tx: Tx,
  app: { userId: string; secretCiphertext: Buffer; lastStep: number; at: Temporal.Instant },
): Promise<string> {
  const id = newId();
  const { userId, secretCiphertext, lastStep, at } = app;
  await tx
    .insertInto('authenticator')
    .values({ id, user_id: userId, secret_ciphertext: secretCiphertext, last_step: lastStep, created_at: at })
    .execute();
  return id;
}

export async function markAuthenticatorUsed(tx: Tx, used: { id: string; step: number; at: Temporal.Instant }): Promise<void> {
  const { id, step, at } = used;
  await tx.updateTable('authenticator').set({ last_step: step, last_used_at: at }).where('id', '=', id).execute();
}

/** Of this user alone; false where there is no such passkey. */
export async function renamePasskey(
  tx: Tx,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** All of a user, or those that were registered at this moment or later; returns how many. */
export async function deletePasskeys(tx: Tx, { userId, since }: { userId: string; since?: Temporal.Instant }): Promise<number> {
  let query = tx.deleteFrom('passkey').where('user_id', '=', userId);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Of this user alone; false where there is no such factor. */
export async function deleteFactor(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const passkey = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (passkey) return true;
  const app = await tx
    .deleteFrom('authenticator')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return app !== undefined;
}

/** How many there were. */
export async function deleteFactors(tx: Tx, userId: string): Promise<number> {
  const passkeys = await tx.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst();
  const apps = await tx.deleteFrom('authenticator').where('user_id', '=', userId).executeTakeFirst();
  await deleteRecoveryCodes(tx, userId);
  return Number(passkeys.numDeletedRows + apps.numDeletedRows);
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

export async function insertRecoveryCodes(
  tx: Tx,
  { userId, digests, at }: { userId: string; digests: readonly Buffer[]; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ user_id: userId, digest, created_at: at })))
    .execute();
}

/** Takes the code, once; false where it is none of theirs. */
export async function useRecoveryCode(tx: Tx, { userId, digest }: { userId: string; digest: Buffer }): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Database | Tx, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** In place of an earlier one of the session and purpose. */
export async function saveChallenge(
  tx: Tx,
  challenge: { sessionId: string; purpose: ChallengePurpose; content: string; expiresAt: Temporal.Instant },
): Promise<void> {
  const { sessionId, purpose, content, expiresAt } = challenge;
  await tx
    .insertInto('factor_challenge')
    .values({ session_id: sessionId, purpose, content, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet({ content, expires_at: expiresAt }))
    .execute();
}

/** Takes it, once; undefined where there is none that lasts beyond `now`. */
export async function takeChallenge(
  tx: Tx,
  of: { sessionId: string; purpose: ChallengePurpose; now: Temporal.Instant },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('factor_challenge')
    .where('session_id', '=', of.sessionId)
    .where('purpose', '=', of.purpose)
    .returning(['content', 'expires_at as expiresAt'])
    .executeTakeFirst();
  return row && Temporal.Instant.compare(row.expiresAt, of.now) > 0 ? row.content : undefined;
}
