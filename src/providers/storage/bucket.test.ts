// Files in a bucket of a real S3 server: what is put is read back, ACLs are sent only where set, waits end.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Bucket, startBucket } from '../../../test/support/bucket.ts';
import { recordWith } from '../../core/telemetry/trace.ts';
import { createStorage, type Storage, type StorageOptions } from './index.ts';

let bucket: Bucket;
let storage: Storage;

before(async () => {
  bucket = await startBucket();
  storage = inBucket();
});
after(() => bucket.close());
afterEach(() => {
  bucket.answerInstead(undefined);
  bucket.requests.length = 0;
});

type S3 = Extract<StorageOptions, { driver: 's3' }>;

function inBucket(changes: Partial<S3> = {}): Storage {
  const { S3_BUCKET = '', S3_REGION = '', S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = bucket.settings;
  const where = { driver: 's3', bucket: S3_BUCKET, region: S3_REGION, endpoint: S3_ENDPOINT } as const;
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return createStorage({ ...where, ...keys, useAcl: false, timeoutMs: 10_000, attempts: 3, ...changes });
}
const bytes = (text: string) => new TextEncoder().encode(text);
const sent = (method: string) => bucket.requests.filter((request) => request.method === method);
const unavailable = { name: 'AppError', code: 'temporarily-unavailable' };

describe('put, get, delete', () => {
  it('a file comes back as it was put, with its type; a private one may be replaced', async () => {
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
  it('each operation is a span, which does not name the file', async () => {
    const spans: string[] = [];
    const stop = recordWith({
      inSpan: async ({ name, kind, values }, work) => {
        spans.push(`${kind} ${name} ${JSON.stringify(values ?? {})}`);
        return work({ add: () => {} });
      },
      linkTo: () => {},
      traceparent: () => undefined,
      ids: () => undefined,
    });
    try {
      await storage.put('private/s/1.pdf', bytes('x'), 'application/pdf');
      await storage.get('private/s/1.pdf');
      await storage.delete('private/s/1.pdf');
    } finally {
      stop();
    }
    assert.deepEqual(
      spans,
      ['put', 'get', 'delete'].map((operation) => `client call bucket ${operation} {}`),
    );
  });
  it('10 MB', async () => {
    const large = Buffer.alloc(10 * 1_048_576, 'x');
    await storage.put('private/l/1.pdf', large, 'application/pdf');
    assert.ok(large.equals((await storage.get('private/l/1.pdf'))?.bytes ?? Buffer.alloc(0)));
  });
  it('caches may keep what is public and nothing else', async () => {
    await storage.put('public/p/1.png', bytes('image'), 'image/png');
    await storage.put('private/i/1.pdf', bytes('invoice'), 'application/pdf');
    assert.deepEqual(
      sent('PUT').map(({ headers }) => headers['cache-control']),
      ['public, max-age=31536000, immutable', 'no-store'],
    );
  });
  it('a key that the server does not know is refused', async () => {
    const stranger = inBucket({ secretAccessKey: 'another' });
    await assert.rejects(stranger.put('private/i/1.pdf', bytes('x'), 'application/pdf'), unavailable);
    await assert.rejects(stranger.get('private/i/1.pdf'), unavailable);
  });
});

describe('the list of old files', () => {
  const listed = async (seconds: number, prefix: string) => {
    const keys: string[] = [];
    for await (const part of storage.listOlderThan(seconds)) keys.push(...part.filter((key) => key.startsWith(prefix)));
    return keys.sort();
  };
  it('has a file whose put was never answered, and it can be removed', async () => {
    bucket.answerInstead((request, response) => {
      // The server has done what was asked, and its answer is lost.
      response.end = () => response.destroy();
      bucket.serve(request, response);
    });
    await assert.rejects(inBucket({ attempts: 1 }).put('private/lost/1.pdf', bytes('x'), 'application/pdf'), unavailable);
    bucket.answerInstead(undefined);
    assert.deepEqual(await listed(-60, 'private/lost/'), ['private/lost/1.pdf']);
    await storage.delete('private/lost/1.pdf');
    assert.deepEqual(await listed(-60, 'private/lost/'), []);
  });
  it('has none that is younger', async () => {
    await storage.put('private/young/1.pdf', bytes('x'), 'application/pdf');
    assert.deepEqual(await listed(3_600, 'private/young/'), []);
  });
  it('has the files of every page', async () => {
    // The server of the tests cannot continue a list: this is what one answers that can.
    const page = (key: string, more: string) =>
      `<ListBucketResult>${more}<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`;
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>further</NextContinuationToken>';
    bucket.answerInstead(({ url = '' }, response) => {
      const isSecond = url.includes('continuation-token=further');
      response.end(isSecond ? page('private/b/2.pdf', '') : page('private/a/1.pdf', more));
    });
    assert.deepEqual(await listed(3_600, 'private/'), ['private/a/1.pdf', 'private/b/2.pdf']);
    assert.equal(bucket.requests.length, 2);
  });
  it('of a bucket that fails is refused', async () => {
    bucket.answerInstead((_, response) => void response.writeHead(503).end());
    await assert.rejects(listed(0, ''), unavailable);
  });
});

describe('who may read', () => {
  const putBoth = async (into: Storage) => {
    await into.put('public/p/1.png', bytes('image'), 'image/png');
    await into.put('private/i/1.pdf', bytes('invoice'), 'application/pdf');
    await into.get('private/i/1.pdf');
    await into.delete('private/i/1.pdf');
    return bucket.requests.map(({ method, headers }) => [method, headers['x-amz-acl']]).filter(([, acl]) => acl !== undefined);
  };
  it('is not said, as buckets refuse it by default', async () => {
    assert.deepEqual(await putBoth(storage), []);
    assert.ok(bucket.requests.every(({ headers }) => Object.keys(headers).every((name) => !name.startsWith('x-amz-grant'))));
    assert.ok(bucket.requests.every(({ query }) => !query.has('acl')));
  });
  it('is said with every file where the setting asks for it', async () =>
    assert.deepEqual(await putBoth(inBucket({ useAcl: true })), [
      ['PUT', 'public-read'],
      ['PUT', 'private'],
    ]));
});

describe('addresses', () => {
  it('public files lie under the public address, or else under the bucket itself', async () => {
    await storage.put('public/p/1.png', bytes('image'), 'image/png');
    const url = storage.publicUrl('public/p/1.png');
    assert.equal(url, `${bucket.url}/${bucket.name}/public/p/1.png`);
    assert.equal(await (await fetch(url)).text(), 'image');
    assert.equal(inBucket({ publicUrl: 'https://cdn.test/' }).publicUrl('public/a'), 'https://cdn.test/public/a');
    assert.equal(
      inBucket({ endpoint: undefined }).publicUrl('public/a'),
      'https://mortar-files.s3.eu-west-3.amazonaws.com/public/a',
    );
  });
  it('private files have none, with or without a public address', () => {
    for (const one of [storage, inBucket({ publicUrl: 'https://cdn.test' })])
      assert.throws(() => one.publicUrl('private/a'), /private file has no public address/);
  });
  it('a signed link opens one private file for a while, and nothing of it can be changed', async () => {
    await storage.put('private/i/1.pdf', bytes('invoice'), 'application/pdf');
    await storage.put('private/i/2.pdf', bytes('another'), 'application/pdf');
    const link = new URL(await inBucket({ publicUrl: 'https://cdn.test' }).signedUrl('private/i/1.pdf', 90));
    assert.equal(link.origin, bucket.url, 'a private file is never linked under the public address');
    assert.equal(link.searchParams.get('X-Amz-Expires'), '90');
    const answer = await fetch(link);
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), await answer.text()],
      [200, 'application/pdf', 'invoice'],
    );
    const other = new URL(link);
    other.pathname = other.pathname.replace('1.pdf', '2.pdf');
    const longer = new URL(link);
    longer.searchParams.set('X-Amz-Expires', '900');
    for (const changed of [other, longer]) assert.equal((await fetch(changed)).status, 403);
    const past = new URL(await storage.signedUrl('private/i/1.pdf', 1));
    past.searchParams.set('X-Amz-Date', '20200101T000000Z');
    assert.equal((await fetch(past)).status, 403);
  });
  it('the application serves only public files; the bucket serves private ones', async () => {
    assert.equal(storage.opens('public/p/1.png', {}), true);
    const { searchParams } = new URL(await storage.signedUrl('private/i/1.pdf', 90));
    assert.equal(storage.opens('private/i/1.pdf', Object.fromEntries(searchParams)), false);
  });
});

describe('waits end', () => {
  const hurried = () => inBucket({ timeoutMs: 200, attempts: 2 });
  const all = (one: Storage, key = 'private/i/1.pdf') => [
    () => one.put(key, bytes('x'), 'application/pdf'),
    () => one.get(key),
    () => one.delete(key),
  ];
  const AMISS: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    'a server that never answers': () => {},
    'an answer that falls silent': ({ method }, response) => {
      response.writeHead(200, { 'content-length': 100 });
      if (method === 'HEAD') response.end();
      else response.write('half');
    },
    'an answer that drips': ({ method }, response) => {
      response.writeHead(200);
      if (method === 'HEAD') return void response.end();
      const drip = setInterval(() => response.write('x'), 10);
      response.once('close', () => clearInterval(drip));
    },
    'a server that fails': (_, response) => void response.writeHead(503).end(),
  };
  for (const [what, answer] of Object.entries(AMISS))
    it(what, async () => {
      bucket.answerInstead(answer);
      await assert.rejects(hurried().get('private/i/1.pdf'), unavailable);
    });
  it('after as many tries as are set', async () => {
    bucket.answerInstead((_, response) => void response.writeHead(500).end());
    const key = 'private/i/tries.pdf';
    for (const call of all(inBucket({ attempts: 2 }), key)) await assert.rejects(call(), unavailable);
    const tries = (method: string) => sent(method).filter((request) => request.key === key).length;
    // A file and its type are asked for at the same time: the one that fails first ends both.
    assert.deepEqual([tries('PUT'), Math.max(tries('GET'), tries('HEAD')), tries('DELETE')], [2, 2, 2]);
  });
  const ONCE: Record<string, (response: ServerResponse) => void> = {
    'a failure': (response) => void response.writeHead(500).end(),
    'a silence': () => {},
  };
  for (const [what, answer] of Object.entries(ONCE))
    it(`${what} is tried again`, async () => {
      bucket.answerInstead((_, response) => {
        bucket.answerInstead(undefined);
        answer(response);
      });
      const key = 'private/i/again.pdf';
      await inBucket({ timeoutMs: 3_000, attempts: 10 }).put(key, bytes(what), 'application/pdf');
      assert.equal(new TextDecoder().decode((await storage.get(key))?.bytes), what);
    });
  it('nobody listens', async () => {
    for (const call of all(inBucket({ endpoint: 'http://127.0.0.1:1', timeoutMs: 1_000, attempts: 2 })))
      await assert.rejects(call(), unavailable);
  });
});
