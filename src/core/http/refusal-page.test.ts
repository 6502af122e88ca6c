// A page that cannot be shown now says so in words to a browser; every other client gets problem+json.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import Fastify from 'fastify';
import { AppError, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE, TOO_MANY_REQUESTS } from '../errors.ts';
import { addPlainPages } from './plain-page.ts';
import { answerError } from './problem.ts';
import { route } from './route.ts';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

function appThatRefuses(code: string, produces: 'text/html' | 'text/calendar') {
  const app = Fastify();
  addPlainPages(app, { PLATFORM_NAME: 'Brique & Co', PLATFORM_ACCENT: '#123456' });
  app.setErrorHandler(answerError);
  route(app, {
    ...{ method: 'GET', url: '/page', operationId: 'readPage', guard: 'public', tag: 'operator', summary: 'A test.', produces },
    handle: async () => {
      throw new AppError(code);
    },
  });
  return async (accept: string) => app.inject({ url: '/page?from=mail', headers: { accept } });
}

for (const [code, status, words] of [
  [TOO_MANY_REQUESTS, 429, 'Attendez une minute'],
  [TEMPORARILY_UNAVAILABLE, 503, 'Votre argent et vos ordres sont conservés'],
] as const) {
  it(`${status} is a page for a browser, with a way on`, async () => {
    const { statusCode, headers, body } = await appThatRefuses(code, 'text/html')(HTML);
    assert.equal(statusCode, status);
    assert.match(String(headers['content-type']), /^text\/html/);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    assert.ok(String(headers['content-security-policy']).includes(`; style-src 'sha256-${digest}'`));
    assert.ok(style.includes('#123456') && body.includes('<header>Brique &#38; Co</header>'), 'the face of the platform');
    assert.ok(body.includes(words) && body.includes('<a href="">Réessayer</a>') && body.includes('<section lang="en">'));
  });
  it(`${status} is problem+json for all others, and where no page is asked for`, async () => {
    for (const answer of [
      await appThatRefuses(code, 'text/html')('application/json'),
      await appThatRefuses(code, 'text/html')('*/*'),
      await appThatRefuses(code, 'text/calendar')(HTML),
    ]) {
      assert.equal(answer.statusCode, status);
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
      assert.equal(answer.json<{ code: string }>().code, code);
    }
  });
}

it('an error that nobody foresaw is problem+json as before', async () => {
  const answer = await appThatRefuses(INTERNAL_ERROR, 'text/html')(HTML);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
});
