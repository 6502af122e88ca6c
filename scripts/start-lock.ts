// Keeps two `npm start` out of one data folder: the second would stop the first one's database when it ends.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Process number of the living `npm start` that uses `dataDir`; the mark of a killed one does not count. */
export function startUsing(dataDir: string): number | undefined {
  const pid = Number(readOrEmpty(markOf(dataDir)));
  return pid > 1 && pid !== process.pid && commandOf(pid).includes('start.ts') ? pid : undefined;
}

/** Marks `dataDir` as used by this process; returns the function that takes the mark away. Throws when another start uses it. */
export function lockDataDir(dataDir: string): () => void {
  const other = startUsing(dataDir);
  if (other !== undefined) {
    throw new Error(
      `another npm start (process ${other}) uses the folder ${dataDir}: stop it, or set DATA_DIR to another folder`,
    );
  }
  const mark = markOf(dataDir);
  writeFileSync(mark, `${process.pid}\n`);
  return () => rmSync(mark, { force: true });
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
