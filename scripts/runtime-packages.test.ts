// Production installs no development package: what its programs import, from their first file on, is in `dependencies`.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** What `npm start`, `migrate`, `admin` and `job` run when NODE_ENV is production. */
const PROGRAMS = [
  'src/main.ts',
  'scripts/start.ts',
  'scripts/dot-env.ts',
  'scripts/local-ports.ts',
  'scripts/exit-with-parent.ts',
];
const IMPORT = /^\s*(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;

/** Every module that is not ours, by the first file that imports it. */
function importsOf(entries: readonly string[]): Map<string, string> {
  const outside = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, imported, later] of readFileSync(path.join(PROJECT, file), 'utf8').matchAll(IMPORT)) {
      const target = imported ?? later ?? '';
      if (target.startsWith('.')) waiting.push(path.join(path.dirname(file), target));
      else if (!target.startsWith('node:')) outside.set(target, file);
    }
  }
  assert.ok(seen.size > 300, `only ${seen.size} files were followed`);
  return outside;
}

test('what production imports is a dependency, and nothing is one without need', () => {
  // Border: our own file, of which only names are read.
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(PROJECT, 'package.json'), 'utf8'),
  );
  const imported = importsOf(PROGRAMS);
  const packages = new Set([...imported.keys()].map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
  // The bundler of the console is loaded only where the console was not built beforehand; without it /console answers 404.
  const lacking = [...packages].filter((name) => !(name in dependencies) && name !== 'esbuild');
  assert.deepEqual(
    lacking.map((name) => `${name}, imported by ${imported.get(name)}`),
    [],
  );
  // Node runs all of it, the storage library imports one when files lie in a bucket, and papers read the font, the tax identity the communes by their paths.
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !packages.has(name)),
    ['@aws-sdk/s3-request-presigner', '@etalab/decoupage-administratif', '@expo-google-fonts/noto-sans', 'node'],
  );
  for (const name of Object.keys(dependencies)) assert.ok(existsSync(path.join(PROJECT, 'node_modules', name)), name);
});
