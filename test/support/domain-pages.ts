// The pages of docs/domain as tests read them: their headings and links, and the tables of the golden cases.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const PROJECT = resolve(import.meta.dirname, '../..');

/** A table of a page: its headings and, in their order, the cells of each row. */
export type Table = { line: number; headings: string[]; rows: string[][] };

/** A heading with the anchor that links name, and the tables between it and the next one. */
export type Section = { title: string; anchor: string; line: number; tables: Table[] };

/** A page, its path below the project. Whatever stands between fences is no part of its sections, links and tables. */
export type Page = { path: string; text: string; sections: Section[] };

/** The page with this path below the project. */
export function readPage(path: string): Page {
  const text = withoutFences(readFileSync(join(PROJECT, path), 'utf8'));
  const sections: Section[] = [];
  let table: Table | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const title = /^#{1,6} (.+)$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, anchor: anchorOf(title), line: index + 1, tables: [] });
    if (!line.startsWith('|')) table = undefined;
    else if (table) table.rows.push(cellsOf(line));
    else {
      table = { line: index + 1, headings: cellsOf(line), rows: [] };
      sections.at(-1)?.tables.push(table);
    }
  }
  return { path, text, sections };
}

/** Every page of the domain. */
export function domainPages(): Page[] {
  return globSync('docs/domain/*.md', { cwd: PROJECT }).toSorted().map(readPage);
}

/** The anchor that GitHub gives a heading: lower case, hyphens for spaces, no other punctuation. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
}

/** Fenced lines become empty ones, so that line numbers stay. */
function withoutFences(text: string): string {
  let isFenced = false;
  return text
    .split('\n')
    .map((line) => {
      const isFence = line.startsWith('```');
      if (isFence) isFenced = !isFenced;
      return isFence || isFenced ? '' : line;
    })
    .join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

type Row<Heading extends string> = Readonly<Record<Heading, string>>;

/** The tables of a golden case, row by row. Fails unless they have exactly these headings, in this order. */
export function goldenCase<const Headings extends readonly (readonly string[])[]>(
  id: string,
  ...headings: Headings
): { [Index in keyof Headings]: Row<Headings[Index][number]>[] } {
  const found = domainPages().flatMap(({ sections }) => sections.filter(({ title }) => title === id));
  assert.equal(found.length, 1, `${id} stands ${found.length} times in docs/domain`);
  const tables = found[0]?.tables ?? [];
  assert.deepEqual(
    tables.map((table) => table.headings),
    headings,
    `tables of ${id}`,
  );
  const rows = tables.map((table) => {
    const cells = table.rows.slice(1);
    assert.ok(cells.length > 0, `a table of ${id} has no rows`);
    return cells.map((row) => Object.fromEntries(table.headings.map((heading, index) => [heading, row[index] ?? ''])));
  });
  // Border: the headings of each table were compared just now.
  return rows as { [Index in keyof Headings]: Row<Headings[Index][number]>[] };
}

/** The whole number of a cell, which may be written in groups: `79 167`. */
export function wholeOf(cell: string): number {
  const number = cell === '' ? Number.NaN : Number(cell.replaceAll(' ', ''));
  assert.ok(Number.isSafeInteger(number), `"${cell}" is no whole number`);
  return number;
}

/** The parts of a cell that lists some; none of an empty cell. */
export function listOf(cell: string): string[] {
  return cell === '' ? [] : cell.split(', ');
}
