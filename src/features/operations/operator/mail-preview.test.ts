// The preview of all mails: a page that shows them, and one of each in the mailbox.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signUp } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { templateNames } from '../../../providers/email/index.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { FRONT_URL: 'https://front.mortar.test' } });
});
after(() => world.close());

it('GET /dev/mails shows each template, HTML in a frame without scripts and text beside it', async () => {
  const { text, headers } = expectStatus(await world.visitor().get('/dev/mails'), 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  for (const name of templateNames) assert.ok(text.includes(`<section id="${name}">`), name);
  assert.equal(text.match(/<iframe sandbox /g)?.length, templateNames.length);
  assert.ok(!text.includes('<script'));
  assert.match(text, /Bonjour Camille,[\s\S]*https:\/\/front\.mortar\.test\/wallet/);
});

it('POST /dev/mails sends one of each, where the sandbox shows them', async () => {
  const { body } = expectStatus(
    await world.visitor().post<{ to: string; sent: number }>('/dev/mails', { to: 'me@example.test' }),
    201,
  );
  assert.deepEqual(body, { to: 'me@example.test', sent: templateNames.length });
  const mails = await world.mails('me@example.test');
  assert.equal(new Set(mails.map(({ subject }) => subject)).size, templateNames.length);
  assert.ok(mails.every(({ html, text }) => html.includes('<!doctype html>') && text.length > 50));
  expectStatus(await world.visitor().post('/dev/mails', {}), 201);
  assert.equal((await world.mails('apercu@mortar.test')).length, templateNames.length);
});

it('an address that is none -> 400 validation-failed', async () =>
  expectCode(await (await signUp(world)).client.post('/dev/mails', { to: 'nobody' }), 400, 'validation-failed'));
