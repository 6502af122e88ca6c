// Files on disk: what is put is got back, and nothing leaves its folder; what the bytes of a file are.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createStorage, detectFileType, type Storage } from './index.ts';

let root: string;
let storage: Storage;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mortar-storage-'));
  storage = onDisk('signing-key');
});
after(() => rm(root, { recursive: true }));

const onDisk = (signingKey: string) =>
  createStorage({ driver: 'fs', root: join(root, 'files'), publicUrl: 'https://api.mortar.test/files/', signingKey });
const bytes = (text: string) => new TextEncoder().encode(text);
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test('disk: put, get, replace, delete', async () => {
  const key = 'private/invoices/2026/f-1.pdf';
  assert.equal(await storage.get(key), null);
  await storage.put(key, bytes('first'), 'application/pdf');
  await storage.put(key, bytes('second'), 'application/pdf');
  const file = await storage.get(key);
  assert.deepEqual([new TextDecoder().decode(file?.bytes), file?.contentType], ['second', 'application/pdf']);
  await storage.delete(key);
  assert.equal(await storage.get(key), null);
  await storage.delete(key);
});

test('no key leaves its folder or its visibility', async () => {
  await writeFile(join(root, 'secret.txt'), 'secret');
  const keys = [
    '../secret.txt',
    'public/../../secret.txt',
    'public/..',
    '/etc/passwd',
    'public//a',
    'public/a/',
    'public',
    'other/a',
    '',
  ];
  keys.push('public/a\\..\\b', 'public/a\0b', 'public/%2e%2e/a', 'public/.hidden', 'public/é.png', `public/${'a'.repeat(200)}`);
  for (const key of keys) {
    const refused = { message: 'storage: not a valid key' };
    await assert.rejects(storage.put(key, bytes('x'), 'text/plain'), refused, key);
    await assert.rejects(storage.get(key), refused, key);
    await assert.rejects(storage.delete(key), refused, key);
    assert.throws(() => storage.opens(key, {}), refused, key);
    assert.throws(() => storage.publicUrl(key), refused, key);
  }
  assert.equal(await readFile(join(root, 'secret.txt'), 'utf8'), 'secret');
  assert.deepEqual(
    await readdir(root),
    (await readdir(root)).filter((name) => name === 'secret.txt' || name === 'files'),
  );
});

test('a folder, and what would lie below a file, is no file', async () => {
  await storage.put('public/folder/file.pdf', bytes('x'), 'application/pdf');
  for (const key of ['public/folder', 'public/folder/file.pdf/more', 'public/none/file.pdf'])
    assert.equal(await storage.get(key), null, key);
});

test('disk: public files have an address, private ones a signed link that dies', async () => {
  assert.equal(storage.publicUrl('public/p/1.webp'), 'https://api.mortar.test/files/public/p/1.webp');
  assert.throws(() => storage.publicUrl('private/p/1.pdf'), /private file has no public address/);
  assert.equal(storage.opens('public/p/1.webp', {}), true);

  const key = 'private/p/1.pdf';
  const link = await storage.signedUrl(key, 60);
  assert.ok(link.startsWith(`https://api.mortar.test/files/${key}?`));
  const query = queryOf(link);
  assert.equal(storage.opens(key, query), true);
  assert.equal(storage.opens('private/p/2.pdf', query), false);
  assert.equal(storage.opens(key, { ...query, expires: String(Number(query.expires) + 1) }), false);
  assert.equal(storage.opens(key, { expires: query.expires }), false);
  assert.equal(storage.opens(key, {}), false);
  assert.equal(onDisk('another-key').opens(key, query), false);
  assert.equal(storage.opens(key, queryOf(await storage.signedUrl(key, -1))), false);
});

test('types are found by content, whatever the name', async () => {
  const png = Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    0,
    0,
    0,
    13,
    0x49,
    0x48,
    0x44,
    0x52,
    ...new Uint8Array(17),
  ]);
  const webp = bytes('RIFF\u0010\u0000\u0000\u0000WEBPVP8 ');
  assert.equal((await detectFileType(bytes('%PDF-1.7\n%abc')))?.kind, 'pdf');
  assert.equal((await detectFileType(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])))?.contentType, 'image/jpeg');
  assert.equal((await detectFileType(png))?.extension, 'png');
  assert.equal((await detectFileType(webp))?.kind, 'webp');
  for (const other of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg">', '<html>', 'PK\u0003\u0004', 'MZ', '']) {
    assert.equal(await detectFileType(bytes(other)), null, other);
  }
});
