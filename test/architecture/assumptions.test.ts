// docs/assumptions.md and the code that cites it: every cited decision is written down, once.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const PROJECT = resolve(import.meta.dirname, '../..');
const ID = /\bA-[a-z]+(?:-[a-z]+)*-\d+\b/g;

const listed = readFileSync(join(PROJECT, 'docs/assumptions.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^- (A-[a-z-]+-\d+):/.exec(line)?.[1] ?? []);

describe('docs/assumptions.md', () => {
  it('has decisions, each once', () => {
    assert.ok(listed.length > 0);
    assert.deepEqual(
      listed.filter((id, index) => listed.indexOf(id) !== index),
      [],
    );
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
});
