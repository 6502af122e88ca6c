// What a browser is given of the investors' pages before any script runs: documents, headers, weights; and that no page takes an address of the API.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { bundleFace, bundlePageServer } from '../../src/features/operations/pages/index.ts';
import { renderMail, sampleMails, templateNames } from '../../src/providers/email/index.ts';
import { openFunding, signInAdministrator, signUp } from '../support/actors.ts';
import { renameProperty } from '../support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const MOST_BYTES = 90_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const HTML = { accept: 'text/html,application/xhtml+xml' };

let world: World;
let propertyId: PropertyId;
before(async () => {
  world = await startWorld({ worker: false });
  ({ propertyId } = await openFunding(world, { bricks: 40 }));
  await renameProperty(world, propertyId, 'Les Tilleuls <b>, Lyon');
});
after(() => world.close());

type Shown = { status: number; html: string; headers: Headers };

async function show(path: string, headers: Record<string, string> = {}): Promise<Shown> {
  const answer = await fetch(world.url + path, { headers: { ...HTML, ...headers }, redirect: 'manual' });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

/** What somebody reads of it without script. */
const textOf = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a page of the investors', () => {
  it('is read whole without script: home, list and project', async () => {
    for (const [path, words] of [
      ['/', 'Investir comporte un risque de perte'],
      ['/projects', 'Les Tilleuls'],
      [`/projects/${propertyId}`, 'briques disponibles'],
    ] as const) {
      const { status, html } = await show(path);
      assert.equal(status, 200, path);
      assert.ok(textOf(html).includes(words), `${path}: ${textOf(html).slice(0, 500)}`);
    }
  });

  it('escapes what people have written, in the text and in the data', async () => {
    const { html } = await show(`/projects/${propertyId}`);
    assert.ok(!html.includes('Tilleuls <b>'));
    assert.match(html, /<h1>Les Tilleuls &lt;b>, Lyon<\/h1>/);
  });

  it('tells other sites its title, text and address', async () => {
    const { html } = await show(`/projects/${propertyId}`);
    assert.match(html, /<meta property="og:title" content="Les Tilleuls &#60;b&#62;, Lyon · Mortar">/);
    assert.match(html, /<meta property="og:description" content="[^"]+">/);
    assert.match(html, new RegExp(`<link rel="canonical" href="[^"]*/projects/${propertyId}">`));
    assert.match(html, /<meta name="robots" content="noindex">/);
  });

  it('that does not exist, or of an unknown project -> 404', async () => {
    for (const path of ['/nowhere', '/projects/none', `/projects/${UNKNOWN}`, '/%E0%A4%A']) {
      const { status, html } = await show(path);
      assert.ok([400, 404].includes(status), `${path}: ${status}`);
      if (status === 404) assert.ok(textOf(html).includes('Cette page n’existe pas'), path);
    }
  });

  it('is English once chosen, by a link alone', async () => {
    const chosen = await show('/projects?state=late&lang=en');
    assert.equal(chosen.status, 303);
    assert.equal(chosen.headers.get('location'), '/projects?state=late');
    const [cookie = ''] = chosen.headers.getSetCookie();
    const { html } = await show('/projects', { cookie: cookie.split(';', 1)[0] ?? '' });
    assert.match(html, /<html lang="en"/);
    assert.ok(textOf(html).includes('All projects of the platform'));
  });

  it('about somebody asks for a sign-in first, and comes back', async () => {
    const { status, headers } = await show('/wallet?tab=1');
    assert.equal(status, 302);
    assert.equal(headers.get('location'), `/sign-in?next=${encodeURIComponent('/wallet?tab=1')}`);
    const { client } = await signUp(world, { name: 'Zoé Marchand' });
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status: seen, html } = await show('/wallet', { cookie });
    assert.equal(seen, 200);
    assert.ok(textOf(html).includes('Zoé Marchand'));
    // Nothing of the account but the name: the browser reads the rest.
    assert.ok(!html.includes('availableCents'));
  });

  it('of a draft is shown with its token, and to no search engine', async () => {
    const administrator = await signInAdministrator(world);
    const body = { name: 'Les Hêtres, Angers', investorContractType: 'obligation' };
    const { id } = expectStatus(await administrator.client.post<{ id: string }>('/administration/property', body), 201).body;
    assert.equal((await show(`/projects/${id}`)).status, 404);
    const made = expectStatus(
      await administrator.client.post<{ url: string }>(`/administration/property/${id}/draft-token`),
      201,
    );
    const { pathname, search } = new URL(made.body.url);
    const moved = await show(pathname + search);
    assert.equal(moved.status, 308);
    assert.equal(moved.headers.get('location'), `/projects/${id}${search}`);
    const { status, html } = await show(`/projects/${id}${search}`);
    assert.equal(status, 200);
    assert.ok(textOf(html).includes('Aperçu d’un projet qui n’est pas encore public'));
    assert.match(html, /content="noindex"/);
  });

  it('an address that begins with several slashes names no other host', async () => {
    assert.equal((await show('//')).status, 200);
    for (const path of ['//other.example/projects', '/\\other.example/projects'])
      assert.equal((await show(path)).status, 404, path);
  });

  it('of the API is no page, whoever asks -> 404 not-found', async () => {
    for (const accept of ['application/json', 'application/json, text/plain, */*', 'image/*']) {
      for (const path of ['/', '/projects', '/nowhere'])
        expectCode(await world.visitor().get(path, { accept }), 404, 'not-found');
    }
    expectCode(await world.visitor().get('/nowhere', { accept: '*/*' }), 404, 'not-found');
    const { headers } = await show('/properties');
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  });

  it('is given to who names no format, as makers of link previews do', async () => {
    for (const accept of ['*/*', 'text/*;q=0.9', 'image/png, */*;q=0.1']) {
      const { status, html } = await show(`/projects/${propertyId}/`, { accept });
      assert.equal(status, 200, accept);
      assert.match(html, /<meta property="og:title" content="Les Tilleuls/, accept);
    }
  });
});

describe('the delivery', () => {
  it('of the first page is lighter than 90 kB, compressed', async () => {
    const { manifest, files } = await bundleFace('investors');
    const first = [manifest.script, manifest.style, manifest.icon, ...manifest.preloads];
    const weigh = (name: string) => gzipSync(files.get(name) ?? assert.fail(`no ${name}`)).length;
    // The page itself is a separate file: the heaviest one stands for each of them.
    const pages = manifest.files.filter((name) => !first.includes(name)).map(weigh);
    const bytes = first.reduce((sum, name) => sum + weigh(name), 0) + Math.max(...pages);
    const { html } = await show('/');
    const all = bytes + gzipSync(html).length;
    assert.ok(all < MOST_BYTES, `${all} bytes`);
  });

  it('allows its own sources, nothing inline, and no frame around it', async () => {
    const { headers, html } = await show('/');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(html, /<style|<script(?![^>]*( src=|application\/json))| style=| on\w+=/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('compresses documents and files, and keeps files for good', async () => {
    const { html, headers } = await show('/', { 'accept-encoding': 'gzip' });
    assert.equal(headers.get('content-encoding'), 'gzip');
    const names = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
    assert.ok(names.length >= 4);
    for (const name of names) {
      const file = await fetch(world.url + name);
      assert.equal(file.status, 200, name);
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    }
    const [script] = names.filter((name) => name.endsWith('.js'));
    assert.ok(script);
    const version = await fetch(`${world.url}/assets/version.txt`);
    assert.match(await version.text(), /^\/assets\/investors-\w+\.js$/);
    assert.equal(version.headers.get('cache-control'), 'no-store');
    expectCode(await world.visitor().get('/assets/investors-00000000.js'), 404, 'not-found');
  });
});

/** Pages of the API's own, which take the token of a link. */
const OWN_PAGES: readonly string[] = ['/auth/email-change/undo', '/auth/password-reset'];

/** Whether the console names this path as one of its pages. */
function isOfConsole(path: string): boolean {
  const sources = ['web/console/addresses.ts', 'web/console/shell/invitation.tsx'];
  const paths = sources.flatMap(
    (name) => readFileSync(resolve(PROJECT, name), 'utf8').match(/(?<=')\/console\/[^':]+(?=['/])/g) ?? [],
  );
  return paths.includes(path);
}

describe('addresses', () => {
  /** What web/investors/server.tsx exports. */
  let pages: { paths: string[]; leadsToPage: (path: string) => boolean };
  before(async () => {
    const code = Buffer.from(await bundlePageServer()).toString('base64');
    pages = await import(`data:text/javascript;base64,${code}`);
  });

  it('no page stands at an address of the API', async () => {
    const { paths } = expectStatus(await world.visitor().get<{ paths: Record<string, object> }>('/openapi.json'), 200).body;
    const routes = Object.keys(paths).filter((path) => path !== '/' && path !== '/{path}');
    assert.ok(routes.length > 200);
    const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{path\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const sampleOf = (path: string) => path.replaceAll(/:\w+/g, UNKNOWN);
    for (const path of pages.paths)
      assert.deepEqual(
        routes.filter((route) => pattern(route).test(sampleOf(path))),
        [],
        path,
      );
    for (const route of routes) assert.equal(pages.leadsToPage(route.replaceAll(/\{\w+\}/g, UNKNOWN)), false, route);
  });

  it('every link of every mail leads to a page', async () => {
    const samples = sampleMails({ firstName: 'Camille', propertyName: 'Les Acacias' });
    const frontUrl = 'https://front.example.org';
    let links = 0;
    for (const name of templateNames) {
      const { html } = renderMail(name, samples[name], { platform: { name: 'Mortar' }, frontUrl, contact: 'a@example.org' });
      for (const [, href = ''] of html.matchAll(/href="(https?:[^"]+)"/g)) {
        links += 1;
        const { origin, pathname } = new URL(href);
        const isOurs = origin === frontUrl && pages.leadsToPage(pathname);
        assert.ok(isOurs || OWN_PAGES.includes(pathname) || isOfConsole(pathname), `${name}: ${href}`);
      }
    }
    assert.ok(links > 30, `${links} links`);
  });
});
