// What every file of the repository owes to a stranger: no path of our machines, no private host, commands that exist, a first line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPOSITORY } from './walls.ts';

// Pieces, so that this file does not find itself. `/home/news` is a URL of the product.
const HOMES = ['work', 'root', 'Users', 'home'].map((folder) => (folder === 'home' ? `${folder}/(?!news)` : `${folder}/`));
const MACHINE_PATH = new RegExp(`(?<![\\w.~}:-])/(${HOMES.join('|')})[\\w.]`);
const OUTSIDE_WORD = new RegExp(['\\.\\./', 'shared', '/'].join(''));
const HOST = /https?:\/\/(?<host>[^\s/'"`)>\]}]+)/g;
const REGISTRY = /registry|artifactory|nexus|verdaccio|npm|proxy|mirror/i;
const PUBLIC_HOSTS = ['registry.npmjs.org', 'www.npmjs.com', 'npmjs.com', 'docs.npmjs.com'];
// Hosts of our examples and of the sandbox may be called what they like.
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|\$\{.*|.*\.(test|example|invalid|localhost))(:|$)/;

const BINARY = /\.(png|jpe?g|gif|ico|pdf|woff2?|zip|xlsx)$/i;
const NPM_OWN = ['ci', 'install', 'audit', 'ls', 'outdated', 'exec', 'init', 'run', 'pack', 'version', 'help'];

type Text = { path: string; text: string };

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
  maxBuffer: 32 * 2 ** 20,
});
const texts: Text[] = tracked
  .split('\0')
  .filter((path) => path !== '' && !BINARY.test(path) && existsSync(join(REPOSITORY, path)))
  .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }));
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { scripts?: object }).scripts ?? {},
);

describe('every file of the repository', () => {
  it('names no path of a machine', () => {
    assert.deepEqual(texts.flatMap(machinePaths), [], 'Write the path relative to the repository, or take it from a setting.');
  });

  it('names no package registry but the public one', () => {
    assert.deepEqual(texts.flatMap(registryHosts), [], 'Remove the host: a stranger cannot reach it.');
  });

  it('of the documentation names only commands that package.json has', () => {
    const documents = texts.filter(({ path }) => path.endsWith('.md'));
    assert.deepEqual(
      documents.flatMap((text) => unknownCommands(text, scripts)),
      [],
      'Correct the command, or add the script to package.json.',
    );
  });

  it('of code says in its first line why it exists', () => {
    const code = texts.filter(({ path }) => /\.(ts|mjs|cjs)$/.test(path) && !path.startsWith('test/architecture/planted/'));
    assert.deepEqual(
      code.filter(({ text }) => !saysWhy(text)).map(({ path }) => `${path}:1`),
      [],
      'Begin the file with // and one sentence.',
    );
  });
});

describe('these checks', () => {
  const slash = '/';
  it('see a path of a machine, and no URL or relative path', () => {
    const bad = ['work/main/src', 'root/.npmrc', 'home/someone', 'Users/someone'].map((rest) => `a '${slash}${rest}' b`);
    assert.deepEqual(machinePaths({ path: 'x', text: bad.join('\n') }).length, 4);
    const good = ["'/home/news'", "'/administration/home/news'", './work/x', 'src/root/x', 'https://host/work/x', '/workshop'];
    assert.deepEqual(machinePaths({ path: 'x', text: good.join('\n') }), []);
  });

  it('see the folder beside the repository, which a user does not have', () => {
    assert.deepEqual(machinePaths({ path: 'src/x.ts', text: ['..', 'shared', 'spec'].join(slash) }), ['src/x.ts:1']);
  });

  it('see a private registry', () => {
    const hosts = ['npm.corp.internal/x', 'registry.corp/x', 'registry.npmjs.org/x', 'registry.test/x', 'localhost:4873/npm'];
    const text = hosts.map((host) => `http:${slash}${slash}${host}`).join('\n');
    assert.deepEqual(registryHosts({ path: 'x', text }), ['x:1 npm.corp.internal', 'x:2 registry.corp']);
  });

  it('see a command that does not exist', () => {
    const text = 'Type `npm start`, `npm run demo -- --fast`, `npm run no-such` or\nnpm ci\n`npm tset`';
    assert.deepEqual(unknownCommands({ path: 'x', text }, ['start', 'demo']), ['x:1 npm run no-such', 'x:3 npm tset']);
  });

  it('see a file that begins with code', () => {
    assert.deepEqual(
      ["import x from 'y';", '\n// late', '#!/usr/bin/env node\n// why\n', '// why\n', '/* why */', '// @ts-nocheck\n'].map(
        saysWhy,
      ),
      [false, false, true, true, true, false],
    );
  });
});

function machinePaths({ path, text }: Text): string[] {
  const isData = path.startsWith('test/contract/');
  return linesWhere(text, (line) => MACHINE_PATH.test(line) || (!isData && OUTSIDE_WORD.test(line))).map(
    (line) => `${path}:${line}`,
  );
}

function registryHosts({ path, text }: Text): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(HOST)]
      .map((match) => match.groups?.host ?? '')
      .filter((host) => REGISTRY.test(host) && !PUBLIC_HOSTS.includes(host) && !LOCAL_HOST.test(host))
      .map((host) => `${path}:${index + 1} ${host}`),
  );
}

function unknownCommands({ path, text }: Text, known: readonly string[]): string[] {
  return text.split('\n').flatMap((line, index) => {
    const run = [...line.matchAll(/\bnpm (run )?([a-z][\w:-]*)/g)].filter(
      ([, isRun, name = '']) => !known.includes(name) && (isRun !== undefined || isCommand(line, name)),
    );
    return run.map(([command]) => `${path}:${index + 1} ${command}`);
  });
}

/** Prose such as "npm picks older releases" is no command: without `run` it counts inside backquotes or at the start of a line. */
function isCommand(line: string, name: string): boolean {
  return !NPM_OWN.includes(name) && new RegExp(`(\`|^\\s*(\\$ )?)npm ${name}\\b`).test(line);
}

function saysWhy(text: string): boolean {
  const first = text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text;
  return /^(\/\/ (?!@)\S|\/\*)/.test(first);
}

function linesWhere(text: string, test: (line: string) => boolean): number[] {
  return text.split('\n').flatMap((line, index) => (test(line) ? [index + 1] : []));
}
