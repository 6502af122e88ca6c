// Requests that a proxy in front may read differently than we do, byte by byte on a socket: refused, and the connection is closed.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** Sends the lines as one head, then `body`; everything that comes back until the other side ends the connection. */
function send(lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = '';
  const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve(heard));
  return promise;
}

const GET = 'GET /health/live HTTP/1.1';
const POST = 'POST /api/auth/sign-in/email HTTP/1.1';
const JSON_BODY = 'content-type: application/json';
/** An empty body in chunks. */
const CHUNKS = '0\r\n\r\n';

const CASES: Readonly<Record<string, [lines: string[], body?: string]>> = {
  'two hosts': [[GET, 'host: a.test', 'host: b.test']],
  'the same host twice': [[GET, 'host: a.test', 'Host: a.test']],
  'two hosts in one line': [[GET, 'host: a.test, b.test']],
  'two hosts, of a path without a route': [['GET /none HTTP/1.1', 'host: a.test', 'host: b.test']],
  'chunked twice': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding: chunked, chunked'], CHUNKS],
  'chunked twice, on two lines': [
    [POST, 'host: a.test', JSON_BODY, 'transfer-encoding: chunked', 'transfer-encoding: chunked'],
    CHUNKS,
  ],
  'chunked and a length': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding: chunked', 'content-length: 5'], CHUNKS],
  'a length and chunked': [[POST, 'host: a.test', JSON_BODY, 'content-length: 5', 'transfer-encoding: chunked'], CHUNKS],
  'another coding before chunked': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding: gzip, chunked'], CHUNKS],
  'identity before chunked': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding: identity, chunked'], CHUNKS],
  'another coding alone': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding: xchunked'], CHUNKS],
  'chunks in HTTP/1.0': [
    ['POST /api/auth/sign-in/email HTTP/1.0', 'host: a.test', JSON_BODY, 'transfer-encoding: chunked'],
    CHUNKS,
  ],
  'two lengths': [[POST, 'host: a.test', JSON_BODY, 'content-length: 1', 'content-length: 2'], '{}'],
  'a folded line': [[GET, 'host: a.test', 'x-more: a', ' b']],
  'a folded coding': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding:', ' chunked'], CHUNKS],
  'a space before the colon': [[POST, 'host: a.test', JSON_BODY, 'transfer-encoding : chunked'], CHUNKS],
};

describe('a request that can be read in two ways', () => {
  for (const [what, [lines, body]] of Object.entries(CASES))
    it(`${what} -> 400 validation-failed`, async () => {
      const heard = await send(lines, body);
      assert.match(heard, /^HTTP\/1\.1 400 /);
      assert.match(heard, /"code":"validation-failed"/);
      assert.equal(heard.match(/HTTP\/1\.1 /g)?.length, 1, 'answered once');
    });

  it('is refused alone: one host and chunks, in whatever case, are served', async () => {
    const close = 'connection: close';
    assert.match(await send([GET, 'Host: a.test', close]), /^HTTP\/1\.1 200 /);
    const chunked = await send([POST, 'host: a.test', JSON_BODY, close, 'Transfer-Encoding: CHUNKED'], `2\r\n{}\r\n${CHUNKS}`);
    assert.match(chunked, /^HTTP\/1\.1 4/);
    assert.doesNotMatch(chunked, /headers\/transfer-encoding|cannot be read/, chunked);
  });
});
