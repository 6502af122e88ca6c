// `npm run examples -- src/features/investing/wallet`: runs these tests (all without a name) and takes from what they send and get the
// examples of the API description that are missing or whose schema has changed; the others stay as they are.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../test/support/exchanges.ts';
import { byWorth, fits, pruned, type Schema, scrubbed } from './example-rules.ts';
import { ownSuccess } from './own-success.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = join(PROJECT, 'src/features/operations/operator/examples.json');

type Content = { content?: Record<string, { schema?: Schema }> };
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> };
type Example = { body?: unknown; answer?: unknown };
/** `body` and `answer`: schemas of its JSON; absent where it has none. */
type Target = { operationId: string; method: string; path: RegExp; places: number; body?: Schema; answer?: Schema };

const folder = process.env.EXCHANGES_DIR ?? mkdtempSync(join(tmpdir(), 'mortar-exchanges-'));
try {
  // A folder that is given holds exchanges already.
  if (process.env.EXCHANGES_DIR === undefined) await runTests(process.argv.slice(2));
  const before: Record<string, Example> = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
  const { kept, missing } = merge(before, exchangesIn(folder));
  writeFileSync(EXAMPLES, `${JSON.stringify(kept, null, 1)}\n`);
  console.log(`${Object.keys(kept).length} operations have examples; \`npm run generate\` puts them into the description`);
  if (missing.length > 0) console.log(`still without one: ${missing.join(', ')}`);
} finally {
  if (process.env.EXCHANGES_DIR === undefined) rmSync(folder, { recursive: true, force: true });
}

async function runTests(args: readonly string[]): Promise<void> {
  const env = { ...process.env, EXCHANGES_DIR: folder };
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/test.ts'), ...args], { cwd: PROJECT, stdio: 'inherit', env });
  await once(child, 'exit');
}

function exchangesIn(from: string): Exchange[] {
  const lines = readdirSync(from).flatMap((name) => readFileSync(join(from, name), 'utf8').split('\n'));
  // Border: written by the client of the tests; the last line of a process that was killed may be cut.
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Exchange] : []));
}

function merge(before: Readonly<Record<string, Example>>, exchanges: readonly Exchange[]) {
  const targets = targetsOf();
  const successes = exchanges.filter(({ status, path }) => status < 300 && status !== 202 && !path.includes('dryRun=true'));
  const byTarget = Map.groupBy(successes, (exchange) => targetOf(targets, exchange)?.operationId);
  const found = targets.map(({ operationId, body, answer }): [string, Example] => {
    const old = before[operationId] ?? {};
    const candidates = (byTarget.get(operationId) ?? []).map(({ sent, got }) => {
      const [askedFor, answered] = scrubbed([body && pruned(body, sent), answer && pruned(answer, got)]);
      return { body: askedFor, answer: answered };
    });
    const shows = (one: Example, part: 'body' | 'answer', schema: Schema | undefined) =>
      schema === undefined || (one[part] !== undefined && fits(schema, one[part]));
    const whole = candidates.filter((one) => shows(one, 'body', body) && shows(one, 'answer', answer)).sort(byWorth);
    const best = (part: 'body' | 'answer', schema: Schema | undefined) => {
      if (schema === undefined) return {};
      if (shows(old, part, schema)) return { [part]: old[part] };
      // Both of one exchange, where one has both.
      const found = whole[0] ?? candidates.filter((one) => shows(one, part, schema)).sort(byWorth)[0];
      return found ? { [part]: found[part] } : {};
    };
    return [operationId, { ...best('body', body), ...best('answer', answer) }];
  });
  const missing = targets.flatMap(({ operationId, body, answer }, index) => {
    const example = found[index]?.[1] ?? {};
    return (body && example.body === undefined) || (answer && example.answer === undefined) ? [operationId] : [];
  });
  const kept = Object.fromEntries(
    found.filter(([, example]) => Object.keys(example).length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { kept, missing };
}

function targetsOf(): Target[] {
  const document = JSON.parse(readFileSync(join(PROJECT, 'docs/openapi.json'), 'utf8'));
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return resolved(document.components.schemas[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
  };
  // Border: our own description, of which none of the schemas holds itself.
  const paths = resolved(document.paths) as Record<string, Record<string, Operation>>;
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, requestBody, responses }]): Target => {
      const success = responses[ownSuccess(responses) ?? ''];
      const body = requestBody?.content?.['application/json']?.schema;
      const answer = success?.content?.['application/json']?.schema;
      return {
        operationId,
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        places: path.split('{').length,
        ...(body ? { body } : {}),
        ...(answer ? { answer } : {}),
      };
    }),
  );
  // Fixed words of a path win over its parameters.
  return all.sort((a, b) => a.places - b.places);
}

function targetOf(targets: readonly Target[], { method, path }: Exchange): Target | undefined {
  const [bare = ''] = path.split('?', 1);
  return targets.find((target) => target.method === method && target.path.test(bare));
}
