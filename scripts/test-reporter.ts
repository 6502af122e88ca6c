// How `npm test` shows a run: one line per file, failures in full as they come, and the counts in a file for the closing lines.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Numbers of one file or of the whole run, as node's runner counts them. */
export type Counts = {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
};

/** What the run leaves in the file named by MORTAR_TEST_SUMMARY; `ended` are the test files that were run to their end. */
export type Summary = {
  counts: Counts;
  durationMs: number;
  failures: string[];
  ended: string[];
  slowest: { file: string; durationMs: number }[];
};

const SLOWEST = 5;

export const NO_SUMMARY: Summary = {
  counts: { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 },
  durationMs: 0,
  failures: [],
  ended: [],
  slowest: [],
};

/** What one process of the run has printed since its last test file ended: hidden for a file that passes. */
type Since = { output: string; tests: number; failed: number; skipped: number };

/** A test or suite that has ended; `entryFile` is its process's own file, missing where the process itself is meant. */
type Ended = TestEnd & { entryFile?: string };
type TestEnd = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data'];

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  const files: { file: string; durationMs: number }[] = [];
  const processes = new Map<string, Since>();
  const sinceLastFile = (name: string): Since => {
    const process = path.resolve(name);
    const since = processes.get(process) ?? { output: '', tests: 0, failed: 0, skipped: 0 };
    processes.set(process, since);
    return since;
  };
  for await (const event of events) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      sinceLastFile(event.data.file).output += event.data.message;
    } else if (event.type === 'test:diagnostic' && event.data.file !== undefined) {
      sinceLastFile(event.data.file).output += `${event.data.message}\n`;
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      // Border: the runner does not type this field.
      const ended: Ended = event.data;
      const error = event.type === 'test:fail' ? event.data.details.error : undefined;
      if (error && isNews(ended, error)) {
        failures.push(nameOf(ended));
        const reason = ended.entryFile
          ? describe(error)
          : `${processEnd(error)}\n${sinceLastFile(ended.file ?? ended.name).output}`;
        yield `\n✖ ${nameOf(ended)}\n${indent(reason)}\n`;
      }
      if (ended.entryFile === undefined) continue;
      const since = sinceLastFile(ended.entryFile);
      if (ended.nesting > 0) count(since, ended, error);
      else {
        files.push({ file: ended.name, durationMs: ended.details.duration_ms });
        yield fileLine(ended, since, error === undefined) + (error ? indent(since.output) : '');
        processes.delete(path.resolve(ended.entryFile));
      }
    } else if (event.type === 'test:summary' && event.data.file !== undefined) {
      yield indent(sinceLastFile(event.data.file).output);
    } else if (event.type === 'test:summary') {
      // Node counts the failed ones too, though its types do not say so.
      const counts: Counts = { failed: 0, ...event.data.counts };
      const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
      writeSummary({ counts, durationMs: event.data.duration_ms, failures, ended: files.map(({ file }) => file), slowest });
    }
  }
}

/** A suite that fails only because of its tests says nothing new; a test marked as todo may fail. */
function isNews({ todo }: Ended, error: Error): boolean {
  return todo === undefined && errorField(error, 'failureType') !== 'subtestsFailed';
}

/** A suite without a parent is a whole file, and named after it. */
function nameOf({ nesting, name, file = '', line = 1 }: Ended): string {
  return nesting === 0 ? name : `${path.relative(process.cwd(), file)}:${line}  ${name}`;
}

function count(since: Since, { details, skip }: Ended, error: Error | undefined): void {
  if (details.type === 'suite') return;
  since.tests += 1;
  if (error) since.failed += 1;
  else if (skip !== undefined) since.skipped += 1;
}

function processEnd(error: Error): string {
  const code = errorField(error, 'exitCode');
  const signal = errorField(error, 'signal');
  if (typeof signal === 'string') return `A process of the run ended with ${signal}.`;
  return code === 0 || code === undefined ? describe(error) : `A process of the run ended with code ${String(code)}.`;
}

function errorField(error: Error, name: 'failureType' | 'exitCode' | 'signal'): unknown {
  // Border: the runner puts these fields on its errors without typing them.
  return Object.entries(error).find(([key]) => key === name)?.[1];
}

function fileLine({ name, details }: Ended, { tests, failed, skipped }: Since, success: boolean): string {
  const parts = [`${tests} tests`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  return `${success ? '✔' : '✖'} ${name}  ${parts.join(', ')}, ${(details.duration_ms / 1000).toFixed(1)} s\n`;
}

/** The closing lines of node's own reporter, which continuous integration reads. */
export function closingLines({ counts, durationMs }: Summary): string {
  const numbers = {
    tests: counts.tests,
    suites: counts.suites,
    pass: counts.passed,
    fail: counts.failed,
    cancelled: counts.cancelled,
    skipped: counts.skipped,
    todo: counts.todo,
    duration_ms: Math.round(durationMs),
  };
  return Object.entries(numbers)
    .map(([name, count]) => `ℹ ${name} ${count}`)
    .join('\n');
}

function writeSummary(summary: Summary): void {
  const file = process.env.MORTAR_TEST_SUMMARY;
  if (file !== undefined) writeFileSync(file, JSON.stringify(summary));
}

/** The runner wraps what a test threw; the cause is what its author wants to see, without the runner's own lines. */
function describe(error: Error): string {
  const { cause } = error;
  if (typeof cause === 'string') return cause;
  // An assertion's fields only repeat its message.
  const isAssertion = cause instanceof Error && cause.name === 'AssertionError';
  const text = isAssertion ? (cause.stack ?? cause.message) : inspect(cause ?? error, { depth: 6 });
  return text
    .split('\n')
    .filter((line) => !/^\s+at .*node:internal/.test(line))
    .join('\n');
}

function indent(text: string): string {
  return text === '' ? '' : `${text.trimEnd().replaceAll(/^/gm, '  ')}\n`;
}
