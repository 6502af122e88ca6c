// Clients that hold a connection by sending next to nothing: they are ended, and it is their fault, not ours.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, it } from 'node:test';
import { signUp } from '../../../test/support/actors.ts';
import { PDF, uploadOf } from '../../../test/support/files.ts';
import { expectStatus, startWorld, type World } from '../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { REQUEST_TIMEOUT_MS: '700' } });
});
after(() => world.close());

/** Sends `head` at once and then a byte of `rest` again and again, until the other side ends it; what it answered. */
function drip(head: string, rest = 'a'): Promise<string> {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = '';
  const socket = connect(Number(port), hostname, () => socket.write(head));
  const dripping = setInterval(() => socket.write(rest), 50);
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  // The other side ends it, in the middle of what we write.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(dripping);
    resolve(heard);
  });
  return promise;
}

async function assertNoFaultOfOurs(): Promise<void> {
  const { text } = expectStatus(await world.visitor().get('/metrics'), 200);
  assert.doesNotMatch(text, /status="5\d\d"/);
}

it('a body that never ends: 408, and the connection is closed', async () => {
  const { client } = await signUp(world);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const common = `host: ${new URL(world.url).host}\r\norigin: ${world.url}\r\ncookie: ${cookie}\r\n`;
  const json = 'content-type: application/json\r\ncontent-length: 5000\r\n';
  const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n';
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF';
  const heard = await Promise.all([
    drip(`PATCH /customers/profile HTTP/1.1\r\n${common}${json}\r\n{"a":"`),
    drip(`POST /customers/investor-identity-document HTTP/1.1\r\n${common}${form}\r\n${part}`),
    drip(`POST /api/auth/sign-in/email HTTP/1.1\r\n${common}${json}\r\n{"a":"`),
  ]);
  for (const text of heard) assert.match(text, /^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  await assertNoFaultOfOurs();
});

it('a head that never ends: the same', async () => {
  assert.match(await drip('GET /health/live HTTP/1.1\r\nx-long: '), /^HTTP\/1\.1 408 /);
  await assertNoFaultOfOurs();
});

it('a client that leaves in the middle of a body is no fault of ours', async () => {
  const { hostname, port } = new URL(world.url);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const head = 'content-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":"';
  const socket = connect(Number(port), hostname, () => {
    socket.write(`POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\n${head}`, () => socket.destroy());
  });
  socket.on('close', () => resolve());
  await gone;
  expectStatus(await world.visitor().get('/health/live'), 200);
  await assertNoFaultOfOurs();
});

it('a client that sends in time is served, with a file too', async () => {
  const { client } = await signUp(world);
  const answer = await client.post(
    '/customers/investor-identity-document',
    uploadOf(PDF, { type: 'identityCard', name: 'a.pdf' }),
  );
  assert.ok(answer.status < 500 && answer.status !== 408, answer.text);
});
