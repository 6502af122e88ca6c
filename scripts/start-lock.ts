// Prevents two `npm start` in one data folder, of which one would stop the other's database at its end.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitUntil } from './wait-until.ts';

const STOPPING = 'stopping';
/** An ended npm is noticed within half a second (npm-gone.ts). */
const NOTICED_WITHIN_MS = 1_500;
const STOPPED_WITHIN_MS = 60_000;

/** `release` removes the lock; `stopping` shows another start that it can wait for the lock. */
export type StartLock = { stopping(): void; release(): void };

/** Process number of the living `npm start` that uses `dataDir`; the mark of a killed one does not count. */
export function startUsing(dataDir: string): number | undefined {
  const pid = Number.parseInt(readOrEmpty(markOf(dataDir)), 10);
  return pid > 1 && pid !== process.pid && commandOf(pid).includes('start.ts') ? pid : undefined;
}

/**
 * Waits for an earlier `npm start` that is about to stop, as after a signal and a new start right behind it. One that does not
 * stop is left to those who look at the ports and at the lock.
 */
export async function waitForStoppingStart(dataDir: string, print: (line: string) => void): Promise<void> {
  const isGone = () => startUsing(dataDir) === undefined;
  const isStopping = () => readOrEmpty(markOf(dataDir)).includes(STOPPING);
  const deadline = performance.now() + NOTICED_WITHIN_MS;
  const what = 'the end of the other npm start';
  const known = () => isGone() || isStopping() || performance.now() > deadline;
  await waitUntil(() => (known() ? true : undefined), { what, timeoutMs: NOTICED_WITHIN_MS * 2 });
  if (isGone() || !isStopping()) return;
  print('Waiting for the earlier npm start to stop ...');
  await waitUntil(() => (isGone() ? true : undefined), { what, timeoutMs: STOPPED_WITHIN_MS });
}

/** Marks `dataDir` as used by this process. Throws when another start uses it. */
export function lockDataDir(dataDir: string): StartLock {
  const other = startUsing(dataDir);
  if (other !== undefined) {
    throw new Error(
      `another npm start (process ${other}) uses the folder ${dataDir}: stop it, or set DATA_DIR to another folder`,
    );
  }
  const mark = markOf(dataDir);
  writeFileSync(mark, `${process.pid}\n`);
  return {
    stopping: () => writeFileSync(mark, `${process.pid} ${STOPPING}\n`),
    release: () => rmSync(mark, { force: true }),
  };
}

function markOf(dataDir: string): string {
  return path.join(dataDir, 'start.pid');
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`);
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
