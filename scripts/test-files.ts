// Which test files `npm test` runs: all of them, or those that its arguments name; and which process of the run takes which.
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LIST = 'test-files.json';
/** What a test file has loaded stays: after so many a process ends, and another one goes on, which loads the program anew. */
export const FILES_OF_A_PROCESS = 64;

/** `options` are for node's runner; `everything` says that checks and contract coverage belong to the run. */
export type Selection = { files: string[]; options: string[]; everything: boolean };

/**
 * Sorts the arguments: those that begin with `-` are for node's runner (`--test-name-pattern=...`), the others name test files by
 * a folder, a file (also the one beside a test: `cents.ts`) or any part of the path. Planted violations are no tests.
 */
export function selectTestFiles(all: readonly string[], args: readonly string[]): Selection {
  const options = args.filter((arg) => arg.startsWith('-'));
  const wanted = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => arg.replace(/^\.\//, '').replace(/(?<!\.test)\.ts$/, '.test.ts'));
  const files = all
    .filter((file) => !file.includes('planted') && (wanted.length === 0 || wanted.some((part) => file.includes(part))))
    .sort();
  return { files, options, everything: args.length === 0 };
}

/** Files that take a minute or more, however short they are: begun last, a single one would delay the end of a run. */
export const LONG_RUNS: readonly string[] = [
  'test/console/pages-of-the-demo.test.ts',
  'test/security/hostile-bodies.test.ts',
  'test/security/hostile-paths.test.ts',
  'test/faults/every-flow.test.ts',
  'test/faults/silent-database.test.ts',
  'test/faults/payout-killed.test.ts',
  'test/faults/debit-killed.test.ts',
  'test/contract/states-of-subjects.test.ts',
];

/** Leaves the list for the processes of a run in its folder, what is likely to take long first. */
export function shareOut(folder: string, files: readonly string[]): void {
  const weights = new Map(files.map((file) => [file, LONG_RUNS.includes(file) ? Number.MAX_SAFE_INTEGER : statSync(file).size]));
  const longestFirst = files.toSorted((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
  writeFileSync(path.join(folder, LIST), JSON.stringify(longestFirst));
}

/** The next file that no process of the run has taken; now it is the caller's. */
export function takeFile(folder: string): string | undefined {
  // Border: written by shareOut a moment ago.
  const files: string[] = JSON.parse(readFileSync(path.join(folder, LIST), 'utf8'));
  return files.find((_, index) => {
    try {
      closeSync(openSync(path.join(folder, `taken-${index}`), 'wx'));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  });
}
