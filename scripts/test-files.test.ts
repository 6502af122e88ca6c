// Which test files the arguments of `npm test` choose, and what it prints at the end.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { LONG_RUNS, selectTestFiles } from './test-files.ts';
import { closingLines } from './test-reporter.ts';

const ALL = [
  'test/scenarios/life.test.ts',
  'src/features/access/mfa/rules.test.ts',
  'src/core/cents.test.ts',
  'test/architecture/planted/bad.test.ts',
];

test('without arguments everything runs, in order, except planted violations', () => {
  assert.deepEqual(selectTestFiles(ALL, []), {
    files: ['src/core/cents.test.ts', 'src/features/access/mfa/rules.test.ts', 'test/scenarios/life.test.ts'],
    options: [],
    everything: true,
  });
});

test('a folder, a test file, the file beside it and a runner option each choose what they name', () => {
  const chosen = (...args: string[]) => selectTestFiles(ALL, args).files;
  assert.deepEqual(chosen('src/features/access/mfa'), ['src/features/access/mfa/rules.test.ts']);
  assert.deepEqual(chosen('./src/core/cents.test.ts', 'life'), ['src/core/cents.test.ts', 'test/scenarios/life.test.ts']);
  assert.deepEqual(chosen('src/core/cents.ts'), ['src/core/cents.test.ts']);
  assert.deepEqual(chosen('nowhere'), []);
  const named = selectTestFiles(ALL, ['--test-name-pattern=expiry', 'mfa']);
  assert.deepEqual(
    [named.options, named.files, named.everything],
    [['--test-name-pattern=expiry'], ['src/features/access/mfa/rules.test.ts'], false],
  );
});

test('the closing lines are those of the runner', () => {
  const counts = { tests: 9, suites: 1, passed: 6, failed: 1, cancelled: 0, skipped: 2, todo: 0 };
  const lines = closingLines({ counts, durationMs: 12.6, failures: [], ended: [], slowest: [] });
  assert.equal(lines, 'ℹ tests 9\nℹ suites 1\nℹ pass 6\nℹ fail 1\nℹ cancelled 0\nℹ skipped 2\nℹ todo 0\nℹ duration_ms 13');
});

test('the files that are begun first exist', () => {
  assert.deepEqual(
    LONG_RUNS.filter((file) => !existsSync(file)),
    [],
  );
});
