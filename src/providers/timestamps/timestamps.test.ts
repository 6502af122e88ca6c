// The client of the time stamping authority: what it asks, what it believes, and what it makes of any other answer.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../../test/support/provider-sandbox.ts';
import { readTimestampResponse, timestampRequest } from './der.ts';
import { createTimestampAuthority } from './index.ts';

const HASH = createHash('sha256').update('a head').digest();
let sandbox: ProviderSandbox;
let server: Server | undefined;

before(async () => {
  sandbox = await startProviderSandbox();
});
after(() => sandbox.stop());
afterEach(() => server?.closeAllConnections());
afterEach(() => server?.close());

/** An authority that answers as `listener` does. */
async function answering(listener: RequestListener, timeoutMs = 10_000) {
  server = createServer(listener);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  // Border: a listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return createTimestampAuthority({ url: `http://127.0.0.1:${port}/`, timeoutMs }) ?? assert.fail('no authority');
}

const asked = async (body: Buffer) =>
  fetch(`${sandbox.url}/timestamps`, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(body),
  });

describe('a time stamp', () => {
  it('is of the hash and of now', async () => {
    const authority = createTimestampAuthority({ url: `${sandbox.url}/timestamps`, timeoutMs: 10_000 });
    const stamp = (await authority?.stamp(HASH)) ?? assert.fail('no authority');
    assert.ok(stamp.response.includes(HASH));
    const age = Temporal.Now.instant().epochMilliseconds - stamp.at.epochMilliseconds;
    assert.ok(Math.abs(age) < 60_000, String(age));
  });

  it('is none without an address', () => assert.equal(createTimestampAuthority({ url: undefined, timeoutMs: 1_000 }), undefined));

  it('of another hash, and of another question, is not believed', async () => {
    const other = createHash('sha256').update('another').digest();
    for (const [hash, nonce] of [
      [other, Buffer.from('0102030405060708', 'hex')],
      [HASH, Buffer.from('0807060504030201', 'hex')],
    ] as const) {
      const old = Buffer.from(await (await asked(timestampRequest(hash, nonce))).arrayBuffer());
      const authority = await answering((_request, response) => response.end(old));
      await assert.rejects(authority.stamp(HASH), /stamped something else/);
      server?.close();
    }
  });

  it('that is refused, an error, no answer of this kind, too long, or a redirect, is none', async () => {
    const refusal = Buffer.from('30053003020102', 'hex');
    const answers: [RequestListener, RegExp][] = [
      [(_request, response) => response.end(refusal), /refused with status 2/],
      [(_request, response) => response.writeHead(503).end(), /answered 503/],
      [(_request, response) => response.end('<html>'), /not the message that was expected/],
      [(_request, response) => response.end(Buffer.from('3082ffff', 'hex')), /ends too early/],
      [(_request, response) => response.end(Buffer.alloc(70_000)), /answered too much/],
      [(_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /fetch failed/],
    ];
    for (const [listener, why] of answers) {
      await assert.rejects((await answering(listener)).stamp(HASH), why);
      server?.close();
    }
  });

  it('is not waited for beyond the time limit', async () => {
    const authority = await answering(() => {}, 200);
    await assert.rejects(authority.stamp(HASH), { name: 'TimeoutError' });
  });
});

it('any bytes are read or refused, never more', () => {
  const nonce = Buffer.alloc(8, 7);
  for (let length = 0; length < 64; length += 1)
    for (const byte of [0x00, 0x30, 0x80, 0x84, 0xff]) {
      const bytes = Buffer.concat([Buffer.from('30', 'hex'), Buffer.alloc(length, byte)]);
      try {
        assert.equal(readTimestampResponse(bytes, { sha256: HASH, nonce }).isOurs, false);
      } catch (error) {
        assert.match(String(error), /time stamp: /);
      }
    }
});
