// The words of the investors' pages: all of them are in the catalogue, none is empty, the languages are two, and nothing promises or hurries.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { leavesOf, readCatalogue } from '../support/page-words.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

describe("the words of the investors' pages", async () => {
  const catalogue = await readCatalogue('web/investors/catalogue.ts');
  const each = (language: 'fr' | 'en') =>
    Object.entries(catalogue).flatMap(([page, words]) =>
      leavesOf(words[language]).map(([path, text]) => ({ name: `${page}.${path}`, text })),
    );

  it('every file of words is in the catalogue', () => {
    const listed = readFileSync(resolve(PROJECT, 'web/investors/catalogue.ts'), 'utf8');
    const files = globSync('web/investors/**/*.{ts,tsx}', { cwd: PROJECT }).filter((file) =>
      / = words\(/.test(readFileSync(resolve(PROJECT, file), 'utf8')),
    );
    assert.ok(files.length >= 10);
    for (const file of files) assert.ok(listed.includes(file.replace('web/investors/', './')), file);
  });

  it('each word is there in both languages', () => {
    const [french, english] = [each('fr'), each('en')];
    assert.deepEqual(
      french.map(({ name }) => name),
      english.map(({ name }) => name),
    );
    for (const { name, text } of [...french, ...english]) assert.notEqual(text.trim(), '', name);
  });

  it('French has the apostrophe and the spaces of the French', () => {
    for (const { name, text } of each('fr')) assert.doesNotMatch(text, /'|\.\.\.|\S[!?;](\s|$)/, name);
  });

  it('no word promises a gain, hurries or exclaims', () => {
    const forbidden = [
      /!/,
      /\bplus que\b/i,
      /dépêchez|profitez|dernière chance|sans risque/i,
      /\bonly \d+ left\b|hurry|risk-free/i,
    ];
    for (const { name, text } of [...each('fr'), ...each('en')])
      for (const pattern of forbidden) assert.doesNotMatch(text, pattern, name);
    for (const { name, text } of each('fr'))
      if (/garanti/i.test(text)) assert.match(text, /pas garanti|non garanti|n’est pas|garantie des dépôts|ne sont pas/, name);
  });
});
