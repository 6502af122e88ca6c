// Runs public generators of clients on docs/openapi.json, and type-checks what they write: each reads the description in its own way.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const PROJECT = resolve(import.meta.dirname, '..');
const DESCRIPTION = join(PROJECT, 'docs/openapi.json');
// In the project, where the compiler finds the packages that what is written imports.
const FOLDER = join(PROJECT, 'node_modules/.cache/mortar/generated-clients');

/** Generators by name; each writes into its own folder. */
const GENERATORS: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'openapi-typescript': async (folder) => {
    const types = await openapiTS(JSON.parse(readFileSync(DESCRIPTION, 'utf8')));
    writeFileSync(join(folder, 'types.ts'), astToString(types));
  },
  orval: (folder) =>
    generate({
      input: DESCRIPTION,
      output: { target: join(folder, 'client.ts'), client: 'fetch', mode: 'split', schemas: join(folder, 'schemas') },
    }),
  '@hey-api/openapi-ts': (folder) =>
    createClient({
      input: DESCRIPTION,
      logs: { level: 'silent', file: false },
      output: { path: folder },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    }),
};

const TYPES = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
  },
};

rmSync(FOLDER, { recursive: true, force: true });
for (const [name, write] of Object.entries(GENERATORS)) {
  const folder = join(FOLDER, name.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  await write(folder);
  console.log(`${name} wrote a client`);
}
writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(TYPES));
const compiler = join(PROJECT, 'node_modules/typescript-native/bin/tsc');
const { status, stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', FOLDER], { encoding: 'utf8' });
if (status === 0) console.log('and all of them type-check');
else {
  console.error(stdout.slice(0, 5_000));
  process.exitCode = 1;
}
