// A second PostgreSQL that follows the embedded one by streaming replication: copied while the first one runs, promoted when it is gone.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts';
import { findHome, folderOf, giveTo } from './postgres-home.ts';
import { waitUntil } from './wait-until.ts';

const PROMOTED_WITHIN_SECONDS = 30;
const FOLLOWS_WITHIN_MS = 60_000;

/** Folder of the data files of the server of `dataDir`. */
export function clusterOf(dataDir: string): string {
  return path.join(folderOf(path.resolve(dataDir)), 'cluster');
}

/**
 * Copies the data files of a running server into `copyDir` (PostgreSQL's low-level backup: pg_backup_start, copy, pg_backup_stop, whose label
 * goes into the copy). What the copy needs of the log is not in it: it comes by replication or from an archive.
 */
export async function copyRunning(options: { url: string; dataDir: string; copyDir: string }): Promise<{ cluster: string }> {
  const from = clusterOf(options.dataDir);
  const home = await findHome(path.resolve(options.copyDir), () => {});
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('mortar', fast => true)");
    const copied = spawnSync('cp', ['-a', from, home.cluster], { encoding: 'utf8' });
    // Files that vanish or change meanwhile are what the log repairs; cp says 1 of those that vanished.
    if (!existsSync(path.join(home.cluster, 'PG_VERSION'))) throw new Error(`the data files were not copied: ${copied.stderr}`);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => true)');
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(home.cluster, name), { force: true });
    for (const folder of ['pg_wal', 'pg_replslot']) emptyFolder(path.join(home.cluster, folder));
    writeFileSync(path.join(home.cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    mkdirSync(path.join(home.cluster, 'pg_wal', 'archive_status'), { recursive: true });
    for (const name of ['backup_label', 'pg_wal/archive_status']) giveTo(home.runAs, path.join(home.cluster, name));
    return { cluster: home.cluster };
  } finally {
    await client.end();
  }
}

/** A server that follows another one. `url` is the superuser's, for the database that the primary's `url` names. */
export type Standby = EmbeddedPostgres & {
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
};

/**
 * Starts a standby of the server at `primary`, and makes the primary wait for it with every commit: what was acknowledged is then on two
 * disks. Throws when it does not follow in time.
 */
export async function startStandby(options: {
  primary: { url: string; dataDir: string };
  dataDir: string;
  settings: Record<string, string>;
}): Promise<Standby> {
  const { primary, dataDir, settings } = options;
  const home = await findHome(path.resolve(dataDir), () => {});
  await copyRunning({ url: primary.url, dataDir: primary.dataDir, copyDir: dataDir });
  const { hostname, port, username, password } = new URL(primary.url);
  writeFileSync(path.join(home.cluster, 'standby.signal'), '');
  giveTo(home.runAs, path.join(home.cluster, 'standby.signal'));
  const connection = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  const server = await startPostgres({ dataDir, settings: { ...settings, primary_conninfo: connection } });
  await on(primary.url, async (client) => {
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    await waitUntil(
      async () => {
        const { rowCount } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
        return rowCount === 1 ? true : undefined;
      },
      { what: 'the standby following the primary', timeoutMs: FOLLOWS_WITHIN_MS },
    );
  });
  return {
    ...server,
    promote: () =>
      on(server.url, async (client) => {
        const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, $1) as done', [PROMOTED_WITHIN_SECONDS]);
        if (rows[0]?.done !== true) throw new Error('the standby was not promoted');
      }),
  };
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Does something with its own connection. */
export async function on(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
