// Notes what the tests observed of the contract: every answer of every request, audit kinds and state changes.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answered } from '../../src/core/http/server.ts';

/** One observation, a line of observed-*.jsonl in TEST_RUN_DIR; test/contract/report.ts reads them. */
export type Observation =
  | { kind: 'answer'; method: string; url: string; status: number; code: string | null }
  | { kind: 'audit'; audit: string }
  | { kind: 'state'; entity: string; from: string; to: string; trigger: string | null };

/** Collects observations of one world and refuses answers that the route did not declare. */
export function createRecorder() {
  const seen = new Set<string>();
  const undeclared = new Set<string>();
  const note = (observation: Observation) => seen.add(JSON.stringify(observation));
  return {
    answered: ({ method, url, path, status, code, declared }: Answered) => {
      // The session layer's routes hang below one wildcard.
      note({ kind: 'answer', method, url: url.endsWith('/*') ? path : url, status, code: code ?? null });
      if (!declared) undeclared.add(`${method} ${url} -> ${status}`);
    },
    audit: (audit: string) => note({ kind: 'audit', audit }),
    state: (entity: string, from: string, to: string, trigger: string | null = null) =>
      note({ kind: 'state', entity, from, to, trigger }),
    /** Writes the observations for the report; throws when a route answered a code it does not declare. */
    close: () => {
      const folder = process.env.TEST_RUN_DIR;
      if (folder) appendFileSync(join(folder, `observed-${process.pid}.jsonl`), [...seen].map((line) => `${line}\n`).join(''));
      if (undeclared.size > 0) throw new Error(`answered a code that the route does not declare: ${[...undeclared].join(', ')}`);
    },
  };
}
