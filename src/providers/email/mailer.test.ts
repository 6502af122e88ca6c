// Mail over real SMTP, into the sandbox's mailbox.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type ProviderSandbox, startProviderSandbox } from '../../../test/support/provider-sandbox.ts';
import { createMailer } from './index.ts';

type Received = { to: string; from: string; subject: string; text: string; html: string; headers: Record<string, string> };

let sandbox: ProviderSandbox;
before(async () => {
  sandbox = await startProviderSandbox();
});
after(() => sandbox.stop());

const FROM = 'Mortar <bonjour@mortar.test>';
const data = { code: '042137', action: 'withdraw', expiresAt: '2026-07-14T10:05:00Z' } as const;
const mailsTo = (to: string) => sandbox.control<Received[]>('GET', `/mails?to=${encodeURIComponent(to)}`);

test('a mail arrives as it was rendered, with both parts, its sender and its id', async () => {
  const contact = 'aide@mortar.test';
  const mailer = createMailer({ smtpUrl: sandbox.smtpUrl, from: FROM, contact, frontUrl: 'https://front.mortar.test' });
  const [to, id] = [`${randomUUID()}@mortar.test`, randomUUID()];
  await mailer.send({ to, template: 'mfa-code', data, id });
  const [mail, ...others] = await mailsTo(to);
  assert.equal(others.length, 0);
  assert.equal(mail?.subject, 'Votre code pour autoriser un retrait');
  assert.deepEqual(mail.text.match(/\b\d{6}\b/g), ['042137']);
  assert.match(mail.text, /Il est valable jusqu’au 14 juillet 2026 à 12:05\./);
  assert.match(mail.html, /<!doctype html>[\s\S]*042137/);
  assert.match(mail.from, /bonjour@mortar\.test/);
  assert.equal(mail.headers['reply-to'], 'aide@mortar.test');
  assert.equal(mail.headers['message-id'], `<${id}@mortar.test>`);
  mailer.close();
});

test('many mails at once arrive once each, over a few connections', async () => {
  const { hostname: host, port } = new URL(sandbox.smtpUrl);
  const mailer = createMailer({ host, port: Number(port), from: FROM, frontUrl: 'https://front.mortar.test', maxConnections: 2 });
  const recipients = Array.from({ length: 30 }, () => `${randomUUID()}@mortar.test`);
  await Promise.all(recipients.map((to) => mailer.send({ to, template: 'sign-in-code', data })));
  for (const to of recipients) assert.equal((await mailsTo(to)).length, 1);
  mailer.close();
});

test('one address is one recipient, whatever it holds', async () => {
  const mailer = createMailer({ smtpUrl: sandbox.smtpUrl, from: FROM, frontUrl: 'https://front.mortar.test' });
  const stranger = `${randomUUID()}@mortar.test`;
  await mailer.send({ to: `ok@mortar.test, ${stranger}`, template: 'sign-in-code', data }).catch(() => {});
  await mailer.send({ to: `ok@mortar.test\r\nBcc: ${stranger}`, template: 'sign-in-code', data }).catch(() => {});
  assert.deepEqual(await mailsTo(stranger), []);
  mailer.close();
});

test('a refusal and a server that is not there reject, for the job to try again', async () => {
  const mailer = createMailer({ smtpUrl: sandbox.smtpUrl, from: FROM, frontUrl: 'https://front.mortar.test' });
  await sandbox.control('POST', '/faults', { route: '/smtp', mode: 'http-500', times: 1 });
  const to = `${randomUUID()}@mortar.test`;
  await assert.rejects(mailer.send({ to, template: 'sign-in-code', data }));
  await mailer.send({ to, template: 'sign-in-code', data });
  assert.equal((await mailsTo(to)).length, 1);
  mailer.close();

  const gone = await startProviderSandbox();
  await gone.stop();
  const lost = createMailer({ smtpUrl: gone.smtpUrl, from: FROM, frontUrl: 'https://front.mortar.test', timeoutMs: 2_000 });
  await assert.rejects(lost.send({ to, template: 'sign-in-code', data }));
  lost.close();
});

test('a server without TLS is refused where TLS is required', async () => {
  const mailer = createMailer({ smtpUrl: sandbox.smtpUrl, from: FROM, frontUrl: 'https://front.mortar.test', requireTls: true });
  await assert.rejects(mailer.send({ to: 'a@mortar.test', template: 'sign-in-code', data }));
  mailer.close();
});
