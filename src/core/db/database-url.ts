// Finds the addresses of the database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';

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
