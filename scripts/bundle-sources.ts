// Bundles the sources into main.js and a few parts of it: loading those takes half the time of some 1,800 modules.

import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const DIST = path.join(PROJECT, 'dist');
/** What the processes run that tests start. Parts of other sources stay a day there, for a run that is under way. */
const TESTED = path.join(PROJECT, 'node_modules/.cache/mortar/program');
const DAY_MS = 86_400_000;
/** Packages of many small modules that read none of their files; all others stay where they are. */
const BUNDLED_PACKAGES: ReadonlySet<string> = new Set(['kysely', 'typebox']);

const SOURCES = /[/\\]src[/\\].*\.ts$/;

/** Replaces dist/ as a whole; returns the program. */
export async function bundleSources(): Promise<string> {
  // Beside its place, so that the paths of the source maps hold there.
  const draft = await mkdtemp(`${DIST}-`);
  try {
    await bundleInto(draft);
    // The image is built by root and run by somebody else.
    await chmod(draft, 0o755);
    await rm(DIST, { recursive: true, force: true });
    await rename(draft, DIST);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return path.join(DIST, 'main.js');
}

/** The same for one run of the tests; returns the program. */
export async function bundleForTests(): Promise<string> {
  await mkdir(TESTED, { recursive: true });
  for (const name of await readdir(TESTED)) {
    const file = path.join(TESTED, name);
    if ((await stat(file)).mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true });
  }
  const draft = await mkdtemp(`${TESTED}-`);
  try {
    await bundleInto(draft);
    // Each file at once, and the entry, which names the others, last: another run may be starting processes.
    const built = (await readdir(draft)).sort((a, b) => Number(a === 'main.js') - Number(b === 'main.js'));
    for (const name of built) await rename(path.join(draft, name), path.join(TESTED, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return path.join(TESTED, 'main.js');
}

async function bundleInto(folder: string): Promise<void> {
  const sources = path.relative(folder, path.join(PROJECT, 'src')).replaceAll(path.sep, '/');
  // In every file: errors name the sources, and a module finds what lies beside its source.
  const banner = `process.setSourceMapsEnabled(true);
const sourceUrl = (name) => new URL('${sources}/' + name, import.meta.url).href;`;
  try {
    await build({
      absWorkingDir: PROJECT,
      entryPoints: ['src/main.ts'],
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: `node${process.versions.node}`,
      sourcemap: true,
      // The text stays in memory.
      minifyWhitespace: true,
      logLevel: 'silent',
      banner: { js: banner },
      plugins: [
        { name: 'packages outside', setup: ({ onResolve }) => onResolve({ filter: /^[^./]/ }, outside) },
        { name: 'own addresses', setup: ({ onLoad }) => onLoad({ filter: SOURCES }, withOwnAddress) },
      ],
    });
  } finally {
    await stop();
  }
}

/** What is still loaded from its package. */
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
