// The files of a face: read from the folder that was built, else bundled by this process when first asked for, and kept in memory.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type Bundle, builtFolder, bundleFace, bundlePageServer, type Face, type Manifest, PAGE_SERVER } from './bundle.ts';

/** One file, and the same compressed. */
export type Asset = { type: string; bytes: Buffer; gzipped: Buffer };
export type OpenFace = { manifest: Manifest; assets: ReadonlyMap<string, Asset> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const HASHED_FILES = 'public, max-age=31536000, immutable';

/** Makes `make` run once, and again after it failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

/** For all services of a process: bundling costs a second of the processor. */
const opened: Readonly<Record<Face, () => Promise<OpenFace>>> = {
  console: once(() => readFace('console')),
  investors: once(() => readFace('investors')),
};

/** Error: `not-found` where the pages were neither built nor can be, as in production without `npm run build`. */
export function openFace(face: Face): Promise<OpenFace> {
  return opened[face]();
}

async function readFace(face: Face): Promise<OpenFace> {
  const { manifest, files } = await whereBuilt(
    face,
    'manifest.json',
    () => readBuilt(face),
    () => bundleFace(face),
  );
  const assets = [...files].map(async ([name, content]) => [name, await assetOf(name, content)] as const);
  return { manifest, assets: new Map(await Promise.all(assets)) };
}

const readPageServer = once(() =>
  whereBuilt('investors', PAGE_SERVER, () => readFile(path.join(builtFolder('investors'), PAGE_SERVER)), bundlePageServer),
);

/** The module that draws the investors' pages. Errors as {@link openFace}. */
export async function loadPageServer<Module>(): Promise<Module> {
  const code = await readPageServer();
  // Border: the module is bundled from web/investors/server.tsx, which the caller names the shape of.
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Module;
}

async function whereBuilt<T>(face: Face, name: string, read: () => Promise<T>, bundle: () => Promise<T>): Promise<T> {
  if (existsSync(path.join(builtFolder(face), name))) return read();
  return bundle().catch((cause: unknown) => {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (isAbsent) throw new AppError(NOT_FOUND, { cause, detail: 'The pages are not built: run `npm run build`.' });
    throw cause;
  });
}

async function readBuilt(face: Face): Promise<Bundle> {
  const file = (name: string) => readFile(path.join(builtFolder(face), name));
  // Border: scripts/build.ts wrote it.
  const manifest = JSON.parse(String(await file('manifest.json'))) as Manifest;
  return { manifest, files: new Map(await Promise.all(manifest.files.map(async (name) => [name, await file(name)] as const))) };
}

export async function assetOf(name: string, content: Uint8Array): Promise<Asset> {
  const bytes = Buffer.from(content);
  return { type: TYPES[path.extname(name)] ?? 'application/octet-stream', bytes, gzipped: await promisify(gzip)(bytes) };
}

/** Answers with a file whose name contains a digest of its content. Error: `not-found` for none. */
export async function sendAsset(asset: Asset | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!asset) throw new AppError(NOT_FOUND, { detail: 'No such file.' });
  reply.type(asset.type).header('cache-control', HASHED_FILES);
  await sendCompressed(asset, request, reply);
}

/** Sends bytes, compressed where the browser can. */
export async function sendCompressed(
  { bytes, gzipped }: Pick<Asset, 'bytes' | 'gzipped'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isCompressed) reply.header('content-encoding', 'gzip');
  await reply.header('vary', 'accept-encoding').send(isCompressed ? gzipped : bytes);
}
