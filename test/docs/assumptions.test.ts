// docs/assumptions.md and the code that cites it: every cited decision is written down, once, in its place, and is short enough to read.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const PROJECT = resolve(import.meta.dirname, '../..');
const ID = /\bA-[a-z]+(?:-[a-z]+)*-\d+\b/g;
const MAX_WORDS = 60;
const MAX_ITEMS = 80;

type Item = { id: string; topic: string; number: number; text: string; section: string };

/** The items in the order of the file, each with the heading above it. */
function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    section = /^#+ (?<title>.+)$/.exec(line)?.groups?.title ?? section;
    const found = /^- (?<id>A-(?<topic>[a-z-]+)-(?<number>\d+)): (?<text>.+)$/.exec(line)?.groups;
    if (!found) continue;
    const { id = '', topic = '', number = '', text: words = '' } = found;
    items.push({ id, topic, number: Number(number), text: words, section });
  }
  return items;
}

const assumptions = readFileSync(join(PROJECT, 'docs/assumptions.md'), 'utf8');
const items = itemsOf(assumptions);
const listed = items.map(({ id }) => id);

describe('docs/assumptions.md', () => {
  it('has decisions, each once', () => {
    assert.ok(listed.length > 0);
    assert.deepEqual(
      listed.filter((id, index) => listed.indexOf(id) !== index),
      [],
    );
  });

  it('has nothing but decisions in its lists', () => {
    const bullets = assumptions.split('\n').filter((line) => /^\s*[-*] /.test(line));
    assert.equal(bullets.length, items.length, 'A line of a list reads "- A-room-1: ...", on one line.');
  });

  it('has each decision in the section of its name, in ascending order', () => {
    const strays = items.filter(({ topic, section }) => topic !== section).map(({ id, section }) => `${id} in ${section}`);
    const late = items.filter(({ section, number }, index) => {
      const before = items[index - 1];
      return before?.section === section && before.number >= number;
    });
    assert.deepEqual(strays, []);
    assert.deepEqual(
      late.map(({ id }) => id),
      [],
    );
  });

  it(`has at most ${MAX_ITEMS} decisions`, () => {
    assert.ok(
      listed.length <= MAX_ITEMS,
      'Keep what the owner of the product must confirm; the rest is a sentence of docs/domain.',
    );
  });

  it(`has no decision above ${MAX_WORDS} words`, () => {
    const long = items.flatMap(({ id, text }) => {
      const words = text.split(/\s+/).length;
      return words > MAX_WORDS ? [`${id}: ${words} words`] : [];
    });
    assert.deepEqual(long, [], 'Say the decision; how it works in detail belongs to a page of docs/domain.');
  });

  it('has every decision that the code cites', () => {
    const files = globSync('{src,sandbox,scripts,bench}/**/*.ts', { cwd: PROJECT });
    const unknown = files.flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(ID)]
        .filter(([id]) => !listed.includes(id))
        .map(([id]) => `${file} cites ${id}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('has no decision that no code cites', () => {
    const files = globSync('{src,sandbox,scripts,db}/**/*.{ts,sql}', { cwd: PROJECT });
    const cited = new Set(files.flatMap((file) => readFileSync(join(PROJECT, file), 'utf8').match(ID) ?? []));
    assert.deepEqual(
      listed.filter((id) => !cited.has(id)),
      [],
      'Cite the decision where the code carries it out.',
    );
  });
});
