// A PostgreSQL with an archive of its log, and another one that is made anew from a base backup and that archive, up to a moment.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts';
import { findHome, giveTo } from './postgres-home.ts';
import { clusterOf, on } from './postgres-standby.ts';
import { waitUntil } from './wait-until.ts';

const ARCHIVED_WITHIN_MS = 60_000;
const RESTORED_WITHIN_MS = 300_000;
const PLAIN_PATH = /^[\w./-]+$/;

/** A folder for the log inside `dataDir`, which the server's user may write. */
export async function makeArchive(dataDir: string): Promise<string> {
  const home = await findHome(path.resolve(dataDir), () => {});
  const archive = path.join(home.folder, 'wal');
  // Both commands below are read by a shell.
  if (!PLAIN_PATH.test(archive)) throw new Error(`${archive} is no plain path`);
  mkdirSync(archive, { recursive: true, mode: 0o700 });
  giveTo(home.runAs, archive);
  return archive;
}

/** Settings of a server whose log is copied there: each file whole or not at all, and the last one every so many seconds. */
export function archiving(archive: string, everySeconds: number): Record<string, string> {
  const copy = `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`;
  return { archive_mode: 'on', archive_command: copy, archive_timeout: `${everySeconds}s` };
}

/** Waits until everything that is committed now is in the archive. */
export async function allArchived(url: string): Promise<void> {
  await on(url, async (client) => {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as file');
    await waitUntil(
      async () => {
        const asked = 'select from pg_stat_archiver where last_archived_wal >= $1';
        return (await client.query(asked, [rows[0]?.file])).rowCount === 1 ? true : undefined;
      },
      { what: 'the log in the archive', timeoutMs: ARCHIVED_WITHIN_MS, everyMs: 100 },
    );
  });
}

/**
 * Makes a server in `dataDir` from the base backup in `backupDir` and the archive, as it was at `until` (PostgreSQL's own text of a
 * moment), and waits until it accepts writes. The backup is left as it is. Throws when the log does not reach that moment.
 */
export async function restoreServer(options: {
  backupDir: string;
  archive: string;
  dataDir: string;
  until: string;
  settings: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { backupDir, archive, dataDir, until, settings } = options;
  const home = await findHome(path.resolve(dataDir), () => {});
  const copied = spawnSync('cp', ['-a', clusterOf(backupDir), home.cluster], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`the base backup was not copied: ${copied.stderr}`);
  const signal = path.join(home.cluster, 'recovery.signal');
  writeFileSync(signal, '');
  giveTo(home.runAs, signal);
  const recovery = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: until,
    recovery_target_action: 'promote',
  };
  const server = await startPostgres({ dataDir, settings: { ...settings, ...recovery } });
  await on(server.url, async (client) => {
    await waitUntil(
      async () => ((await client.query('select where not pg_is_in_recovery()')).rowCount === 1 ? true : undefined),
      { what: 'the end of the recovery', timeoutMs: RESTORED_WITHIN_MS, everyMs: 50 },
    );
  });
  return server;
}
