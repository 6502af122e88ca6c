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

/** What the run leaves in the file named by MORTAR_TEST_SUMMARY. */
export type Summary = { counts: Counts; durationMs: number; failures: string[]; slowest: { file: string; durationMs: number }[] };

const SLOWEST = 5;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  const outputs = new Map<string, string>();
  const files: { file: string; durationMs: number }[] = [];
  const keep = (name: string, text: string) => {
    const file = path.resolve(name);
    outputs.set(file, (outputs.get(file) ?? '') + text);
  };
  const takeOutput = (file: string) => {
    const text = outputs.get(file) ?? '';
    outputs.delete(file);
    return indent(text);
  };
  for await (const event of events) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      // Kept until its file ends: of a file that passes nobody wants to read it.
      keep(event.data.file, event.data.message);
    } else if (event.type === 'test:diagnostic' && event.data.file !== undefined) {
      keep(event.data.file, `${event.data.message}\n`);
    } else if (event.type === 'test:fail' && isNews(event.data)) {
      const { details, name, file = '', line } = event.data;
      const isFile = path.resolve(name) === file;
      const where = isFile ? name : `${relative(file)}:${line ?? 1}  ${name}`;
      failures.push(where);
      yield `\n✖ ${where}\n${indent(isFile ? fileEnd(details.error) : describe(details.error))}${isFile ? takeOutput(file) : ''}\n`;
    } else if (event.type === 'test:summary') {
      const { file, duration_ms: durationMs, success } = event.data;
      // Node counts the failed ones too, though its types do not say so.
      const counts: Counts = { failed: 0, ...event.data.counts };
      if (file === undefined) {
        const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
        writeSummary({ counts, durationMs, failures, slowest });
      } else {
        files.push({ file: relative(file), durationMs });
        yield fileLine(relative(file), counts, durationMs, success) + (success ? '' : takeOutput(file));
        if (success) outputs.delete(file);
      }
    }
  }
}

/** A suite that fails only because of its tests says nothing new; a test marked as todo may fail. */
function isNews(data: { todo?: string | boolean | undefined; details: { error: Error } }): boolean {
  return data.todo === undefined && errorField(data.details.error, 'failureType') !== 'subtestsFailed';
}

/** What is known of a file that failed as a whole; the reason stands in its output. */
function fileEnd(error: Error): string {
  const code = errorField(error, 'exitCode');
  const signal = errorField(error, 'signal');
  if (typeof signal === 'string') return `The process of this file ended with ${signal}.`;
  return code === 0 || code === undefined ? describe(error) : `The process of this file ended with code ${String(code)}.`;
}

function errorField(error: Error, name: 'failureType' | 'exitCode' | 'signal'): unknown {
  // Border: the runner puts these fields on its errors without typing them.
  return Object.entries(error).find(([key]) => key === name)?.[1];
}

function fileLine(file: string, counts: Counts, durationMs: number, success: boolean): string {
  const failed = counts.failed + counts.cancelled;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${success ? '✔' : '✖'} ${file}  ${counts.tests} tests${failed > 0 ? `, ${failed} failed` : ''}${skipped}, ${(durationMs / 1000).toFixed(1)} s\n`;
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

function relative(file: string): string {
  return path.relative(process.cwd(), file);
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
