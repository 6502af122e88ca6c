// States of accounts, codes, counters and jobs that only time brings, and not the time of the world's clock: they expire by the
// database's own. All of it SQL.

import type { CustomerId } from '../../src/core/db/tables.ts';
import { timePasses } from './database-time.ts';
import type { World } from './world.ts';

/** Days after which a session that nobody uses is over. */
const SESSION_DAYS = 7;

/** Sessions of a user that have just begun end in so many days; 0: they are over. */
export async function sessionsEndIn(world: World, userId: string, days: number): Promise<void> {
  const moments = { table: 'auth_session', columns: ['"expiresAt"'], where: '"userId" = $2', values: [userId] };
  await timePasses(world, moments, `${SESSION_DAYS - days} days ${days === 0 ? 1 : 0} seconds`);
}

/** Sessions of a user began so much earlier, an interval of PostgreSQL, and end so much earlier. */
export async function sessionsBegan(world: World, userId: string, by: string): Promise<void> {
  const moments = { table: 'auth_session', columns: ['"createdAt"', '"endsAt"'], where: '"userId" = $2', values: [userId] };
  await timePasses(world, moments, by);
}

/** Codes and proofs whose identifier is like this are over. */
export async function expireCodes(world: World, identifier: string): Promise<void> {
  const where = 'identifier like $2';
  await timePasses(world, { table: 'auth_verification', columns: ['"expiresAt"'], where, values: [identifier] }, '1 day');
}

/** Links for a new password that were mailed to the address are over. */
export async function linksOver(world: World, email: string): Promise<void> {
  await timePasses(
    world,
    { table: 'auth_verification', columns: ['"expiresAt"'], where: 'value = $2', values: [email] },
    '1 hour',
  );
}

/** One code that is over and one that is not. */
export async function recordCodes(world: World): Promise<void> {
  // By SQL: a world without a worker makes no codes.
  await world.sql(
    `insert into auth_verification (identifier, value, "expiresAt") values ('late', 'x', now() - interval '1 second'), ('valid', 'x', now() + interval '1 minute')`,
  );
}

/** Accounts. By SQL: the service makes none without a password, or with a proven address that nobody asked for. */
export const accountIs = {
  withoutPassword: (world: World, userId: string) =>
    world.sql('update auth_account set password = null where "userId" = $1', [userId]),
  proven: (world: World, userId: string) => world.sql('update auth_user set "emailVerified" = true where id = $1', [userId]),
};

/** Guesses of passwords and codes were made so much earlier, an interval of PostgreSQL. */
export const guessesOver = (world: World, by: string) =>
  timePasses(world, { table: 'guess_count', columns: ['begun_at', 'open_at'], where: 'true' }, by);

/** The lock of the library after ten wrong codes of the second factor is over. */
export const secondFactorLocksOver = (world: World, userId: string) =>
  timePasses(
    world,
    { table: 'auth_two_factor', columns: ['"lockedUntil"'], where: '"userId" = $2', values: [userId] },
    '15 minutes',
  );

/** Asks for codes are forgotten, where their limit is not the subject. */
export async function forgetCodeRequests(world: World, customerId: CustomerId): Promise<void> {
  const columns = ['counter_expires_at', 'last_requested_at', 'resends_expire_at', 'last_resent_at'];
  await timePasses(world, { table: 'mfa_context', columns, where: 'customer_id = $2', values: [customerId] }, '1 day');
}

/** Damage: a code at rest of which one bit was changed. */
export async function damageCode(world: World, customerId: CustomerId): Promise<void> {
  await world.sql(
    `update mfa_context set code_ciphertext = set_byte(code_ciphertext, 30, get_byte(code_ciphertext, 30) # 1) where customer_id = $1`,
    [customerId],
  );
}

/** Counters of requests start afresh; those of accounts stay where only addresses are forgotten. */
export async function forgetRequests(world: World, which: 'all' | 'of addresses' = 'all'): Promise<void> {
  // By SQL: counters end by the machine's own clock.
  await world.sql(`delete from request_count where $1 or key not like 'account|%'`, [which === 'all']);
}

/** Signs of life of workers, as they would be after a time that no test waits. */
export const workers = {
  age: (world: World, seconds: number) =>
    timePasses(world, { table: 'worker_life', columns: ['seen_at', 'started_at'], where: 'true' }, `${seconds} seconds`),
  // By SQL: what the dead have left is copied, as starting and killing processes takes its time.
  dieTwice: (world: World) =>
    world.sql('insert into worker_life select gen_random_uuid(), started_at, seen_at from worker_life, generate_series(1, 2)'),
  haveStartedLongAgo: (world: World) =>
    timePasses(
      world,
      { table: 'worker_life', columns: ['started_at'], where: `seen_at > clock_timestamp() - interval '9 seconds'` },
      '31 seconds',
    ),
  // By SQL: no worker was ever there, though one has made the world.
  none: (world: World) => world.sql('delete from worker_life'),
};

/** Jobs. By SQL: none stops running by itself, and the last of many attempts comes after days. */
export const queue = {
  unscheduled: (world: World, name: string) => world.sql('delete from pgboss.schedule where name = $1', [name]),
  failed: (world: World, name: string, field: string, value: string) =>
    world.sql(`update pgboss.job set state = 'failed' where name = $1 and data ->> $2 = $3`, [name, field, value]),
  /** Takes the job out of the queue, for the test to do its work itself; ids of those taken. */
  taken: (world: World, name: string, field: string, value: string | undefined) =>
    world.sql<{ id: string }>('delete from pgboss.job where name = $1 and data ->> $2 = $3 returning id', [name, field, value]),
  /** The same for all that wait and speak of the address. */
  takenOf: <Data>(world: World, email: string) =>
    world.sql<{ id: string; name: string; data: Data }>(
      `update pgboss.job set state = 'completed' where data ->> 'email' = $1 and state = 'created' returning id, name, data`,
      [email],
    ),
};

/** Gift cards: a token that is over, guesses of an hour ago. */
export const giftCards = {
  tokensOver: (world: World, customerId: CustomerId) =>
    timePasses(world, { ...ofCustomer(customerId), table: 'gift_card_token', columns: ['expires_at'] }, '1 day'),
  /** The digest of a token, as the trigger writes it, without the mail. */
  token: (world: World, customerId: CustomerId, { digest, at, until }: { digest: Buffer; at: string; until: string }) =>
    // By SQL: the mailed code that a token is given for would be most of a test of every fault.
    world.sql('insert into gift_card_token (token_sha256, customer_id, expires_at, created_at) values ($1, $2, $3, $4)', [
      digest,
      customerId,
      until,
      at,
    ]),
  guessesOver: (world: World, customerId: CustomerId) =>
    timePasses(world, { ...ofCustomer(customerId), table: 'gift_card_guess', columns: ['window_started_at'] }, '61 minutes'),
};

/** A plan of automatic investment runs for a year more. */
export async function planGrowsOlder(world: World, customerId: CustomerId): Promise<void> {
  await timePasses(world, { ...ofCustomer(customerId), table: 'investment_plan', columns: ['active_since'] }, '1 year');
}

const ofCustomer = (customerId: CustomerId) => ({ where: 'customer_id = $2', values: [customerId] });
