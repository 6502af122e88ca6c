// A front end on its own origin calls the API with the session, in a real browser; nobody else's page can.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, signUp } from '../support/actors.ts';
import { startBrowser } from '../support/browser.ts';
import { startWorld, type World } from '../support/world.ts';

/** A site that serves an empty page. */
async function startSite(): Promise<{ origin: string; close(): void }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A front end</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Border: a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

type Site = Awaited<ReturnType<typeof startSite>>;
type Seen = { status: number; text: string; requestId: string | null };

let world: World;
let sites: { front: Site; trusted: Site; stranger: Site };
before(async () => {
  sites = { front: await startSite(), trusted: await startSite(), stranger: await startSite() };
  world = await startWorld({ settings: { FRONT_URL: `${sites.front.origin}/app`, TRUSTED_ORIGINS: sites.trusted.origin } });
});
after(async () => {
  for (const site of Object.values(sites)) site.close();
  await world.close();
});

const preflight = (origin: string, path = '/customers/profile', method = 'PATCH') =>
  fetch(world.url + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type,tfa' },
  });

describe('a preflight', () => {
  for (const site of ['front', 'trusted'] as const)
    it(`of the ${site} origin is answered for every method and the headers that routes read`, async () => {
      const { origin } = sites[site];
      const { status, headers } = await preflight(origin);
      assert.equal(status, 204);
      assert.deepEqual(
        ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-methods'].map((name) =>
          headers.get(name),
        ),
        [origin, 'true', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
      );
      for (const name of ['content-type', 'tfa', 'idempotency-key'])
        assert.match(headers.get('access-control-allow-headers') ?? '', new RegExp(`\\b${name}\\b`));
      assert.match(headers.get('vary') ?? '', /\bOrigin\b/);
    });
  it('of the session layer, too', async () =>
    assert.equal((await preflight(sites.front.origin, '/api/auth/sign-in/email', 'POST')).status, 204));
  for (const [what, origin] of [
    ['another origin', () => sites.stranger.origin],
    ['the front end’s name with more behind it', () => `${sites.front.origin}.elsewhere.example`],
    ['null', () => 'null'],
  ] as const)
    it(`of ${what} gets no such header -> 404 not-found`, async () => {
      const { status, headers } = await preflight(origin());
      assert.equal(status, 404);
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control')),
        [],
      );
    });
});

it('an answer to another origin has no such header, and a cache keeps them apart', async () => {
  for (const [origin, allowed] of [
    [sites.stranger.origin, null],
    [sites.front.origin, sites.front.origin],
  ] as const) {
    const { headers } = await fetch(`${world.url}/properties`, { headers: { origin } });
    assert.equal(headers.get('access-control-allow-origin'), allowed);
    assert.match(headers.get('vary') ?? '', /\bOrigin\b/);
  }
});

const started = await startBrowser().catch((error: unknown) => String(error).split('\n', 1)[0] ?? 'no browser');
if (typeof started === 'string' && process.env.CI) throw new Error(`page tests need a browser: ${started}`);
describe('in a browser', { skip: typeof started === 'string' ? `no browser starts here: ${started}` : false }, () => {
  // Border: skipped where it is none.
  const browser = started as Browser;
  after(() => browser.close());

  /** Asks from a page, as its script would. */
  const ask = (page: Page, path: string, init: object = {}): Promise<Seen | string> =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, { credentials: 'include', ...options }).then(
          async (answer) => ({
            status: answer.status,
            text: await answer.text(),
            requestId: answer.headers.get('x-request-id'),
          }),
          (error: unknown) => String(error),
        ),
      [world.url + path, init] as const,
    );
  const json = (method: string, body: object, headers: object = {}) => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const pageOf = async (site: Site) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.origin);
    return page;
  };

  it('a page of the front end signs in, reads, changes and reads refusals', async () => {
    const { email } = await signUp(world);
    const page = await pageOf(sites.front);
    const signedIn = await ask(page, '/api/auth/sign-in/email', json('POST', { email, password: PASSWORD }));
    assert.ok(typeof signedIn !== 'string' && signedIn.status === 200, JSON.stringify(signedIn));
    const me = await ask(page, '/customers/me');
    assert.ok(typeof me !== 'string' && me.status === 200 && me.text.includes(email), JSON.stringify(me));
    assert.ok(me.requestId);
    const toggled = await ask(page, '/auth/mfa', json('PATCH', { enabled: true }));
    assert.ok(typeof toggled !== 'string' && toggled.status === 200, JSON.stringify(toggled));
    const withdrawal = json('POST', { amount: 1 }, { tfa: '000000', 'idempotency-key': 'a-key-of-mine' });
    const refused = await ask(page, '/customers/provider/payment-intent/withdrawal', withdrawal);
    assert.ok(typeof refused !== 'string' && refused.status === 403 && refused.text.includes('2fa-code.invalid'));
  });
  it('a page of a stranger reads nothing', async () => {
    const page = await pageOf(sites.stranger);
    for (const init of [{}, json('PATCH', { enabled: true })])
      assert.equal(typeof (await ask(page, init && 'method' in init ? '/auth/mfa' : '/customers/me', init)), 'string');
  });
});
