// The page of the error codes: whatever `type` an error has, it opens the place that explains its code.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Answer } from '../../../../test/support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import * as general from '../../../core/errors.ts';

const PAGE = '/docs/errors';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

type Section = { meaning: string; cause: string; remedy: string };

/** The sections of a page by their id. */
function sectionsOf(html: string): Map<string, Section> {
  const found = html.matchAll(/<section id="([^"]+)">.*?<p>(.+?)<\/p>.*?<dd>(.+?)<\/dd>.*?<dd>(.+?)<\/dd>.*?<\/section>/gs);
  return new Map([...found].map(([, id = '', meaning = '', cause = '', remedy = '']) => [id, { meaning, cause, remedy }]));
}

/** What a client finds that follows the `type` of the refusal. */
async function follow({ body }: Answer): Promise<Section | undefined> {
  const { type } = body as { type: string };
  const target = new URL(type, world.url);
  const page = await fetch(target);
  assert.equal(page.status, 200, type);
  return sectionsOf(await page.text()).get(decodeURIComponent(target.hash.slice(1)));
}

/** Codes that the description lists for any route. */
async function declaredCodes(): Promise<Set<string>> {
  type Operation = { responses: Record<string, { description?: string }> };
  const { body } = await world.visitor().get<{ paths: Record<string, Record<string, Operation>> }>('/openapi.json');
  const answers = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
  );
  const codes = answers.flatMap(([status, { description = '' }]) =>
    Number(status) < 400 ? [] : [...description.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
  return new Set(codes);
}

describe('GET /docs/errors', () => {
  it('has a section for every code of every route, and for those that any route answers', async () => {
    const sections = sectionsOf(expectStatus(await world.visitor().get(PAGE), 200).text);
    const codes = await declaredCodes();
    assert.ok(codes.size > 200, `${codes.size} codes are declared`);
    for (const code of Object.values(general)) if (typeof code === 'string') codes.add(code);
    const missing = [...codes].filter((code) => !sections.has(code));
    assert.deepEqual(missing, []);
  });

  it('is found by the `type` of a refusal, and says what it means, why it comes and what to do', async () => {
    const retired = await world.visitor().get('/auth/mfa/somebody@example.test/action/login/next-retry-date');
    expectCode(retired, 400, '2fa.login-legacy-removed');
    assert.deepEqual(await follow(retired), {
      meaning: 'The action <code>login</code> does not exist any more.',
      cause: 'The request names it; the second factor of a sign-in is confirmed under <code>/api/auth/two-factor</code>.',
      remedy: 'Use the routes of the session layer to sign in.',
    });
  });

  it('is found from refusals that no use case wrote: no route, a bad path, nobody signed in, a wrong field, a missing key', async () => {
    const visitor = world.visitor();
    const refusals = await Promise.all([
      visitor.get('/no-such-page'),
      visitor.get('/%ZZ'),
      visitor.get('/customers/me'),
      visitor.post('/auth/mfa/resend-code', { email: 'nobody' }),
      visitor.post('/administration/defaults-management/echeancier/penalties', []),
    ]);
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [404, 400, 401, 400, 401],
    );
    for (const refusal of refusals) assert.ok((await follow(refusal))?.meaning, refusal.text);
  });

  it('may be kept for an hour, and names no route', async () => {
    const { headers, text } = expectStatus(await world.visitor().get(PAGE), 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.doesNotMatch(text, /\b(GET|POST|PUT|PATCH|DELETE) \//);
    expectStatus(await world.visitor().get(`${PAGE}/`), 200);
  });
});
