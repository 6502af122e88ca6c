// The SQL that the service sends for one request, read from the log of the database server.

import type { MeasuredSystem } from './system.ts';

/** A statement as the server received it; `values` are the texts of $1, $2, ... */
export type Statement = { text: string; values: readonly (string | null)[]; atMs: number };

/** Statements that begin or end a transaction. */
export function isBracket({ text }: Statement): boolean {
  return /^(begin|start transaction|commit|rollback)\b/i.test(text);
}

type LogEntry = { timestamp: string; application_name?: string; message?: string; detail?: string };

/** The service's own connections; its job queue and the pool of the session layer say nothing of a request. */
const APPLICATION = 'mortar';

/** Runs `request` while every statement is logged, and returns those of the service in their order. */
export async function captureStatements(system: MeasuredSystem, request: () => Promise<unknown>): Promise<Statement[]> {
  await system.sql(`alter system set log_statement = 'all'`);
  await system.sql('select pg_reload_conf()');
  try {
    // The reload is noticed by each connection before its next statement; this one of ours shows that it has begun.
    const start = `bench-${process.hrtime.bigint()}`;
    while (!(await logContains(system, start))) await system.sql(`select '${start}'`);
    await request();
    const end = `bench-${process.hrtime.bigint()}`;
    await system.sql(`select '${end}'`);
    while (!(await logContains(system, end)));
    const entries = await readLog(system);
    const last = (text: string) => entries.findLastIndex(({ message }) => message?.includes(text));
    return entries
      .slice(last(start) + 1, last(end))
      .filter(({ application_name }) => application_name === APPLICATION)
      .flatMap(toStatement);
  } finally {
    await system.sql('alter system reset log_statement');
    await system.sql('select pg_reload_conf()');
  }
}

async function readLog(system: MeasuredSystem): Promise<LogEntry[]> {
  const [row] = await system.sql<{ text: string }>(`select pg_read_file(pg_current_logfile('jsonlog')) as text`);
  return (row?.text ?? '')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

async function logContains(system: MeasuredSystem, text: string): Promise<boolean> {
  const entries = await readLog(system);
  return entries.some(({ message }) => message?.startsWith('statement: ') && message.includes(text));
}

function toStatement({ message = '', detail = '', timestamp }: LogEntry): Statement[] {
  const text = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(message)?.[1];
  if (text === undefined) return [];
  const values = [...detail.matchAll(/\$\d+ = (?:(NULL)|'((?:[^']|'')*)')/g)].map(([, isNull, value = '']) =>
    isNull ? null : value.replaceAll("''", "'"),
  );
  return [{ text, values, atMs: Date.parse(timestamp.replace(' UTC', 'Z').replace(' ', 'T')) }];
}
