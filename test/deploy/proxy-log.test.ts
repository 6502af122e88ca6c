// What the shipped proxy logs of a request: never its query, which holds keys and signatures.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { waitUntil } from '../../scripts/wait-until.ts';
import { read } from './files.ts';

const config = read('deploy/haproxy/haproxy.cfg');
const program = findProxy();

function findProxy(): string | undefined {
  const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  return execFileSync('sh', ['-c', 'command -v haproxy || true'], { env: { PATH: path }, encoding: 'utf8' }).trim() || undefined;
}

it('the format of each line names the path alone', () => {
  const formats = config.match(/^\s*(?:log-format|error-log-format|option (?:http|tcp|https)log|.*capture).*$/gm) ?? [];
  assert.equal(formats.length, 1, formats.join('\n'));
  // %r is the request line, %HU the whole URI, %HQ the query, %hr and %hs captured headers.
  assert.match(formats[0] ?? '', /%HPO /);
  assert.doesNotMatch(formats[0] ?? '', /%(?:\{[^}]*\})?(?:r|HU|HQ|HP|hr|hs|\[)(?!\w)/);
});

it('a request is logged without its query, whatever its form', {
  skip: program === undefined ? 'HAProxy is not installed (apt-get install haproxy)' : false,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mortar-proxy-'));
  const port = await freePort();
  // Its global section and its defaults, in front of an answer of its own.
  const beginning = config.slice(0, config.indexOf('\nresolvers '));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${beginning}\nfrontend test\n  bind 127.0.0.1:${port}\n  http-request return status 200\n`);
  const child = spawn(program ?? '', ['-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let logged = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  const line = (what: string) => waitUntil(async () => logged.includes(what) || undefined, { what, timeoutMs: 20_000 });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(
    () =>
      fetch(url)
        .then(() => true)
        .catch(() => undefined),
    { what: 'the proxy', timeoutMs: 20_000 },
  );
  const hook = '/customers/provider/webhook/customer-status-changed';
  assert.equal((await fetch(`${url}${hook}?apiKey=very-secret`, { method: 'POST' })).status, 200);
  await line(`POST ${hook} HTTP/1.1`);
  for (const [target, path] of [
    ['http://x/absolute?signature=very-secret', '/absolute'],
    ['/two?apiKey=very-secret?more=very-secret', '/two'],
    ['/folder/?apiKey=very-secret', '/folder/'],
  ] as const) {
    await raw(port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    await line(`GET ${path} HTTP/1.1`);
  }
  // What it cannot read it does not quote.
  const before = logged.length;
  await raw(port, 'GET /broken?apiKey=very-secret HTTP/1.1\r\nhost : x\r\n\r\n');
  await waitUntil(async () => logged.length > before || undefined, { what: 'the refusal', timeoutMs: 20_000 });
  assert.doesNotMatch(logged, /very-secret|apiKey|signature/);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Border: it listens on a port.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function raw(port: number, request: string): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.on('error', () => {}).resume();
  await once(socket, 'close');
}
