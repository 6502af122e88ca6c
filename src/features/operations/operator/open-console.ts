// The files of the operator console: read from the folder that was built, else bundled by this process when first asked for.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { bundleConsole, CONSOLE_FOLDER, type ConsoleBundle, type ConsoleManifest } from './bundle-console.ts';
import { escapeHtml } from './rendered-pages.ts';

/** One file, and the same compressed. */
type Asset = { type: string; bytes: Buffer; gzipped: Buffer };
export type OpenConsole = { page: string; assets: ReadonlyMap<string, Asset> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * The page and its files, kept in memory. `environment` is shown to the operator. Error: `not-found` where the console was neither built
 * nor can be, as in production without `npm run build`.
 */
export function createConsole(environment: string): () => Promise<OpenConsole> {
  let opening: Promise<OpenConsole> | undefined;
  const open = async () => {
    const { manifest, files } = existsSync(path.join(CONSOLE_FOLDER, 'manifest.json')) ? await readBuilt() : await bundle();
    const assets = [...files].map(async ([name, content]) => [name, await assetOf(name, content)] as const);
    return { page: pageOf(manifest, environment), assets: new Map(await Promise.all(assets)) };
  };
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

async function readBuilt(): Promise<ConsoleBundle> {
  const file = (name: string) => readFile(path.join(CONSOLE_FOLDER, name));
  // Border: scripts/build.ts wrote it.
  const manifest = JSON.parse(String(await file('manifest.json'))) as ConsoleManifest;
  return { manifest, files: new Map(await Promise.all(manifest.files.map(async (name) => [name, await file(name)] as const))) };
}

async function bundle(): Promise<ConsoleBundle> {
  return bundleConsole().catch((cause: unknown) => {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (isAbsent) throw new AppError(NOT_FOUND, { cause, detail: 'The console is not built: run `npm run build`.' });
    throw cause;
  });
}

async function assetOf(name: string, content: Uint8Array): Promise<Asset> {
  const bytes = Buffer.from(content);
  return { type: TYPES[path.extname(name)] ?? 'application/octet-stream', bytes, gzipped: await promisify(gzip)(bytes) };
}

/** The one document: everything else is drawn by the script. French until the script knows better. */
function pageOf({ script, style, icon, preloads }: ConsoleManifest, environment: string): string {
  const at = (name: string) => `/console/assets/${escapeHtml(name)}`;
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="mortar-environment" content="${escapeHtml(environment)}">
<title>Mortar</title>
<link rel="icon" href="${at(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(style)}">
${preloads.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join('\n')}
<script type="module" src="${at(script)}"></script>
</head>
<body><div id="console"></div></body>
</html>
`;
}
