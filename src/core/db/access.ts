// How the processes reach the database: its addresses, and what a pooler in between must set.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ConfigError } from '../errors.ts';
import { APPLICATION_ROLE, type Database } from './pool.ts';

/** Connection URL of the database: the setting, else the embedded server that `npm start` left running. */
export function databaseUrl(config: { DATABASE_URL: string | undefined; DATA_DIR: string }): string {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
  try {
    return readFileSync(join(config.DATA_DIR, 'postgres.url'), 'utf8').trim();
  } catch {
    throw new ConfigError([
      `DATABASE_URL is not set and no embedded database runs in ${config.DATA_DIR}: start it with \`npm start\`, or set DATABASE_URL.`,
    ]);
  }
}

/** How the processes reach the database; with a pooler in transaction mode `sessionUrl` goes around it or keeps the session. */
export type DatabaseAccess = { url: string; sessionUrl: string; isPooled: boolean };

/** The address for statements and transactions, and the one for what needs a session: notifications. */
export function databaseAccess(
  config: Parameters<typeof databaseUrl>[0] & { DATABASE_SESSION_URL: string | undefined },
): DatabaseAccess {
  const url = databaseUrl(config);
  return { url, sessionUrl: config.DATABASE_SESSION_URL ?? url, isPooled: config.DATABASE_SESSION_URL !== undefined };
}

/**
 * Throws unless the connections of the pooler act as the role of the application, in UTC and with timeouts: without the role the service
 * could change what is append-only, without timeouts a request could wait endlessly.
 */
export async function assertPooler(db: Database): Promise<void> {
  const { rows } = await sql<{ role: string; timeZone: string; unset: string[] }>`
    select
      current_user::text as role,
      current_setting('timezone') as "timeZone",
      array(
        select name
        from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name
        where current_setting(name) in ('0', '')
      ) as unset`.execute(db);
  const [found] = rows;
  const faults = [
    ...(found?.role === APPLICATION_ROLE ? [] : [`acts as ${found?.role}, not as ${APPLICATION_ROLE}`]),
    ...(found?.timeZone === 'UTC' ? [] : [`has the time zone ${found?.timeZone}, not UTC`]),
    ...(found?.unset ?? []).map((name) => `has no ${name}`),
  ];
  if (faults.length > 0)
    throw new ConfigError(faults.map((fault) => `The pooler of DATABASE_URL ${fault}: see docs/guides/behind-a-pooler.md.`));
}
