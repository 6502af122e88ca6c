// Bundles the pages of both faces: their scripts by page, one style sheet each, a manifest that names what the first page needs, and for
// the investors' pages the program that draws them on the server.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Who the pages are for; each has a folder of sources of this name in `web/`. */
export const FACES = ['console', 'investors'] as const;
export type Face = (typeof FACES)[number];

/** Where `npm run build` writes, and production reads. */
export function builtFolder(face: Face): string {
  return path.join(PROJECT, 'web/dist', face);
}

/** Names of files: those of the first page, and all of them. `preloads` are the scripts that `script` imports at once. */
export type Manifest = { script: string; style: string; icon: string; preloads: string[]; files: string[] };

/** A face as the browser gets it: its files by name, which contains a digest of the content. */
export type Bundle = { manifest: Manifest; files: ReadonlyMap<string, Uint8Array> };

const OPTIONS = {
  absWorkingDir: PROJECT,
  bundle: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
} as const;

let underWay = 0;

/** Several may run at once: the last one that ends stops the bundler, which would cut off all others. */
async function withBundler<T>(work: (build: typeof import('esbuild')['build']) => Promise<T>): Promise<T> {
  const { build, stop } = await import('esbuild');
  underWay += 1;
  try {
    return await work(build);
  } finally {
    underWay -= 1;
    if (underWay === 0) await stop();
  }
}

/** Bundles the sources of a face. Needs esbuild, which production does not install: there the folder is built beforehand. */
export async function bundleFace(face: Face): Promise<Bundle> {
  const [main, style, icon] = [`web/${face}/main.tsx`, `web/${face}/style/index.css`, `web/${face}/icon.svg`];
  const { outputFiles, metafile } = await withBundler((build) =>
    build({
      ...OPTIONS,
      entryPoints: { [face]: main, style, icon },
      outdir: `web/dist/${face}`,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      loader: { '.svg': 'copy' },
      splitting: true,
      target: 'es2022',
      metafile: true,
    }),
  );
  const outputs = Object.entries(metafile.outputs);
  const nameOf = (source: string) => {
    const found = outputs.find(([, { entryPoint, inputs }]) => entryPoint === source || Object.keys(inputs)[0] === source);
    return path.basename(found?.[0] ?? '');
  };
  const script = nameOf(main);
  const imports = outputs.find(([file]) => path.basename(file) === script)?.[1].imports ?? [];
  const files = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  return {
    manifest: {
      script,
      style: nameOf(style),
      icon: nameOf(icon),
      preloads: imports.filter(({ kind }) => kind === 'import-statement').map((each) => path.basename(each.path)),
      files: [...files.keys()],
    },
    files,
  };
}

/** Name of {@link bundlePageServer} in the folder of the investors' pages. No browser gets it. */
export const PAGE_SERVER = 'server.mjs';

/** The same pages as a module for Node, which draws them as HTML. */
export async function bundlePageServer(): Promise<Uint8Array> {
  const { outputFiles } = await withBundler((build) =>
    build({
      ...OPTIONS,
      entryPoints: ['web/investors/server.tsx'],
      platform: 'node',
      target: 'node26',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      // One copy of Preact: the packages of the pages come as modules, as they do in the browser.
      mainFields: ['module', 'main'],
      conditions: ['module', 'import'],
    }),
  );
  const [file] = outputFiles;
  if (!file) throw new Error('the server of the pages was not bundled');
  return file.contents;
}
