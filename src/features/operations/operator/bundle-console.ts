// Bundles the operator console: its scripts by page, one style sheet, and a manifest that names what the first page needs.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where `npm run build` writes, and production reads. */
export const CONSOLE_FOLDER = path.join(PROJECT, 'web/dist/console');

/** Names of files: those of the first page, and all of them. `preloads` are the scripts that `script` imports at once. */
export type ConsoleManifest = { script: string; style: string; icon: string; preloads: string[]; files: string[] };

/** The console as the browser gets it: its files by name, which contains a digest of the content. */
export type ConsoleBundle = { manifest: ConsoleManifest; files: ReadonlyMap<string, Uint8Array> };

/** Bundles the sources under `web/console/`. Needs esbuild, which production does not install: there the folder is built beforehand. */
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: { console: 'web/console/main.tsx', style: 'web/console/style/index.css', icon: 'web/console/icon.svg' },
    outdir: 'web/dist/console',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  await stop();
  const outputs = Object.entries(metafile.outputs);
  const nameOf = (source: string) => {
    const found = outputs.find(([, { entryPoint, inputs }]) => entryPoint === source || Object.keys(inputs)[0] === source);
    return path.basename(found?.[0] ?? '');
  };
  const script = nameOf('web/console/main.tsx');
  const imports = outputs.find(([file]) => path.basename(file) === script)?.[1].imports ?? [];
  const files = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  return {
    manifest: {
      script,
      style: nameOf('web/console/style/index.css'),
      icon: nameOf('web/console/icon.svg'),
      preloads: imports.filter(({ kind }) => kind === 'import-statement').map((each) => path.basename(each.path)),
      files: [...files.keys()],
    },
    files,
  };
}
