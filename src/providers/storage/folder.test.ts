// Files on disk are for the service alone and never half: whatever the umask, and when the disk takes no more. In processes of their own,
// as both hold for a whole process.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { createStorage, type Storage } from './index.ts';

const STORAGE = new URL('./index.ts', import.meta.url).href;
const KEY = 'private/invoices/2026/f-1.pdf';

let root: string;
let storage: Storage;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mortar-folder-'));
  storage = inFolder(join(root, 'files'));
});
after(() => rm(root, { recursive: true }));

const inFolder = (folder: string) =>
  createStorage({ driver: 'fs', root: folder, publicUrl: 'https://api.mortar.test/files', signingKey: 'key' });
const bytes = (text: string) => new TextEncoder().encode(text);
const allOf = async (folder: string) => (await readdir(folder, { recursive: true })).sort();
async function olderThan(seconds: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const part of storage.listOlderThan(seconds)) keys.push(...part);
  return keys.sort();
}

/** Puts a file of so many bytes into `folder`, in a process that the shell has prepared; `stored`, or the code of the refusal. */
async function putIn(folder: string, prepare: string, size: number): Promise<string> {
  const script = `
    import { createStorage } from ${JSON.stringify(STORAGE)};
    const storage = createStorage({ driver: 'fs', root: process.argv[1], publicUrl: 'http://x', signingKey: 'key' });
    const put = storage.put(${JSON.stringify(KEY)}, new Uint8Array(${size}), 'application/pdf');
    console.log(await put.then(() => 'stored', (error) => error.code));`;
  const args = ['-c', `${prepare}; exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script, folder];
  const { stdout } = await promisify(execFile)('sh', args, { env: { PATH: process.env.PATH } });
  return stdout.trim();
}

it('files are 0600 and their folders 0700, whatever the umask', async () => {
  for (const umask of ['000', '022', '077', '277']) {
    const folder = join(root, `umask-${umask}`);
    assert.equal(await putIn(folder, `umask ${umask}`, 10), 'stored');
    for (const name of ['', ...(await allOf(folder))]) {
      const { mode } = await stat(join(folder, name));
      assert.equal((mode & 0o777).toString(8), name.endsWith('.pdf') ? '600' : '700', `${umask} ${name}`);
    }
  }
});

it('when the disk takes no more nothing half is left: the old file stays, a new one is not there -> 503 temporarily-unavailable', async () => {
  const [old, none] = [join(root, 'old'), join(root, 'none')];
  await inFolder(old).put(KEY, bytes('old'), 'application/pdf');
  for (const folder of [old, none]) assert.equal(await putIn(folder, 'ulimit -f 8', 200_000), 'temporarily-unavailable');
  assert.equal(await readFile(join(old, KEY), 'utf8'), 'old');
  const folders = ['private', 'private/invoices', 'private/invoices/2026'];
  assert.deepEqual(await allOf(old), [...folders, KEY]);
  assert.deepEqual(await allOf(none), folders);
  assert.equal(await putIn(none, 'ulimit -f 8', 2_000), 'stored');
});

it('who reads while a file is replaced finds the old or the new one, whole', async () => {
  const [old, changed] = ['a', 'b'].map((letter) => bytes(letter.repeat(3_000_000))) as [Uint8Array, Uint8Array];
  await storage.put(KEY, old, 'application/pdf');
  let isOver = false;
  const puts = (async () => {
    for (let n = 0; n < 6; n += 1) await storage.put(KEY, n % 2 === 0 ? changed : old, 'application/pdf');
    isOver = true;
  })();
  while (!isOver) {
    const found = (await storage.get(KEY))?.bytes ?? new Uint8Array();
    assert.ok(
      [old, changed].some((whole) => Buffer.compare(whole, found) === 0),
      `${found.length} bytes`,
    );
  }
  await puts;
});

it('lists what is older, also what a process that died has left of a put', async () => {
  const left = 'private/invoices/2026/0b9b4bd4-8c41-4b0a-8a49-9ad8f3a1f0c1.tmp';
  await storage.put(KEY, bytes('old'), 'application/pdf');
  await storage.put('public/images/young.png', bytes('young'), 'image/png');
  await writeFile(join(root, 'files', left), 'half');
  await writeFile(join(root, 'files', 'stray file'), 'no key of ours');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  for (const key of [KEY, left, 'stray file']) await utimes(join(root, 'files', key), yesterday, yesterday);
  assert.deepEqual(await olderThan(24 * 3600), [left, KEY]);
  assert.deepEqual(await olderThan(26 * 3600), []);
  assert.deepEqual(await olderThan(-60), [left, KEY, 'public/images/young.png']);
  await storage.delete(left);
  assert.deepEqual(await olderThan(24 * 3600), [KEY]);
});

it('of a folder that nothing was put into yet the list is empty', async () => {
  const parts = [];
  for await (const part of inFolder(join(root, 'never')).listOlderThan(0)) parts.push(part);
  assert.deepEqual(parts, []);
});
