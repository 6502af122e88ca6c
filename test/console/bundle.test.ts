// What the browser gets before the first page stands: weight, headers, policy.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bundleFace } from '../../src/features/operations/pages/index.ts';
import type { Answer } from '../support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const MOST_BYTES = 100_000;
const COLLECTED = /\/console\/assets\/[\w.-]+/g;

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const page = async (path: string) => expectStatus(await world.visitor().get(path), 200);
const assetsOf = ({ text }: Answer) => [...new Set(text.match(COLLECTED))];

describe('/console', () => {
  it('the first page is lighter than 100 kB, compressed', async () => {
    const { manifest, files } = await bundleFace('console');
    const first = [manifest.script, manifest.style, manifest.icon, ...manifest.preloads];
    // The page itself is a separate file: the heaviest one stands for each of them.
    const weigh = (name: string) => gzipSync(files.get(name) ?? assert.fail(`no ${name}`)).length;
    const pages = manifest.files.filter((name) => !first.includes(name)).map(weigh);
    const bytes = first.reduce((sum, name) => sum + weigh(name), 0) + Math.max(...pages);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  });

  it('any path below it answers the same page, which nothing may keep', async () => {
    const [start, deep] = [await page('/console'), await page('/console/properties/1/money')];
    assert.equal(start.text, deep.text);
    assert.equal(start.headers.get('cache-control'), 'no-store');
    assert.match(start.headers.get('content-type') ?? '', /^text\/html/);
    expectStatus(await fetch(`${world.url}/console`, { method: 'HEAD' }).then(asAnswer), 200);
  });

  it('allows its own sources and nothing inline', async () => {
    const { headers, text } = await page('/console');
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self'; " +
        "img-src 'self' blob:; connect-src 'self'; frame-src blob:; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    assert.doesNotMatch(text, /<style|<script(?![^>]* src=)| style=| on\w+=/);
  });

  it('its files are kept for good, and compressed where the browser can', async () => {
    const names = assetsOf(await page('/console'));
    assert.ok(names.length > 2);
    for (const name of names) {
      const { headers } = expectStatus(await world.visitor().get(name), 200);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(headers.get('content-type') ?? '', /^(text\/(javascript|css)|image\/svg\+xml)/);
    }
    const [script = ''] = names;
    const compressed = await fetch(world.url + script, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    const plain = await fetch(world.url + script, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), await compressed.text());
  });

  it('an unknown file -> 404 not-found', async () => {
    expectCode(await world.visitor().get('/console/assets/console-00000000.js'), 404, 'not-found');
  });
});

describe('/console of a service whose files lie in a bucket', () => {
  it('may show pictures of the bucket too', async () => {
    const settings = {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'mortar',
      S3_ENDPOINT: 'http://127.0.0.1:9/',
      S3_PUBLIC_URL: 'https://cdn.example.org/files',
    };
    const other = await world.another({ api: true, worker: false, settings });
    const policy = (await fetch(`${other.url}/console`)).headers.get('content-security-policy');
    assert.match(policy ?? '', /img-src 'self' blob: http:\/\/127\.0\.0\.1:9 https:\/\/cdn\.example\.org;/);
    await other.close();
  });
});

async function asAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text(), body: undefined };
}
