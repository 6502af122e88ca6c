// The chat and the automation webhook, over real HTTP, into the sandbox.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../test/support/provider-sandbox.ts';
import { createAutomation } from './automation/index.ts';
import { createChat } from './chat/index.ts';

let sandbox: ProviderSandbox;
before(async () => {
  sandbox = await startProviderSandbox();
});
after(() => sandbox.stop());

const fault = (route: string, mode: string) => sandbox.control('POST', '/faults', { route, mode, times: 1 });

test('chat: a message reaches its channel', async () => {
  const chat = createChat({ baseUrl: `${sandbox.url}/chat/` });
  await chat.post('funding-follow-up', 'Clôturé : « Les Lilas »\nsuite');
  const [message] = await sandbox.control<{ channel: string; text: string }[]>('GET', '/chat');
  assert.deepEqual([message?.channel, message?.text], ['funding-follow-up', 'Clôturé : « Les Lilas »\nsuite']);
});

test('automation: an event with its payload', async () => {
  const automation = createAutomation({ url: `${sandbox.url}/automation` });
  await automation.notify('property-published', { propertyId: 'p1', priceCents: 1_000 });
  const [message] = await sandbox.control<{ body: unknown }[]>('GET', '/automation');
  assert.deepEqual(message?.body, { event: 'property-published', payload: { propertyId: 'p1', priceCents: 1_000 } });
});

test('both reject when not taken, and no error quotes the secret URL', async () => {
  const chat = createChat({ baseUrl: `${sandbox.url}/chat`, timeoutMs: 300 });
  const automation = createAutomation({ url: `${sandbox.url}/automation`, timeoutMs: 300 });
  await fault('/chat/', 'http-500');
  await assert.rejects(chat.post('announcements', 'x'), { message: 'chat announcements: answered 500' });
  await fault('/chat/', 'timeout-before');
  await assert.rejects(chat.post('announcements', 'x'), { message: 'chat announcements: no answer in time' });
  await fault('/automation', 'http-500');
  await assert.rejects(automation.notify('e', {}), { message: 'automation e: answered 500' });
  const gone = await startProviderSandbox();
  await gone.stop();
  await assert.rejects(createChat({ baseUrl: `${gone.url}/chat` }).post('announcements', 'x'), {
    message: 'chat announcements: not reachable',
  });
});
