// The words of the pages, as their catalogues have them, for the tests of both faces.

import { resolve } from 'node:path';
import { build } from 'esbuild';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Words, and functions that make words of numbers and names. */
export type Tree = { [name: string]: Tree | string | ((...given: unknown[]) => string) };

/** Bundled for Node, as the sources are written for a browser: what they ask of one is given here. */
export async function readCatalogue(entry: string): Promise<Record<string, { fr: Tree; en: Tree }>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    banner: {
      js: "const localStorage = { getItem: () => null, setItem: () => {} }, document = { documentElement: {} }, location = { origin: 'http://localhost' };",
    },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  // Border: the catalogue's own shape.
  return (await import(`data:text/javascript;base64,${code}`)).catalogue as Record<string, { fr: Tree; en: Tree }>;
}

export function leavesOf(tree: Tree, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return leavesOf(value, `${path}${name}.`);
    return [[`${path}${name}`, typeof value === 'function' ? value(...Array<string>(value.length).fill('7')) : value]];
  });
}
