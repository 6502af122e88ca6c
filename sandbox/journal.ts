// The state file: a snapshot as JSON lines, to which changes are appended, so a change costs one small write and survives kill -9. The
// file is rewritten atomically (temp file and rename) at start, at stop and when it has grown.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MIN_GROWTH_BYTES = 16 * 1024 * 1024;
const CHUNK_CHARS = 1024 * 1024;

export type Journal = {
  /** Appends a record as one line, in one write. */
  append(record: unknown): void;
  /** Replaces the file by these records, atomically. */
  rewrite(records: Iterable<unknown>): void;
  /** True when enough was appended since the last rewrite for another one. */
  hasGrown(): boolean;
  close(): void;
};

/**
 * All records of the file, oldest first; none when it does not exist. An incomplete last line (after a kill) is dropped.
 * @throws when any other line is not JSON
 */
export function readJournal(path: string): unknown[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop(); // empty, or an incomplete last write
  return lines.map((line, index) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`state file ${path} is damaged at line ${index + 1}: delete it to start afresh`);
    }
  });
}

export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  let appendedBytes = 0;
  let snapshotBytes = 0;
  return {
    append(record) {
      appendedBytes += writeSync(file, `${JSON.stringify(record)}\n`);
    },
    rewrite(records) {
      const temp = `${path}.tmp`;
      const fresh = openSync(temp, 'w');
      snapshotBytes = writeLines(fresh, records);
      fsyncSync(fresh);
      renameSync(temp, path);
      closeSync(file);
      file = fresh;
      appendedBytes = 0;
    },
    hasGrown: () => appendedBytes > Math.max(MIN_GROWTH_BYTES, 2 * snapshotBytes),
    close: () => closeSync(file),
  };
}

function writeLines(file: number, records: Iterable<unknown>): number {
  let bytes = 0;
  let chunk = '';
  for (const record of records) {
    chunk += `${JSON.stringify(record)}\n`;
    if (chunk.length < CHUNK_CHARS) continue;
    bytes += writeSync(file, chunk);
    chunk = '';
  }
  return bytes + (chunk === '' ? 0 : writeSync(file, chunk));
}
