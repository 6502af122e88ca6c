// docs/domain holds together: links lead to headings that exist, headings name one thing, tables are whole, golden cases are read.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { domainPages, type Page, PROJECT, readPage } from '../support/domain-pages.ts';

const GOLDEN = Array.from({ length: 24 }, (_, index) => `G-${index + 1}`);

const pages = domainPages();
const documents = globSync(['docs/**/*.md', '*.md', 'sandbox/*.md', 'deploy/*.md'], { cwd: PROJECT }).map(readPage);

/** Targets of a document's links, inline and by reference, without those to other hosts. */
function linksOf({ text }: Page): string[] {
  const prose = text.replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?<inline>[^)\s]+)\)|^\[[^\]]+\]: (?<defined>\S+)$/gm)]
    .map(({ groups }) => groups?.inline ?? groups?.defined ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Why a link leads nowhere; undefined when it leads somewhere. */
function faultOf(from: Page, target: string): string | undefined {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from.path : relative(PROJECT, join(PROJECT, dirname(from.path), file));
  if (!existsSync(join(PROJECT, path))) return `${from.path}: ${target} is no file`;
  if (anchor === undefined || statSync(join(PROJECT, path)).isDirectory()) return undefined;
  const anchors = readPage(path).sections.map((section) => section.anchor);
  return anchors.includes(anchor) ? undefined : `${from.path}: ${target} is no heading`;
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    assert.deepEqual(
      documents.flatMap((page) => linksOf(page).flatMap((target) => faultOf(page, target) ?? [])),
      [],
      'Correct the link, or put the heading back.',
    );
  });
});

/**
 * How a comment cites a page: `ledger.md#accounts`, with or without its folder. Links to other documents have a path before
 * them.
 */
const CITATION = /(?<![\w./-])(?:docs\/domain\/)?(?<page>[a-z-]+\.md)#(?<anchor>[\w-]+)/g;

/** Sections of the specification that these pages replace. */
const OLD_NAME = /\b(?:DOMAIN|DESIGN|PROVIDER|ROUTING) (?:§[\d.]*\d|rule \d)|\bQ\d{2,3}\b/g;

describe('the code', () => {
  it('cites pages and headings of the domain that exist', () => {
    const known = pages.flatMap(({ path, sections }) => sections.map(({ anchor }) => `${path}#${anchor}`));
    const files = globSync('{src,test,scripts,bench,sandbox,db}/**/*.{ts,sql}', { cwd: PROJECT });
    const unknown = files.flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(CITATION)]
        .filter(({ groups }) => !known.includes(`docs/domain/${groups?.page}#${groups?.anchor}`))
        .map(([citation]) => `${file} cites ${citation}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('cites nothing that a reader does not have', () => {
    const files = globSync('{src,test,scripts,bench,sandbox,db}/**/*.{ts,sql}', { cwd: PROJECT });
    const old = files.flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(OLD_NAME)].map(([name]) => `${file} cites ${name}`),
    );
    assert.deepEqual(old, []);
  });
});

describe('the pages of the domain', () => {
  it('are all in the index', () => {
    const index = pages.find(({ path }) => path.endsWith('/README.md')) ?? assert.fail('no index');
    const linked = linksOf(index).map((target) => target.split('#')[0]);
    const others = pages.filter((page) => page !== index).map(({ path }) => path.replace('docs/domain/', ''));
    assert.deepEqual(
      others.filter((page) => !linked.includes(page)),
      [],
    );
  });

  for (const page of pages) {
    it(`${page.path}: every heading is one of a kind`, () => {
      const anchors = page.sections.map(({ anchor }) => anchor);
      assert.deepEqual(
        anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index),
        [],
      );
    });

    it(`${page.path}: every table has whole rows`, () => {
      const tables = page.sections.flatMap((section) => section.tables);
      assert.deepEqual(
        tables.flatMap(({ line, headings, rows }) => {
          const isRuled = rows[0]?.every((cell) => /^-+$/.test(cell)) ?? false;
          const uneven = rows.flatMap((cells, index) => (cells.length === headings.length ? [] : [line + 1 + index]));
          return isRuled && rows.length > 1 ? uneven : [line];
        }),
        [],
        'lines of these tables',
      );
    });

    it(`${page.path}: every decision that it names is defined below and listed`, () => {
      const named = [...page.text.matchAll(/\[(A-[a-z-]+-\d+)\](?!:)/g)].map(([, id = '']) => id);
      const defined = [...page.text.matchAll(/^\[(A-[a-z-]+-\d+)\]: /gm)].map(([, id = '']) => id);
      const listed = readFileSync(join(PROJECT, 'docs/assumptions.md'), 'utf8');
      assert.deepEqual([...new Set(named)].toSorted(), defined.toSorted());
      assert.deepEqual(
        defined.filter((id) => !listed.includes(`\n- ${id}: `)),
        [],
      );
    });
  }
});

describe('the golden cases', () => {
  const titles = pages.flatMap(({ sections }) => sections.map(({ title }) => title));
  it('are 24, each under one heading', () => {
    assert.deepEqual(
      titles.filter((title) => /^G-/.test(title)).toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2))),
      GOLDEN,
    );
  });

  it('are each read by a test', () => {
    const tests = globSync(['src/**/*.test.ts', 'test/docs/*.test.ts'], { cwd: PROJECT })
      .map((path) => readFileSync(join(PROJECT, path), 'utf8'))
      .filter((text) => text.includes('goldenCase('))
      .join('\n');
    assert.deepEqual(
      GOLDEN.filter((id) => !tests.includes(`'${id}'`)),
      [],
    );
  });
});
