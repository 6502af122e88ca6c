// What bounds a call: deadlines, after which nothing of it stays, the size of the reply, and that no reply leads anywhere else.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { passed } from '../stop.ts';
import { postJson } from './external-json.ts';
import { createTransport, type Exchange, withDeadline, withinDeadline } from './outgoing.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('aborts what takes too long, and says so', async () => {
  const reason = await withDeadline(1, async (deadline) => {
    await passed(deadline);
    return deadline.reason;
  });
  assert.equal(reason.name, 'TimeoutError');
});

it('a call that has ended leaves no timer behind, whether it was answered or failed', async () => {
  const before = timers();
  const during = await withDeadline(60_000, async () => timers());
  assert.equal(during, before + 1);
  await assert.rejects(
    withDeadline(60_000, async () => {
      throw new Error('refused');
    }),
    /refused/,
  );
  assert.equal(timers(), before);
});

it('a caller waits for shared work until its own deadline, and the work goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<{ value: number }>();
  assert.equal(await withDeadline(1, (deadline) => withinDeadline(promise, deadline)), null);
  resolve({ value: 1 });
  assert.deepEqual(await withDeadline(60_000, (deadline) => withinDeadline(promise, deadline)), { value: 1 });
});

/** A service that answers like this, and a call of it. */
async function service(t: TestContext, answer: RequestListener) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const transport = createTransport({ connections: 2, breakerThreshold: 100, breakerResetMs: 1_000 });
  t.after(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  // Border: it listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = (path: string, more: Partial<Exchange> = {}) =>
    withDeadline(20_000, (deadline) =>
      transport.exchange({ method: 'GET', url: new URL(path, url), headers: {}, deadline, ...more }),
    );
  return { url, call };
}

describe('the reply of a call', () => {
  const MEGABYTE = 1024 * 1024;
  const sizeOf = (url = '') => Number(new URL(url, 'http://x').searchParams.get('bytes'));
  /** With `?drip` its length is not announced. */
  const answerSize: RequestListener = ({ url = '' }, response) => {
    const body = Buffer.alloc(sizeOf(url), 'x');
    if (!url.includes('drip')) response.writeHead(200, { 'content-length': body.length });
    else response.write(body.subarray(0, 1_000));
    response.end(url.includes('drip') ? body.subarray(1_000) : body);
  };

  for (const drip of ['', '&drip'])
    it(`is read up to a megabyte and no further, ${drip ? 'in chunks' : 'with its length'}`, async (t) => {
      const { call } = await service(t, answerSize);
      const whole = await call(`/?bytes=${MEGABYTE}${drip}`);
      assert.equal(whole.reply?.body.length, MEGABYTE);
      assert.deepEqual(await call(`/?bytes=${MEGABYTE + 1}${drip}`), { reply: null, cause: 'too-large' });
      const list = await call(`/?bytes=${MEGABYTE + 1}${drip}`, { largestReplyBytes: 2 * MEGABYTE });
      assert.equal(list.reply?.body.length, MEGABYTE + 1);
    });

  it('that never ends is not kept: the connection is closed', async (t) => {
    let isClosed = false;
    const { call } = await service(t, (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', more).once('close', () => {
        isClosed = true;
      });
      more();
    });
    assert.deepEqual(await call('/'), { reply: null, cause: 'too-large' });
    while (!isClosed) await new Promise((resolve) => setImmediate(resolve));
  });

  it('that leads elsewhere is a refusal, and nothing is sent there', async (t) => {
    const told: string[] = [];
    const other = await service(t, ({ method, url }, response) => {
      told.push(`${method} ${url}`);
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url, call } = await service(t, (request, response) => {
        request.resume();
        response.writeHead(status, { location: `${other.url}/elsewhere` }).end();
      });
      assert.equal((await call('/', { method: 'POST', body: '{}' })).reply?.status, status);
      assert.equal((await call('/')).reply?.status, status);
      await assert.rejects(postJson('chat alerts', url, { text: 'secret' }, 20_000), {
        message: `chat alerts: answered ${status}`,
      });
    }
    assert.deepEqual(told, []);
  });
});
