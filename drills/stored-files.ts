// The files of a drill: uploads of all kinds, a copy that only ever grows, and what rows name compared with what is there.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import { type Person, signUp } from '../test/support/actors.ts';
import { pdfOf, uploadOf } from '../test/support/files.ts';
import { PROFILE } from '../test/support/profiles.ts';
import { expectStatus, type World } from '../test/support/world.ts';

/** `….png` of an upload is kept in other widths as `…-640.webp` and the like. */
const COPY = /-\d+\.webp$/;
const AT_ONCE = 3;

let made = 0;

/** Uploads images and documents of properties, and identity papers of new investors, each of other bytes. */
export async function upload(world: World, admin: Person): Promise<void> {
  for (let n = 0; n < AT_ONCE; n += 1) await uploadEach(world, admin);
}

async function uploadEach(world: World, admin: Person): Promise<void> {
  const images = new FormData();
  for (const name of ['a.png', 'b.png']) images.append('files', new Blob([await picture()]), name);
  expectStatus(await admin.client.post('/administration/property/upload-image', images), 201);
  const paper = new FormData();
  paper.append('file', new Blob([pdf()]), 'paper.pdf');
  expectStatus(await admin.client.post('/administration/property/upload-property-document', paper), 201);
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  const identity = uploadOf(pdf(), { type: 'identityCard', name: 'card.pdf' });
  expectStatus(await person.client.post('/customers/investor-identity-document', identity), 201);
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  made += 1;
  const background = { r: made % 256, g: Math.floor(made / 256), b: 20 };
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  return new Uint8Array(bytes);
}

function pdf(): Uint8Array<ArrayBuffer> {
  made += 1;
  return pdfOf({ trailer: `/Made ${made} ` });
}

/** Adds to `copy` the files that it lacks. Nothing is taken from it: a key is never used for other bytes. */
export function copyNew(files: string, copy: string): void {
  const run = spawnSync('cp', ['-a', '--no-clobber', `${files}/.`, copy], { encoding: 'utf8' });
  // Newer versions of cp say 1 where a file was there already.
  if (run.stderr !== '') throw new Error(`the files were not copied: ${run.stderr}`);
}

/** SHA-256 of every file, by key. */
export function hashFiles(folder: string): Map<string, string> {
  const keys = globSync('{public,private}/**/*.*', { cwd: folder });
  return new Map(
    keys.map((key) => [
      key,
      createHash('sha256')
        .update(readFileSync(path.join(folder, key)))
        .digest('hex'),
    ]),
  );
}

/** Every key that stands in a row of any table, alone or in an address. */
export async function keysInRows(pool: pg.Pool): Promise<Set<string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const keys = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ key: string }>(
      `select distinct (regexp_matches(t::text, '(?:public|private)/[A-Za-z0-9._/-]+\\.[a-z0-9]+', 'g'))[1] as key from ${name} t`,
    );
    for (const { key } of rows) keys.add(key);
  }
  return keys;
}

/**
 * What is wrong with the files that rows name, where `hashes` are those that the uploads had. The smaller copies of an image, which stand
 * in no row, belong to it.
 */
export function compareFiles(folder: string, keys: ReadonlySet<string>, hashes: ReadonlyMap<string, string>): string[] {
  const found = hashFiles(folder);
  const copies = [...hashes.keys()].filter((key) => COPY.test(key) && keys.has(key.replace(COPY, '.png')));
  return [...keys, ...copies].flatMap((key) => {
    const hash = found.get(key);
    if (hash === undefined) return [`${key} is not there, and a row names it`];
    return hash === hashes.get(key) ? [] : [`${key} has other bytes`];
  });
}
