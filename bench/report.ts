// Results of a benchmark run: a table to read, and a JSON file to compare.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';

/** One line of the table. Numbers are shown as they are in `ours` and `beside`; the verdict comes from `value`. */
export type Figure = {
  row: string;
  /** What was measured and what stands beside it, with their units. */
  ours: string;
  beside: string;
  /** The figure that the bar is about: a ratio, or a count. Absent: measured for information, or not at all. */
  value?: number;
  spread?: [least: number, greatest: number];
  /** `atLeast`: the greater the better. */
  bar?: { atLeast: number; stretch: number } | { atMost: number; stretch: number };
  /** What a reader must know to understand the line. */
  notes?: readonly string[];
};

const COLUMNS = ['row', 'ours', 'beside it', 'figure', 'bar', 'verdict'] as const;

/** The table, notes below it. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.row,
    figure.ours,
    figure.beside,
    figure.value === undefined ? '-' : shown(figure.value),
    barOf(figure),
    verdictOf(figure),
  ]);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const notes = figures.flatMap(({ row, notes = [] }) => notes.map((note) => `  ${row}: ${note}`));
  return [
    line(COLUMNS),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function barOf({ bar }: Figure): string {
  if (bar === undefined) return '-';
  return 'atLeast' in bar ? `>= ${bar.atLeast} (${bar.stretch})` : `<= ${bar.atMost} (${bar.stretch})`;
}

/** `stretch`, `met`, `missed`; a line without a bar or without a figure has none. */
function verdictOf({ bar, value }: Figure): 'stretch' | 'met' | 'missed' | '-' {
  if (bar === undefined || value === undefined) return '-';
  const reaches = (limit: number) => ('atLeast' in bar ? value >= limit : value <= limit);
  if (reaches(bar.stretch)) return 'stretch';
  return reaches('atLeast' in bar ? bar.atLeast : bar.atMost) ? 'met' : 'missed';
}

/** Writes `<folder>/<name>.json` and returns its path. */
export function writeResult(folder: string, name: string, figures: readonly Figure[], context: object): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  const result = {
    at: new Date().toISOString(),
    machine: machine(),
    ...context,
    figures: figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })),
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

function machine() {
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadAverage: loadAverage(),
  };
}

/** How busy the machine was besides us, where that can be read. */
function loadAverage(): number | undefined {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);
  } catch {
    return undefined;
  }
}
