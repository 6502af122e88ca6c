// Every page that a browser may be shown, ours and the sandbox's: what it may do is written on it, and nobody frames it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { kindOf, type Setting } from '../../src/config/schema.ts';
import { settings } from '../../src/config/settings.ts';
import { createClient } from '../support/client.ts';
import { serviceAddress } from '../support/database.ts';
import { PNG } from '../support/files.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { declaredRoutes, pathOf } from './declared-routes.ts';

/** What a policy must forbid or name; without them a browser falls back to everything. */
const MUST_SAY = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'];

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** Directives of the policy of a page; asserts what every page owes. */
async function policyAt(url: string, ancestors = "'none'"): Promise<Map<string, string>> {
  const response = await fetch(url);
  const { headers } = response;
  assert.match(headers.get('content-type') ?? '', /^text\/html/, url);
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources.join(' ')];
    }),
  );
  for (const name of MUST_SAY) assert.ok(policy.has(name), `${url} says nothing of ${name}`);
  assert.equal(policy.get('default-src'), "'none'", url);
  assert.equal(policy.get('base-uri'), "'none'", url);
  assert.equal(policy.get('frame-ancestors'), ancestors, url);
  const scripts = policy.get('script-src') ?? '';
  assert.doesNotMatch(scripts, /unsafe|https?:|\*|data:/, `${url} runs scripts of anybody`);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', url);
  // With no-referrer a browser would not say where a form comes from.
  const referrer = url.endsWith('/auth/password-reset') ? 'same-origin' : 'no-referrer';
  assert.equal(headers.get('referrer-policy'), referrer, url);
  return policy;
}

it('every route that answers HTML has its own policy', async () => {
  const visitor = world.visitor();
  const gets = (await declaredRoutes(visitor)).filter(({ method }) => method === 'GET');
  const paths = [...gets.map((route) => pathOf(route, {})), '/docs', '/docs/', '/no-such-page', '/%ZZ'];
  const pages: string[] = [];
  for (const path of paths) {
    const answer = await visitor.get(path);
    if (answer.headers.get('content-type')?.startsWith('text/html')) pages.push(path);
    else if (path !== '/%ZZ') assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/, path);
  }
  assert.ok(gets.length > 40, `${gets.length} routes were asked`);
  const consolePages = pages.filter((path) => path.startsWith('/console'));
  assert.ok(consolePages.length >= 1);
  assert.deepEqual(pages.filter((path) => !consolePages.includes(path)).sort(), [
    '/',
    '/auth/password-reset',
    '/dev/mails',
    '/docs/',
    '/docs/errors',
  ]);
  for (const path of pages) await policyAt(`${world.url}${path}`);
});

it('the page of the API runs the script that we serve and the one line that starts it, and asks nobody but us', async () => {
  const policy = await policyAt(`${world.url}/docs/`);
  assert.match(policy.get('script-src') ?? '', /^'self' 'sha256-[\w+/=]{44}'$/);
  for (const [name, sources] of policy) assert.doesNotMatch(sources, /https?:|\*/, name);
});

it('the page of the error codes runs nothing, loads nothing and has no style but its own', async () => {
  const policy = await policyAt(`${world.url}/docs/errors`);
  assert.match(policy.get('style-src') ?? '', /^'sha256-[\w+/=]{44}'$/);
  assert.deepEqual([...policy.keys()].sort(), [...MUST_SAY, 'style-src'].sort());
  const { text } = await world.visitor().get('/docs/errors');
  assert.doesNotMatch(text, /<script|<link|<img|\son\w+=|\sstyle=/);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  assert.equal(policy.get('style-src'), `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});

it('the pages of the sandbox run nothing; a mail is framed only by the page around it', async () => {
  await world.visitor().post('/dev/mails', { to: 'pages@example.test' });
  const { url } = world.sandbox;
  const home = await (await fetch(url)).text();
  const [, mail] = /href="(\/mails\/\d+)\/view"/.exec(home) ?? [];
  assert.ok(mail, 'a mail is listed');
  const seen = ['/', '/?refresh=5', `${mail}/view`, '/votes', '/votes?token=a.b.c'];
  for (const path of seen) assert.ok(!(await policyAt(`${url}${path}`)).has('script-src'), path);
  const policy = await policyAt(`${url}${mail}`, "'self'");
  assert.ok(policy.has('sandbox'));
});

describe('production', () => {
  const OWN = 'own-secret-of-this-test-0123456789';
  const TOKEN = 'own-metrics-token-0123456789';

  /** An instance with everything that production asks for; `more` on top. */
  async function production(more: Record<string, string>): Promise<string> {
    const required = Object.entries<Setting>(settings).filter(([, { requiredInProduction }]) => requiredInProduction);
    const said = required.map(([name, setting]) => [
      name,
      kindOf(setting) === 'secret' ? `${OWN}${name}` : (world.environment[name] ?? String(setting.default)),
    ]);
    const DATABASE_URL = await serviceAddress(world.environment.DATABASE_URL ?? '');
    const own = { VOTING_SHARED_SECRET: OWN, PROVIDER_RESEND_AFTER_SECONDS: '60', NODE_ENV: 'production', DATABASE_URL };
    const service = await world.another({
      api: true,
      worker: false,
      settings: { ...Object.fromEntries(said), ...own, ...more },
    });
    return service.url ?? '';
  }

  it('does not start with the address of a superuser', () =>
    assert.rejects(production({ DATABASE_URL: world.environment.DATABASE_URL ?? '' }), /signs in as \w+, a superuser/));

  it('has neither /docs nor /dev, and closes /metrics, by default', async () => {
    const client = createClient(await production({}));
    expectStatus(await client.get('/health/live'), 200);
    for (const path of [
      '/docs',
      '/docs/',
      '/docs/js/scalar.js',
      '/docs/openapi.json',
      '/openapi.json',
      '/dev/mails',
      '/dev/clock',
    ])
      expectCode(await client.get(path), 404, 'not-found');
    expectCode(await client.get('/metrics'), 401, 'unauthenticated');
    expectCode(await client.get('/metrics', { authorization: 'Bearer undefined' }), 401, 'unauthenticated');
    // Where the `type` of each of these refusals leads.
    expectStatus(await client.get('/docs/errors'), 200);
  });
  it('opens /metrics to its token and /docs to everybody when set', async () => {
    const client = createClient(await production({ METRICS_TOKEN: TOKEN, DOCS_ENABLED: 'true' }));
    expectStatus(await client.get('/docs/'), 200);
    expectStatus(await client.get('/openapi.json'), 200);
    const { text } = expectStatus(await client.get('/metrics', { authorization: `Bearer ${TOKEN}` }), 200);
    assert.match(text, /mortar_http_request_seconds/);
    for (const authorization of ['', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer', `Basic ${TOKEN}`])
      expectCode(await client.get('/metrics', { authorization }), 401, 'unauthenticated');
  });
});

it('outside production /metrics is open without a token, and closed with one', async () => {
  expectStatus(await world.visitor().get('/metrics'), 200);
  const { url = '' } = await world.another({
    api: true,
    worker: false,
    settings: { METRICS_TOKEN: 'development-metrics-token' },
  });
  expectCode(await createClient(url).get('/metrics'), 401, 'unauthenticated');
});

it('no answer may be embedded by another site, but what lies under /files; https is asked for where PUBLIC_URL has it', async () => {
  await world.deps.storage.put('public/images/shown.png', PNG, 'image/png');
  const secure = await world.another({ api: true, worker: false, settings: { PUBLIC_URL: 'https://api.mortar.test' } });
  const paths = ['/health/live', '/properties', '/customers/me', '/api/auth/get-session', '/console', '/docs/errors', '/none'];
  for (const path of [...paths, '/files/none', '/files/public/images/shown.png']) {
    const plain = (await fetch(world.url + path)).headers;
    const expected = path.endsWith('shown.png') ? 'cross-origin' : 'same-origin';
    assert.equal(plain.get('cross-origin-resource-policy'), expected, path);
    assert.equal(plain.get('strict-transport-security'), null, path);
    const { headers } = await fetch(secure.url + path);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
  }
});
