// Runs the statements of a request with pgbench: the same prepared texts on the same server and rows, without the service.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ID_BASE } from './people.ts';
import { isBracket, type Statement } from './statements.ts';
import type { MeasuredSystem } from './system.ts';

/**
 * A number in the captured values that differs from transaction to transaction: `text` is how it stands in them, after its
 * `prefix`; `formula` computes it in pgbench from `:n`.
 */
export type Varying = { name: string; prefix: string; text: string; formula: string };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Turns captured statements into a script. Ids that the service made up become ids of `kind` numbered after the
 * transaction; whatever else does not vary stays as it was captured.
 * @param kind two hex digits, so that scripts on one database never make the same id
 */
export async function scriptOf(
  system: MeasuredSystem,
  statements: readonly Statement[],
  options: ScriptOptions,
): Promise<string> {
  const typed: TypedStatement[] = [];
  for (const statement of statements)
    typed.push({ ...statement, types: isBracket(statement) ? [] : await parameterTypes(system, statement.text) });
  return writeScript(typed, options);
}

/** `clients` are pgbench's: transactions are numbered through all of them. */
export type ScriptOptions = { clients: number; kind: string; varying: readonly Varying[] };

/** A statement with the types of its parameters, as PostgreSQL names them. */
export type TypedStatement = Pick<Statement, 'text' | 'values'> & { types: readonly string[] };

/** The text of the script; see {@link scriptOf}. */
export function writeScript(statements: readonly TypedStatement[], { clients, kind, varying }: ScriptOptions): string {
  const parts = varying.map(({ name, prefix, text }) => ({ found: prefix + text, expression: `${quoted(prefix)} || :${name}` }));
  const knownIds = new Set(parts.map(({ found }) => found));
  const lines = statements.map(({ text, values, types }) => {
    const expressions = values.map((value, index) => {
      if (value === null) return `null::${types[index]}`;
      for (const [id] of value.matchAll(UUID)) {
        if (knownIds.has(id) || isFixture(id)) continue;
        const prefix = `f${kind}${String(knownIds.size).padStart(2, '0')}000-0000-4000-8000-`;
        parts.push({ found: id, expression: `${quoted(prefix)} || :made` });
        knownIds.add(id);
      }
      return `(${pieces(value, parts).join(' || ')})::${types[index]}`;
    });
    return `${text.replaceAll(/\$(\d+)/g, (_, number) => expressions[Number(number) - 1] ?? 'null')};`;
  });
  const numbers = new Map(varying.map(({ name, formula }) => [name, formula]));
  const header = [
    `\\set n :first + :i * ${clients} + :client_id`,
    '\\set i :i + 1',
    `\\set made ${ID_BASE} + :n`,
    ...[...numbers].map(([name, formula]) => `\\set ${name} ${ID_BASE} + ${formula}`),
  ];
  return `${[...header, ...lines].join('\n')}\n`;
}

/** Ids of rows that were there before and are the same for everybody. */
function isFixture(id: string): boolean {
  return id.startsWith('94090000-');
}

/** Splits a value at what varies: constant texts quoted, the rest as expressions. */
function pieces(value: string, parts: readonly { found: string; expression: string }[]): string[] {
  const next = parts
    .map((part) => ({ ...part, at: value.indexOf(part.found) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.found.length - a.found.length)[0];
  if (next === undefined) return [quoted(value)];
  const before = value.slice(0, next.at);
  const after = value.slice(next.at + next.found.length);
  return [...(before === '' ? [] : [quoted(before)]), next.expression, ...(after === '' ? [] : pieces(after, parts))];
}

/** A literal in which pgbench finds no variable: it looks for colons inside quotes too. */
function quoted(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'::text`;
}

async function parameterTypes(system: MeasuredSystem, text: string): Promise<string[]> {
  await system.sql(`prepare bench_probe as ${text}`);
  const [row] = await system.sql<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'bench_probe'`,
  );
  await system.sql('deallocate bench_probe');
  return row?.types ?? [];
}

/** Whether there is a pgbench on this machine. */
export async function hasPgbench(): Promise<boolean> {
  const child = spawn('pgbench', ['--version'], { stdio: 'ignore' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('error', () => resolve(false));
  child.once('exit', (code) => resolve(code === 0));
  return promise;
}

/** Runs transactions `first` to `first + count - 1` of the script and answers how many there were a second. */
export async function runPgbench(
  system: MeasuredSystem,
  script: string,
  run: { clients: number; first: number; count: number },
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mortar-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    writeFileSync(file, script);
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(run.clients),
      '-j',
      '1',
      '-t',
      String(Math.floor(run.count / run.clients)),
    ];
    const output = await outputOf(system, [...flags, '-D', `first=${run.first}`, '-D', 'i=0', '-f', file]);
    const perSecond = Number(/tps = ([\d.]+) \(without initial connection time\)/.exec(output)?.[1]);
    if (!/number of failed transactions: 0 /.test(output) || !(perSecond > 0)) throw new Error(`pgbench says: ${output}`);
    return perSecond;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function outputOf(system: MeasuredSystem, flags: readonly string[]): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(system.databaseUrl);
  const child = spawn('pgbench', flags, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: pathname.slice(1),
      PGOPTIONS: '-c role=mortar_app -c timezone=UTC',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`pgbench ended with ${child.exitCode}: ${output}`);
  return output;
}
