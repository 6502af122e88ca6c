// Reads the Mermaid drawings of ARCHITECTURE.md, and what they must agree with.

import { globSync } from 'node:fs';
import { posix } from 'node:path';

/** From one node to another. */
export type Arrow = { from: string; to: string };

/** An arrow between two files below src: solid on the spine of a flow, dotted beside it; with a label it is no import. */
export type FlowArrow = Arrow & { isSpine: boolean; isImport: boolean };

/** A flow: what it is, its files and the arrows between them. */
export type Flow = { title: string; files: string[]; arrows: FlowArrow[] };

/** The text between `<!-- name:start -->` and `<!-- name:end -->`. */
export function section(text: string, name: string): string {
  const [start, end] = [text.indexOf(`<!-- ${name}:start -->`), text.indexOf(`<!-- ${name}:end -->`)];
  if (start < 0 || end < start) throw new Error(`ARCHITECTURE.md has no drawing between <!-- ${name}:start --> and its end`);
  return text.slice(start, end);
}

/** The rooms of each wing: `wing["<b>wing</b>: what for<br/>room<br/>room"]`. */
export function drawnRooms(drawing: string): { wing: string; room: string }[] {
  return [...drawing.matchAll(/^\s*\w+\["<b>(\w+)<\/b>[^<]*((?:<br\/>[\w-]+)+)"\]$/gm)].flatMap(([, wing = '', rooms = '']) =>
    rooms
      .split('<br/>')
      .filter(Boolean)
      .map((room) => ({ wing, room })),
  );
}

/** Every folder below src/features with a door, and the folder between where there is one. */
export function roomFolders(root: string): { wing: string | undefined; room: string }[] {
  return globSync('src/features/**/index.ts', { cwd: root }).map((door) => {
    const parts = posix.dirname(door.replaceAll('\\', '/')).split('/').slice(2);
    return { wing: parts.length > 1 ? parts[0] : undefined, room: parts.at(-1) ?? '' };
  });
}

/** Ids of the nodes: `ID["text"]` or `ID(["text"])`. */
export function nodesOf(drawing: string): string[] {
  return [...drawing.matchAll(/^\s*([A-Z_]+)\(?\["/gm)].map(([, id = '']) => id);
}

/** `FROM -->|label| TO`. */
export function arrowsOf(drawing: string): Arrow[] {
  return [...drawing.matchAll(/^\s*(\w+) -->\|[^|\n]+\| (\w+)$/gm)].map(([, from = '', to = '']) => ({ from, to }));
}

/** Each subgraph of a flowchart whose nodes are files: `id["path/file.ts"]`, `-->` along the spine, `-.->` beside it. */
export function drawnFlows(drawing: string): Flow[] {
  return [...drawing.matchAll(/^ {2}subgraph \w+\["([^"]+)"\]\n([\s\S]*?)^ {2}end$/gm)].map(([, title = '', body = '']) => {
    const files = new Map([...body.matchAll(/(\w+)\["([^"]+\.ts)"\]/g)].map(([, id = '', path = '']) => [id, path]));
    const steps = body.replace(/\["[^"]+"\]/g, '');
    // Looks ahead, as the end of one arrow of a line is the beginning of the next.
    const arrows = [...steps.matchAll(/(\w+) (-->|-\.->)(\|[^|]+\|)?(?= (\w+))/g)].map(([, from = '', kind, label, to = '']) => ({
      from: files.get(from) ?? from,
      to: files.get(to) ?? to,
      isSpine: kind === '-->',
      isImport: label === undefined,
    }));
    return { title, files: [...files.values()], arrows };
  });
}

/** The states of a state diagram and the steps between two of them; `[*]` is neither. */
export function drawnStates(drawing: string): { states: string[]; steps: Arrow[] } {
  const lines = [...drawing.matchAll(/^\s*(\w+|\[\*\]) --> (\w+|\[\*\])(?::.*)?$/gm)].map(([, from = '', to = '']) => ({
    from,
    to,
  }));
  const states = new Set(lines.flatMap(({ from, to }) => [from, to]).filter((state) => state !== '[*]'));
  return { states: [...states], steps: lines.filter(({ from, to }) => from !== '[*]' && to !== '[*]') };
}

/** The accounts that accounts.ts knows, as the drawing calls them: the words of its constants, templates and purses. */
export function accountNames(source: string): string[] {
  const [, external = ''] = /EXTERNAL = '(\w+)'/.exec(source) ?? [];
  const [, purses = ''] = /export const PURSES = \[(.*)\] as const;/.exec(source) ?? [];
  const platform = [...source.matchAll(/'PLAT:(\w+)'/g)].map(([, account]) => `PLAT_${account}`);
  const templates = [...source.matchAll(/`(INV|SPV):\$\{\w+\}:(\w+)`/g)].map(([, owner, account]) => `${owner}_${account}`);
  const ofProjects = [...purses.matchAll(/'(\w+)'/g)].map(([, purse]) => `PRO_${purse}`);
  return [external, ...platform, ...templates, ...ofProjects];
}
