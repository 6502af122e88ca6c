// The table "URL prefix | room" of ARCHITECTURE.md compared with the routes in src/. `node test/architecture/route-table.ts` prints
// the shortest table that is true.

import { posix } from 'node:path';
import ts from 'typescript';
import { finding, productFiles, readTree, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { isRouteCall } from './rule-3-whole-literals.ts';
import { literalText, propertyOf } from './syntax.ts';
import { REPOSITORY } from './walls.ts';

const ID = 'architecture-table';
export const START = '<!-- routes:start -->';
export const END = '<!-- routes:end -->';

/** One line of the table. `room` is the folder below src/ (`features/investing/marketplace`) or its last part (`marketplace`). */
export type Row = { prefix: string; room: string; line: number };
export type DeclaredRoute = { url: string; folder: string; file: SourceFile; node: ts.Node };

/** Rows between the markers of `text`; backquotes and links around a cell are only dress. Undefined without the markers. */
export function tableOf(text: string): Row[] | undefined {
  const lines = text.split('\n');
  const [start, end] = [lines.findIndex((line) => line.trim() === START), lines.findIndex((line) => line.trim() === END)];
  if (start < 0 || end < start) return undefined;
  return lines.slice(start + 1, end).flatMap((line, index) => {
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map(undress);
    const [prefix = '', room = ''] = cells;
    return prefix.startsWith('/') ? [{ prefix, room, line: start + 2 + index }] : [];
  });
}

function undress(cell: string): string {
  const words = cell
    .trim()
    .replace(/^\[([^\]]*)\]\(.*\)$/, '$1')
    .replaceAll('`', '')
    .trim();
  return words === '/' ? words : words.replace(/^src\//, '').replace(/\/$/, '');
}

/** Every `route(app, { url })` of the product with the folder of its file. */
export function declaredRoutes(tree: Tree): DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  for (const file of productFiles(tree)) {
    walk(file.ast, (node) => {
      const url = ts.isCallExpression(node) && isRouteCall(node) ? propertyOf(node.arguments.at(-1), 'url') : undefined;
      const text = literalText(url);
      if (url !== undefined && text !== undefined)
        routes.push({ url: text, folder: file.room ?? posix.dirname(file.path).replace(/^src\//, ''), file, node: url });
    });
  }
  return routes;
}

/** Where table and routes differ: a route without a row or with the row of another room, a row without a route. */
export function compareTable(rows: readonly Row[], routes: readonly DeclaredRoute[]): Finding[] {
  const used = new Set<Row>();
  const found: Finding[] = [];
  for (const { url, folder, file, node } of routes) {
    const row = longestPrefix(rows, url);
    if (row !== undefined) used.add(row);
    if (row === undefined)
      found.push(
        finding(
          file,
          node,
          ID,
          `${url} is under no prefix of the table in ARCHITECTURE.md`,
          `Add the row | \`<prefix>\` | ${folder} |; node test/architecture/route-table.ts prints the whole table.`,
        ),
      );
    else if (row.room !== folder && row.room !== folder.split('/').at(-1)) {
      const remedy = `Correct line ${row.line} of ARCHITECTURE.md, add a longer prefix for ${folder}, or move the route.`;
      found.push(
        finding(file, node, ID, `${url} is declared in ${folder}, the table sends ${row.prefix} to ${row.room}`, remedy),
      );
    }
  }
  for (const row of rows.filter((candidate) => !used.has(candidate))) {
    found.push({
      file: 'ARCHITECTURE.md',
      line: row.line,
      rule: ID,
      problem: `no route needs the row ${row.prefix}`,
      remedy: 'Delete the row, or correct its prefix.',
    });
  }
  return found;
}

/** The fewest rows that send every route to its room: a prefix that one room has for itself, else longer ones. */
export function shortestTable(routes: readonly DeclaredRoute[]): Pick<Row, 'prefix' | 'room'>[] {
  return rowsBelow(routes, 0, undefined).toSorted((a, b) => a.prefix.localeCompare(b.prefix));
}

function rowsBelow(
  routes: readonly DeclaredRoute[],
  depth: number,
  inherited: string | undefined,
): Pick<Row, 'prefix' | 'room'>[] {
  const [first] = routes;
  if (first === undefined) return [];
  const isOneRoom = routes.every(({ folder }) => folder === first.folder);
  const own = isOneRoom && depth > 0 ? first : routes.find(({ url }) => segments(url).length === depth);
  const room = own?.folder ?? inherited;
  const prefix = first.url
    .split('/')
    .slice(0, depth + 1)
    .join('/');
  const row = own === undefined || own.folder === inherited ? [] : [{ prefix: prefix || '/', room: own.folder }];
  if (isOneRoom && depth > 0) return row;
  const branches = Map.groupBy(
    routes.filter(({ url }) => segments(url).length > depth),
    ({ url }) => segments(url)[depth],
  );
  return [...row, ...[...branches.values()].flatMap((branch) => rowsBelow(branch, depth + 1, room))];
}

/** Prefixes end at a slash; a parameter in either place fits any other parameter. */
function longestPrefix(rows: readonly Row[], url: string): Row | undefined {
  const fits = rows.filter(({ prefix }) => {
    const [have, want] = [segments(url), segments(prefix)];
    return want.length <= have.length && want.every((part, index) => part === have[index]);
  });
  return fits.toSorted((a, b) => segments(b.prefix).length - segments(a.prefix).length)[0];
}

function segments(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? ':' : part));
}

if (import.meta.main) {
  const rows = shortestTable(declaredRoutes(readTree(REPOSITORY))).map(({ prefix, room }) => `| \`${prefix}\` | ${room} |`);
  console.log([START, '| URL prefix | room |', '|---|---|', ...rows, END].join('\n'));
}
