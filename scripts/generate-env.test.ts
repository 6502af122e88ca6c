// .env.example changes nothing as it is, names no secret, and means what the defaults mean where it is uncommented.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../src/config/index.ts';
import type { Setting } from '../src/config/schema.ts';
import { settings } from '../src/config/settings.ts';
import { envExample } from './generate-env.ts';

const SETTING = /^#(?=[A-Z0-9_]+=)/gm;
const uncommented = parseEnv(envExample().replace(SETTING, ''));
const table: [string, Setting][] = Object.entries(settings);

test('a copy that nobody has filled in sets nothing', () => {
  assert.deepEqual(Object.entries(parseEnv(envExample())), []);
});

test('uncommented it has every setting with its default, and no secret', () => {
  assert.deepEqual(
    Object.keys(uncommented),
    Object.keys(uncommented).filter((name) => name in settings),
  );
  assert.equal(Object.keys(uncommented).length, table.length);
  for (const [name, { secret, default: fallback }] of table) {
    if (secret || fallback === undefined) assert.equal(uncommented[name], '', name);
  }
  const given = Object.fromEntries(Object.entries(uncommented).filter(([, value]) => value !== ''));
  assert.deepEqual(readConfig(given), readConfig({}));
});

test('what production requires is named at its head', () => {
  const [head = ''] = envExample().split('\n\n');
  for (const [name, { requiredInProduction }] of table) {
    assert.equal(new RegExp(`[ ,]${name}(,|$)`, 'm').test(head), requiredInProduction, name);
  }
});

test('the npm scripts that serve an installation read .env, tests and checks do not', () => {
  // Border: our own file, of which only commands are read.
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const reading = Object.keys(scripts).filter((name) => scripts[name]?.includes('--import ./scripts/dot-env.ts '));
  assert.deepEqual(reading, ['start', 'provider-contract', 'job', 'admin', 'migrate']);
});
