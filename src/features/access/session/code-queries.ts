// SQL of mailed codes and links, of sign-ins that wait, and of failed guesses. What we write ends by the clock of the database and is compared
// with it: the process that mails a code and the one that checks it may have others.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { findUser } from './queries.ts';
import { EMAIL_CODE_PURPOSES, type EmailCodePurpose, type Guessed, waitsOf } from './rules.ts';

type EmailCodeOf = { email: string; purpose: EmailCodePurpose };

function emailCodeName({ email, purpose }: EmailCodeOf): string {
  return `${purpose}-otp-${email.toLowerCase()}`;
}

function resetLinkName(digest: string): string {
  return `reset-link-${digest}`;
}

function inSeconds(seconds: number) {
  return sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`;
}

/** Stores the digest of a mailed code in place of earlier ones of the address and purpose; returns when it expires. */
export async function insertEmailCode(
  tx: Tx,
  code: EmailCodeOf & { digest: string; seconds: number },
): Promise<{ expiresAt: Temporal.Instant }> {
  await deleteEmailCodes(tx, code);
  return tx
    .insertInto('auth_verification')
    .values({
      id: newId(),
      identifier: emailCodeName(code),
      value: `${code.digest}:0`,
      expiresAt: inSeconds(code.seconds),
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
}

/** The newest code of an address and purpose, locked, with its wrong attempts. */
export async function lockEmailCode(tx: Tx, of: EmailCodeOf) {
  const row = await tx
    .selectFrom('auth_verification')
    .select(['id', 'value', sql<boolean>`"expiresAt" <= now()`.as('isExpired')])
    .where('identifier', '=', emailCodeName(of))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, value, isExpired } = row;
  const colon = value.lastIndexOf(':');
  return { id, isExpired, digest: value.slice(0, colon), wrongAttempts: Number(value.slice(colon + 1)) };
}

/** Counts one more wrong attempt of a locked code. */
export async function countWrongEmailCode(
  tx: Tx,
  { id, digest, wrongAttempts }: { id: string; digest: string; wrongAttempts: number },
): Promise<void> {
  await tx
    .updateTable('auth_verification')
    .set({ value: `${digest}:${wrongAttempts + 1}` })
    .where('id', '=', id)
    .execute();
}

/** Deletes all codes of an address and purpose. */
export async function deleteEmailCodes(tx: Tx, of: EmailCodeOf): Promise<void> {
  await tx.deleteFrom('auth_verification').where('identifier', '=', emailCodeName(of)).execute();
}

/** Stores the digest of the token of a link for a new password; returns when it ends. Earlier links of the address stay. */
export async function insertResetLink(
  tx: Tx,
  link: { digest: string; email: string; seconds: number },
): Promise<{ expiresAt: Temporal.Instant }> {
  return tx
    .insertInto('auth_verification')
    .values({
      id: newId(),
      identifier: resetLinkName(link.digest),
      value: link.email.toLowerCase(),
      expiresAt: inSeconds(link.seconds),
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
}

/** The address of a link that was not used and has not ended. */
export async function findResetLink(db: Database, digest: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', resetLinkName(digest))
    .where(sql<boolean>`"expiresAt" > now()`)
    .executeTakeFirst();
  return row?.value;
}

/** The same, locked: of two who use one link the second finds nothing. */
export async function lockResetLink(tx: Tx, digest: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', resetLinkName(digest))
    .where(sql<boolean>`"expiresAt" > now()`)
    .forUpdate()
    .executeTakeFirst();
  return row?.value;
}

/** The investor whose sign-in waits for its second factor; it ends by the machine's clock, as the library reads it. */
export async function findWaitingInvestor(
  db: Database | Tx,
  { waiting, now }: { waiting: string; now: Temporal.Instant },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', waiting)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  const user = row && (await findUser(db, row.value));
  return user?.role === 'user' ? user.id : undefined;
}

/** What a passkey signs for a sign-in that waits is made with this, once; in place of an earlier one. */
export async function saveSignInNonce(tx: Tx, { waiting, nonce, seconds }: { waiting: string; nonce: string; seconds: number }) {
  await replaceVerification(tx, { identifier: nonceName(waiting), value: nonce, expiresAt: inSeconds(seconds) });
}

/** Takes it; undefined where there is none, or its time is over. */
export async function takeSignInNonce(tx: Tx, waiting: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('auth_verification')
    .where('identifier', '=', nonceName(waiting))
    .returning(['value', sql<boolean>`"expiresAt" > now()`.as('isValid')])
    .executeTakeFirst();
  return row?.isValid ? row.value : undefined;
}

function nonceName(waiting: string): string {
  return `passkey-${waiting}`;
}

/**
 * Takes a sign-in at the identity provider, whose id is random; false where it was taken before. Kept until it can be answered no more,
 * whatever becomes of its session.
 */
export async function takeIdentitySignIn(tx: Tx, { id, until }: { id: string; until: Temporal.Instant }): Promise<boolean> {
  const row = await tx
    .insertInto('auth_verification')
    .values({ id, identifier: `identity-sign-in-${id}`, value: '', expiresAt: until })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A code of this sign-in, as the library keeps those that it mails; `digest` is that of the code. It ends by the machine's clock. */
export async function saveSignInCode(
  tx: Tx,
  { waiting, digest, expiresAt }: { waiting: string; digest: string; expiresAt: Temporal.Instant },
): Promise<void> {
  await replaceVerification(tx, { identifier: `2fa-otp-${waiting}`, value: `${digest}:0`, expiresAt });
}

async function replaceVerification(
  tx: Tx,
  row: { identifier: string; value: string; expiresAt: Temporal.Instant | ReturnType<typeof inSeconds> },
): Promise<void> {
  await tx.deleteFrom('auth_verification').where('identifier', '=', row.identifier).execute();
  await tx
    .insertInto('auth_verification')
    .values({ id: newId(), ...row })
    .execute();
}

/** A sign-in waits for its second factor, as the library writes it: one row names the user, the other counts wrong codes. */
export async function insertChallenge(
  tx: Tx,
  { identifier, userId, seconds }: { identifier: string; userId: string; seconds: number },
): Promise<void> {
  const expiresAt = Temporal.Now.instant().add({ seconds });
  await tx
    .insertInto('auth_verification')
    .values([
      { id: newId(), identifier, value: userId, expiresAt },
      { id: newId(), identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt },
    ])
    .execute();
}

/** The user whose sign-in waits for its second factor. */
export async function findChallenged(db: Database, identifier: string): Promise<string | undefined> {
  const row = await db.selectFrom('auth_verification').select('value').where('identifier', '=', identifier).executeTakeFirst();
  return row?.value;
}

/**
 * Ends sign-ins that wait for their second factor and trusted devices, which are rows whose value is the user, and the codes and links that
 * the session layer mailed to these addresses.
 */
export async function endSignIns(tx: Tx, { userId, emails }: { userId: string; emails: readonly string[] }): Promise<void> {
  const codes = emails.flatMap((email) => EMAIL_CODE_PURPOSES.map((purpose) => emailCodeName({ email, purpose })));
  const addresses = emails.map((email) => email.toLowerCase());
  await tx
    .deleteFrom('auth_verification')
    .where((row) => row.or([row('value', 'in', [userId, ...addresses]), row('identifier', 'in', codes)]))
    .execute();
}

/** How the library names a device that need not show the second factor again; the row's value is the user. */
const TRUSTED_DEVICE = 'trust-device-%';

/** Devices on which the owner of the account chose so, the newest first. */
export async function findTrustedDevices(
  db: Database,
  { userId, now }: { userId: string; now: Temporal.Instant },
): Promise<{ trustedAt: Temporal.Instant; until: Temporal.Instant }[]> {
  return db
    .selectFrom('auth_verification')
    .select(['createdAt as trustedAt', 'expiresAt as until'])
    .where('value', '=', userId)
    .where('identifier', 'like', TRUSTED_DEVICE)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** All of them: the next sign-in on each asks for the second factor. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_verification').where('value', '=', userId).where('identifier', 'like', TRUSTED_DEVICE).execute();
}

/** Deletes what has expired at `now`, the machine's, and by the clock of the database; returns how many. */
export async function deleteExpiredCodes(tx: Tx, now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth_verification')
    .where('expiresAt', '<', now)
    .where(sql<boolean>`"expiresAt" < now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

// Failed guesses.

/** A counter: of which account (a digest), of what, and where the guesses come from. */
export type Counter = { account: string; guessed: Guessed; source: string };

/**
 * Counts one guess, in a single statement, so that many at once are counted one by one; false while the next one waits. A day after its first guess a counter begins afresh. `clock_timestamp`: the statement may have
 * begun before the one that it waited for.
 */
export async function countGuess(tx: Tx, { account, guessed, source }: Counter): Promise<boolean> {
  const waits = waitsOf(guessed, source);
  const { rows } = await sql`
    insert into guess_count as held (account, guessed, source, failed, begun_at, open_at)
    values (${account}, ${guessed}, ${source}, 1, now(), now() + make_interval(secs => (${waits}::integer[])[1]))
    on conflict (account, guessed, source) do update
    set
      failed = case when held.begun_at <= now() - interval '1 day' then 1 else held.failed + 1 end,
      begun_at = case when held.begun_at <= now() - interval '1 day' then now() else held.begun_at end,
      open_at = now() + make_interval(secs => (${waits}::integer[])[
        case when held.begun_at <= now() - interval '1 day' then 1 else least(held.failed + 1, cardinality(${waits}::integer[])) end
      ])
    where held.open_at <= clock_timestamp() or held.begun_at <= now() - interval '1 day'
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Seconds until the next guess; 0 when none waits. `clock_timestamp`: a guess beside this one may have opened it since the transaction began. */
export async function secondsUntilOpen(db: Database | Tx, { account, guessed, source }: Counter): Promise<number> {
  const row = await db
    .selectFrom('guess_count')
    .select(
      sql<number>`extract(epoch from least(open_at, begun_at + interval '1 day') - clock_timestamp())::float8`.as('seconds'),
    )
    .where('account', '=', account)
    .where('guessed', '=', guessed)
    .where('source', '=', source)
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/** Takes one guess back, or `all` of them. */
export async function uncountGuess(tx: Tx, { account, guessed, source }: Counter, all: boolean): Promise<void> {
  await tx
    .updateTable('guess_count')
    .set({ failed: all ? 0 : sql<number>`greatest(failed - 1, 0)`, open_at: sql<Temporal.Instant>`now()` })
    .where('account', '=', account)
    .where('guessed', '=', guessed)
    .where('source', '=', source)
    .execute();
}

/** What was guessed of these accounts is worth nothing any more, since what it was guessed of has been replaced. */
export async function forgetGuesses(tx: Tx, accounts: readonly string[], of: readonly Guessed[]): Promise<void> {
  await tx.deleteFrom('guess_count').where('account', 'in', accounts).where('guessed', 'in', of).execute();
}

/** Deletes counters whose day is over; returns how many. */
export async function deleteOldGuesses(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('guess_count')
    .where(sql<boolean>`begun_at < now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
