// Files in a folder of this machine: read by the account of the service alone, whole or not there at all.

import { chmod, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { newId } from '../../core/ids.ts';

/** For its owner alone. Set again after the creation, from which the umask of the process takes bits away. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Writes the file under a temporary name beside its own, flushes it, and renames it: whoever reads finds the old file or the whole new one,
 * also after a crash. A process that dies between leaves `….tmp`, which {@link filesIn} lists.
 */
export async function writeWhole(root: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = join(root, key);
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = join(folder, `${newId()}.tmp`);
  try {
    await writeFlushed(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    // Where even that fails it is a file without a row, which a job removes.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await flushFolder(folder);
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.chmod(FILE_MODE);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, FOLDER_MODE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(folder));
    return makeFolder(folder);
  }
  await chmod(folder, FOLDER_MODE);
  await flushFolder(dirname(folder));
}

/** Makes the names in it durable; a folder that may not be opened is left to the system. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => undefined);
  try {
    await opened?.sync();
  } finally {
    await opened?.close();
  }
}

const MANY = 1_000;

/** The keys of all files that were last written before `before`, in parts; temporary ones too. */
export async function* filesIn(root: string, before: Date): AsyncGenerator<string[]> {
  let keys: string[] = [];
  for await (const path of pathsIn(root)) {
    const known = await stat(path).catch(absentAsUndefined);
    if (!known || known.mtime >= before) continue;
    keys.push(relative(root, path).split(sep).join('/'));
    if (keys.length < MANY) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

async function* pathsIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(absentAsUndefined);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsIn(path);
    else if (entry.isFile()) yield path;
  }
}

function absentAsUndefined(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
