// The words of the console: all of them are in the catalogue, none is empty, and the languages are two.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { settings, subjects } from '../../src/config/settings.ts';
import { leavesOf, readCatalogue, type Tree } from '../support/page-words.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

describe('the words of the console', async () => {
  const catalogue = await readCatalogue('web/console/catalogue.ts');
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
  it('a violation has the same facts in both languages', () => {
    const factsOf = (tree: Tree | undefined) =>
      leavesOf({ sentences: tree?.sentences ?? {} }).map(([code, text]) => [code, text.match(/\{\w+\}/g)?.toSorted()]);
    assert.ok(factsOf(catalogue.violations?.fr).length > 45);
    assert.deepEqual(factsOf(catalogue.violations?.fr), factsOf(catalogue.violations?.en));
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
