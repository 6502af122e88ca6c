// The words of the console: all of them are in the catalogue, none is empty, and the languages are two.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { settings, subjects } from '../../src/config/settings.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Words, and functions that make words of numbers and names. */
type Tree = { [name: string]: Tree | string | ((...given: unknown[]) => string) };

/** Bundled for Node, as the sources are written for a browser: what they ask of one is given here. */
async function readCatalogue(): Promise<Record<string, { fr: Tree; en: Tree }>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ['web/console/catalogue.ts'],
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

function leavesOf(tree: Tree, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return leavesOf(value, `${path}${name}.`);
    return [[`${path}${name}`, typeof value === 'function' ? value(...Array<string>(value.length).fill('7')) : value]];
  });
}

describe('the words of the console', async () => {
  const catalogue = await readCatalogue();
  it('every file of words is in the catalogue', () => {
    const listed = readFileSync(resolve(PROJECT, 'web/console/catalogue.ts'), 'utf8');
    const files = globSync('web/console/*/words.ts', { cwd: PROJECT });
    assert.ok(files.length >= 3);
    for (const file of files) assert.ok(listed.includes(file.replace('web/console/', './')), file);
  });
  it('each word is there in both languages', () => {
    for (const [page, { fr, en }] of Object.entries(catalogue)) {
      const [french, english] = [leavesOf(fr), leavesOf(en)];
      assert.deepEqual(
        french.map(([path]) => path),
        english.map(([path]) => path),
        page,
      );
      for (const [path, text] of [...french, ...english]) assert.notEqual(text.trim(), '', `${page}.${path}`);
    }
  });
  it('French has the apostrophe and the spaces of the French', () => {
    for (const [page, { fr }] of Object.entries(catalogue))
      for (const [path, text] of leavesOf(fr)) assert.doesNotMatch(text, /'|\.\.\.|\S[!?;](\s|$)/, `${page}.${path}`);
  });
  it('each setting and each subject of settings has its words, and no other has', () => {
    for (const tree of [catalogue.settings?.fr, catalogue.settings?.en]) {
      const { meanings = {}, subjects: named = {} } = tree ?? {};
      assert.deepEqual(Object.keys(meanings).toSorted(), Object.keys(settings).toSorted());
      assert.deepEqual(Object.keys(named).toSorted(), subjects.map(({ title }) => title).toSorted());
      // One sentence: a full stop at its end, and nowhere else before a blank.
      for (const [path, text] of leavesOf({ meanings })) assert.match(text, /^[^.]+(?:\.\S[^.]*)*\.$/, path);
    }
  });
  it('each CSV file is named by what it holds, in French, then by which record or month', () => {
    const named = globSync('web/console/**/*.tsx', { cwd: PROJECT }).flatMap((file) =>
      [...readFileSync(resolve(PROJECT, file), 'utf8').matchAll(/\bcsv=("[^"]*"|\{`[^`]*`\}|\{.* \? .*\})/g)].flatMap(
        ([, code = '']) =>
          [...code.matchAll(/["'`]([^"'`]*)["'`]/g)].flatMap(([, name = '']) => (name === '' ? [] : [{ file, name }])),
      ),
    );
    assert.ok(named.length > 30, `only ${named.length} exports`);
    const isAlike = (name: string) =>
      /^(?!mortar)[a-z]+(?:-[a-z]+)*(?:-\$\{[\w.]*(?:[iI]d\.slice\(0, 8\)|period)\})?$/.test(name);
    assert.deepEqual(
      named.filter(({ name }) => name !== 'waiting' && !isAlike(name)),
      [],
    );
    const english = ['bricks', 'deals', 'holders', 'investors', 'payouts', 'purchases', 'tax', 'withdrawals'];
    assert.deepEqual(
      named.filter(({ name }) => english.some((word) => name.split('-').includes(word))),
      [],
    );
  });
  it('the sentences of the errors differ between the languages', () => {
    const [french = '', english = ''] = ['fr', 'en'].map((name) =>
      readFileSync(resolve(PROJECT, `web/errors/${name}.ts`), 'utf8'),
    );
    const sentences = (text: string) => [...text.matchAll(/:\s+'([^']+)'/g)].map(([, sentence]) => sentence);
    assert.ok(sentences(french).length > 240);
    assert.deepEqual(
      sentences(french).filter((sentence) => sentences(english).includes(sentence)),
      [],
    );
  });
});
