// The sources bundled into a few files of dist/: loading those takes half the time of some 1,800 modules.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const DIST = path.join(PROJECT, 'dist');
/** A process that runs may still load a part of an older one. */
const KEPT = 3;
/** Packages of many small modules that read no files of their own; all others stay where they are. */
const BUNDLED_PACKAGES: ReadonlySet<string> = new Set(['kysely', 'typebox']);

const SOURCES = /[/\\]src[/\\].*\.ts$/;

/** A bundle is used for exactly the sources that it was made of. */
export type SourceBundle = { folder: string; commandLine: string; exists: boolean };

/** Where the bundle of the sources as they are now belongs, and whether it is there. Reads all of them: about 20 ms. */
export function findSourceBundle(): SourceBundle {
  const hash = createHash('sha256').update(readFileSync(path.join(PROJECT, 'package-lock.json')));
  const names = readdirSync(path.join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' });
  for (const name of names.sort())
    if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
      hash.update(name).update(readFileSync(path.join(PROJECT, 'src', name)));
  const folder = path.join(DIST, hash.digest('hex').slice(0, 16));
  const commandLine = path.join(folder, 'command-line.js');
  return { folder, commandLine, exists: existsSync(commandLine) };
}

/** Makes the bundle and removes those of other sources. Needs esbuild, a development package. */
export async function makeSourceBundle({ folder }: SourceBundle): Promise<void> {
  const { build, stop } = await import('esbuild');
  await mkdir(DIST, { recursive: true });
  const draft = await mkdtemp(path.join(DIST, 'draft-'));
  try {
    await build({
      absWorkingDir: PROJECT,
      entryPoints: ['src/command-line.ts'],
      outdir: draft,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: `node${process.versions.node}`,
      sourcemap: true,
      // The text stays in memory.
      minifyWhitespace: true,
      logLevel: 'silent',
      banner: { js: `const sourceUrl = (name) => new URL('../../src/' + name, import.meta.url).href;` },
      plugins: [
        { name: 'packages outside', setup: ({ onResolve }) => onResolve({ filter: /^[^./]/ }, outside) },
        { name: 'own addresses', setup: ({ onLoad }) => onLoad({ filter: SOURCES }, withOwnAddress) },
      ],
    });
    // The image is built by root and run by somebody else.
    await chmod(draft, 0o755);
    await rename(draft, folder);
    await removeOldest();
  } finally {
    await rm(draft, { recursive: true, force: true });
    await stop();
  }
}

async function removeOldest(): Promise<void> {
  const made = await Promise.all(
    (await readdir(DIST)).map(async (name) => ({ name, at: (await stat(path.join(DIST, name))).mtimeMs })),
  );
  const oldest = made.toSorted((one, other) => other.at - one.at).slice(KEPT);
  for (const { name } of oldest) await rm(path.join(DIST, name), { recursive: true, force: true });
}

/** What is loaded from its package as ever. */
function outside({ path: name }: { path: string }): { path: string; external: true } | undefined {
  const [scope = '', rest = ''] = name.split('/');
  return BUNDLED_PACKAGES.has(scope.startsWith('@') ? `${scope}/${rest}` : scope) ? undefined : { path: name, external: true };
}

/** A module that looks for files beside itself still finds them. */
async function withOwnAddress({ path: file }: { path: string }): Promise<{ contents: string; loader: 'ts' } | undefined> {
  if (file.includes('node_modules')) return undefined;
  const contents = await readFile(file, 'utf8');
  const name = path.relative(path.join(PROJECT, 'src'), file).replaceAll(path.sep, '/');
  return { contents: contents.replaceAll('import.meta.url', `sourceUrl(${JSON.stringify(name)})`), loader: 'ts' };
}
