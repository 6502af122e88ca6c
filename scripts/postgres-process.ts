// The PostgreSQL server as a process: finds, starts and stops it, and cleans up after a kill -9.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { giveTo, type PostgresHome } from './postgres-home.ts';
import { waitUntil } from './wait-until.ts';

/** A server that accepts connections. `child` is there when we started it ourselves. */
export type RunningServer = { pid: number; port: number; child?: ChildProcess };

/** Crash recovery after kill -9 replays the log first; that may take a while. */
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const LEFTOVERS_END_WITHIN_MS = 5_000;
const LARGEST_LOG_BYTES = 5_000_000;

/** What PostgreSQL writes into postmaster.pid, line by line; `ready` once it accepts connections. */
type PidFile = { pid: number; port: number; ready: boolean };

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * True when process `pid` is alive and a PostgreSQL of `cluster`; a number that another program got meanwhile is not, nor is a
 * zombie. PostgreSQL's processes work in their data folder, which is how they are known.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  if (process.platform === 'linux') return worksIn(String(pid), realpathSync(cluster));
  const run = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return run.status === 0 && run.stdout.includes(cluster);
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/** PostgreSQL processes of `cluster`: after kill -9 of the server its helpers live on for a moment. */
function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name, folder))
    .map(Number);
}

/**
 * The server that runs in `cluster`, for example after kill -9 of its parent; waits while it starts or stops.
 * Undefined when there is none; a stale postmaster.pid is then gone.
 */
export async function findRunning(cluster: string): Promise<RunningServer | undefined> {
  const found = await waitUntil(
    () => {
      const file = readPidFile(cluster);
      if (file === undefined || !isServerOf(file.pid, cluster)) return 'none' as const;
      return file.ready ? file : undefined;
    },
    { what: `the PostgreSQL that runs in ${cluster} accepting connections`, timeoutMs: READY_WITHIN_MS },
  );
  if (found !== 'none') return { pid: found.pid, port: found.port };
  await endLeftovers(cluster);
  // PostgreSQL would refuse to start if the number in the file were some other program's now.
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Sessions of a dead server end by themselves, unless they are deep in a computation; nothing that they still do would count. */
async function endLeftovers(cluster: string): Promise<void> {
  const gone = () => (processesOf(cluster).length === 0 ? true : undefined);
  const what = `the end of the processes left in ${cluster}`;
  try {
    await waitUntil(gone, { what, timeoutMs: LEFTOVERS_END_WITHIN_MS });
  } catch {
    for (const pid of processesOf(cluster)) process.kill(pid, 'SIGKILL');
    await waitUntil(gone, { what, timeoutMs: LEFTOVERS_END_WITHIN_MS });
  }
}

/**
 * Starts the server and waits until it accepts connections. `busy` means that the port was taken by somebody else.
 * Throws with the last lines of the server's log when it ends for another reason.
 */
export async function startServer(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
): Promise<RunningServer | 'busy'> {
  const logFile = path.join(home.folder, 'server.log');
  const output = openLog(logFile);
  const logStart = statSync(logFile).size;
  const flags = Object.entries({ port: String(port), ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own process group, so that Ctrl-C reaches it only through us, after those who use it; its own log file, so that it
  // does not end with our output.
  const child = spawn(home.postgres, ['-D', home.cluster, ...flags], {
    ...home.runAs,
    cwd: home.cluster,
    detached: true,
    stdio: ['ignore', output, output],
    env: serverEnvironment(),
  });
  closeSync(output);
  child.unref();
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  child.on('exit', (code, signal) => {
    failure = `it ended with ${signal ?? `code ${code}`}`;
  });
  return waitUntil(
    () => {
      if (failure !== undefined) return failed(failure, logFile, logStart);
      const file = readPidFile(home.cluster);
      return file?.ready === true && file.pid === child.pid ? { pid: file.pid, port: file.port, child } : undefined;
    },
    { what: `the start of PostgreSQL in ${home.cluster}`, timeoutMs: READY_WITHIN_MS },
  );
}

/** The server must not take over time zone, locale or connection settings of its parent. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

function failed(failure: string, logFile: string, logStart: number): 'busy' {
  const said = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n');
  if (said.some((line) => line.includes('Address already in use'))) return 'busy';
  throw new Error(`PostgreSQL did not start (${failure}). The end of ${logFile}:\n${said.slice(-8).join('\n')}`);
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > LARGEST_LOG_BYTES ? 'w' : 'a', 0o600);
}

/**
 * Stops the server: `fast` ends the sessions and writes everything down, `immediate` drops it like a crash (for folders that
 * are thrown away). A server that does not follow is dropped too.
 */
export async function stopServer(server: RunningServer, cluster: string, mode: 'fast' | 'immediate'): Promise<void> {
  const gone = () => (isServerOf(server.pid, cluster) ? undefined : true);
  if (gone()) return;
  process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  try {
    await waitUntil(gone, { what: 'the end of PostgreSQL', timeoutMs: STOPPED_WITHIN_MS });
  } catch {
    process.kill(server.pid, 'SIGQUIT');
    await waitUntil(gone, { what: 'the end of PostgreSQL', timeoutMs: STOPPED_WITHIN_MS });
  }
}

/**
 * Runs initdb into `folder` (made here). The password goes through a file that only the server's user may read.
 * UTF-8 with PostgreSQL's own C.UTF-8: sorts by code point, knows upper and lower case, the same on every machine.
 */
export async function initCluster(
  home: PostgresHome,
  folder: string,
  options: { passwordFile: string; sync: boolean },
): Promise<void> {
  giveTo(home.runAs, folder);
  giveTo(home.runAs, options.passwordFile);
  const flags = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // The password is 24 random bytes: many rounds would protect nothing, and cost each connection some milliseconds on both sides.
  const access = ['--auth=scram-sha-256', '--set=scram_iterations=1', `--pwfile=${options.passwordFile}`, '--no-instructions'];
  const child = spawn(home.initdb, ['-D', folder, ...flags, ...access, ...(options.sync ? [] : ['--no-sync'])], {
    ...home.runAs,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: serverEnvironment(),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part.toString('utf8');
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', reject);
  child.on('close', (code, signal) => {
    if (code === 0) resolve();
    else reject(new Error(`the database could not be made: initdb ended with ${signal ?? `code ${code}`}.\n${said.trim()}`));
  });
  await promise;
}
