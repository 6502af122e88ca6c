// Notes what the tests observed of the contract, each with the test that did: answers, audit rows, state changes, rows shown by name.

import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { Answered } from '../../src/core/http/server.ts';
import { currentRequest, currentTest, type Request, type RunningTest, triggering } from './running-test.ts';

/** Test of an observation: its file's process, a number in it, and its name. */
export type TestName = { id: string; name: string };

/** One observation, a line of observed-*.jsonl in TEST_RUN_DIR; test/contract/report.ts reads them. */
export type Observation =
  | { kind: 'answer'; test: TestName; method: string; url: string; status: number; code: string | null }
  | { kind: 'audit'; test: TestName; method: string; url: string; audit: string; target: AuditTarget | null }
  | { kind: 'state'; test: TestName; row: string; moved: boolean; answers: string[] }
  | { kind: 'shown'; test: TestName; row: string };

/** What an audit row is about, and where in the request its id stands; `created` is an id that the request did not bring. */
export type AuditTarget = { type: string; from: 'path' | 'body' | 'created' };

/** A change of state that a test shows: `look` before `by` gives `from`, after it `to`; it is given what `by` returned. */
export type Change<T, V> = { from: V; to: V; look: (made: T | undefined) => Promise<V>; by: () => Promise<T> };

type Until = (look: () => Promise<boolean>, what: string) => Promise<unknown>;
/** A row of the audit log, as it stands at the end. */
export type CommittedAudit = { id: string; kind: string; targetType: string | null; targetId: string | null };
type Later = (committed: ReadonlyMap<string, CommittedAudit>) => Observation | undefined;

/** Collects observations of one world and refuses answers that the route did not declare. */
export function createRecorder() {
  const seen = new Set<string>();
  const later: Later[] = [];
  const undeclared = new Set<string>();
  const note = (observation: Observation) => seen.add(JSON.stringify(observation));
  return {
    answered: ({ method, url, path, status, code, declared }: Answered) => {
      if (!declared) undeclared.add(`${method} ${url} -> ${status}`);
      const request = currentRequest();
      // The session layer's routes hang below one wildcard.
      const route = { method, url: url.endsWith('/*') ? path : url };
      request?.trigger?.add(`${route.method} ${route.url} ${status}`);
      if (!request?.test) return;
      const test = nameOf(request.test);
      note({ kind: 'answer', test, ...route, status, code: code ?? null });
      for (const id of status < 400 ? request.audits : [])
        later.push((committed) => auditOf(committed.get(id), { test, route, request }));
    },
    /** Shows a row of the state tables; see World. */
    changes: async <T, V>(row: string, { from, to, look, by }: Change<T, V>, until: Until): Promise<T> => {
      const test = testThatShows(row);
      assert.deepEqual(await look(undefined), from, `${row}, before the trigger`);
      const answers = new Set<string>();
      const made = await triggering(answers, by);
      await until(async () => isDeepStrictEqual(await look(made), to), `${row}: ${inspect(to)}`);
      later.push(() => ({ kind: 'state', test, row, moved: !isDeepStrictEqual(from, to), answers: [...answers] }));
      return made;
    },
    /** Writes the observations for the report; throws when a route answered a code it does not declare. */
    close: (committed: readonly CommittedAudit[]) => {
      const rows = new Map(committed.map((row) => [row.id, row]));
      for (const observe of later) {
        const observation = observe(rows);
        if (observation) note(observation);
      }
      write([...seen]);
      if (undeclared.size > 0) throw new Error(`answered a code that the route does not declare: ${[...undeclared].join(', ')}`);
    },
  };
}

/** Says, beside the assertion, that the running test shows this row of test/contract/contract.json (limit, event, job, or an error with an id). */
export function shows(row: string): void {
  write([JSON.stringify({ kind: 'shown', test: testThatShows(row), row } satisfies Observation)]);
}

let rows: ReadonlySet<string> | undefined;

function testThatShows(row: string): TestName {
  rows ??= new Set(
    // Border: our own data file; every row that a test can name has an id.
    readFileSync(new URL('../contract/contract.json', import.meta.url), 'utf8').match(/(?<="id": ")[^"]+/g) ?? [],
  );
  if (!rows.has(row)) throw new Error(`test/contract/contract.json has no row ${row}`);
  const test = currentTest();
  if (!test) throw new Error(`${row} is shown by a test, not by a hook`);
  return nameOf(test);
}

/** Undefined for a row that was rolled back. */
function auditOf(
  row: CommittedAudit | undefined,
  { test, route, request }: { test: TestName; route: { method: string; url: string }; request: Request },
): Observation | undefined {
  if (!row) return undefined;
  const { kind: audit, targetType: type, targetId: id } = row;
  const target = type === null || id === null ? null : { type, from: whereIs(id, request) };
  return { kind: 'audit', test, ...route, audit, target };
}

function nameOf({ name, number }: RunningTest): TestName {
  return { id: `${process.pid}.${number}`, name };
}

function whereIs(id: string, { params, body }: Request): AuditTarget['from'] {
  const holds = (input: unknown) =>
    JSON.stringify(input ?? '')
      .toLowerCase()
      .includes(id.toLowerCase());
  return holds(params) ? 'path' : holds(body) ? 'body' : 'created';
}

function write(lines: readonly string[]): void {
  const folder = process.env.TEST_RUN_DIR;
  if (folder) appendFileSync(join(folder, `observed-${process.pid}.jsonl`), lines.map((line) => `${line}\n`).join(''));
}
