// Which test files `npm test` runs: all of them, or those that its arguments name.

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
