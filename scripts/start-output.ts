// What `npm start` says and what it keeps: a person reads its steps on the terminal, the lines of its processes go into a file.

import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { prettyFactory } from 'pino-pretty';

/** A start that runs for weeks keeps at most twice this. */
const FULL_BYTES = 20 * 1024 * 1024;
const LAST_LINES = 15;

/** Takes one line; `from` is the process that said it, absent for what the start says itself. */
export type Print = (line: string, from?: string) => void;

export type StartOutput = {
  print: Print;
  /** The last lines of each process, for the terminal of a start that failed. */
  lastLines(): string[];
};

/**
 * Opens `mortar.log` in the data folder; `show` also gets the lines of processes where `logs` is set, readable there.
 * In production there is no file: all lines go to `show` as they are, for the supervisor that collects them.
 */
export function openStartOutput(
  dataDir: string,
  { logs, production, show }: { logs: boolean; production: boolean; show: (line: string) => void },
): StartOutput {
  if (production) {
    const print: Print = (line, from) => show(from === undefined ? line : `[${from}] ${line}`);
    return { print, lastLines: () => [] };
  }
  const file = logFileOf(dataDir);
  const readable = readableLines();
  const last = new Map<string, string[]>();
  let log = openSync(file, 'w', 0o600);
  let size = 0;
  let isWritten = true;
  const append = (line: string) => {
    if (size > FULL_BYTES) {
      closeSync(log);
      renameSync(file, `${file}.1`);
      log = openSync(file, 'w', 0o600);
      size = 0;
    }
    size += writeSync(log, `${line}\n`);
  };
  // On a full disk the platform runs on without its log, and says so once.
  const write = (line: string) => {
    try {
      append(line);
      isWritten = true;
    } catch (error) {
      if (isWritten) show(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
      isWritten = false;
    }
  };
  return {
    print: (line, from) => {
      if (from === undefined) show(line);
      else if (logs) show(`[${from}] ${readable(line)}`);
      write(from === undefined ? line : `[${from}] ${line}`);
      if (from !== undefined) last.set(from, [...(last.get(from) ?? []), line].slice(-LAST_LINES));
    },
    lastLines: () => [...last].flatMap(([from, lines]) => lines.map((line) => `[${from}] ${readable(line)}`)),
  };
}

export function logFileOf(dataDir: string): string {
  return path.join(dataDir, 'mortar.log');
}

/** Structured lines as a person reads them; what is no JSON stays. */
function readableLines(): (line: string) => string {
  const pretty = prettyFactory({
    colorize: process.stdout.isTTY === true,
    singleLine: true,
    ignore: 'pid,hostname,name',
    translateTime: 'SYS:HH:MM:ss',
  });
  return (line) => pretty(line).trimEnd();
}
