// The guides, the README and the pages of commands and places name only routes, jobs, rooms and files that exist.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { jobs } from '../../src/worker.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${PROJECT}${path}`, 'utf8');
const GUIDES = globSync('docs/guides/*.md', { cwd: PROJECT });

const { paths }: { paths: Record<string, object> } = JSON.parse(read('docs/openapi.json'));
const routes = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
);

for (const guide of [...GUIDES, 'README.md', 'docs/commands.md', 'docs/where-to-find.md']) {
  it(`${guide}: its routes, jobs and files are there`, () => {
    const words = [...read(guide).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
    const named = words.filter((word) => /^(GET|POST|PUT|PATCH|DELETE) /.test(word));
    const unknown = named.filter((call) => !routes.includes(call.replace(' ...', ' /administration/property')));
    const known = jobs.map(({ name }) => name);
    const run = words.flatMap((word) => /^npm run job ([\w-]+)/.exec(word)?.[1] ?? []);
    const files = words.filter((word) => /^(src|scripts|test)\/\S+\.ts$/.test(word));
    assert.deepEqual(unknown, []);
    assert.deepEqual(
      run.filter((name) => !known.includes(name)),
      [],
    );
    assert.deepEqual(
      files.filter((path) => !existsSync(`${PROJECT}${path}`)),
      [],
    );
  });
}

it('docs/where-to-find.md names every room', () => {
  const page = read('docs/where-to-find.md');
  const rooms = globSync('src/features/**/index.ts', { cwd: PROJECT }).map((door) => basename(dirname(door)));
  assert.ok(rooms.length > 0);
  assert.deepEqual(
    rooms.filter((room) => !page.includes(`\`${room}\``)),
    [],
  );
});

it('docs/where-to-find.md: what it says to search for is there', () => {
  const [table = ''] = /^\| you look for [\s\S]*?\n\n/m.exec(read('docs/where-to-find.md')) ?? [];
  const words = table
    .split('\n')
    .slice(1)
    .flatMap((row) => [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
    .filter((word) => !word.includes('/') || word.includes("'"))
    .filter((word) => !word.endsWith('.ts'));
  const sources = globSync('src/**/*.ts', { cwd: PROJECT }).map(read);
  assert.ok(words.length > 8, `${words.length} words`);
  assert.deepEqual(
    words.filter((word) => !sources.some((text) => text.includes(word))),
    [],
  );
});
