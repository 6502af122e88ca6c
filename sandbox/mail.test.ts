// Mail over real SMTP, as the application sends it, and the pages that show it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { dig, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
let transport: ReturnType<typeof createTransport>;
before(async () => {
  world = await startTestWorld();
  transport = createTransport({ host: '127.0.0.1', port: world.sandbox.smtpPort });
});
after(async () => {
  transport.close();
  await world.sandbox.stop();
});

const mail = {
  from: 'Mortar <no-reply@mortar.test>',
  to: 'alice@example.org',
  subject: 'Votre code',
  text: 'Code 123456 à saisir',
  html: '<p>Code <b>123456</b></p>',
};

test('a mail is kept per recipient, with text, html, headers and attachments', async () => {
  await world.control('PUT', '/clock', { now: '2027-05-05T05:05:00Z' });
  const attachments = [{ filename: 'invoice.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }];
  await transport.sendMail({
    ...mail,
    to: ['alice@example.org', 'bob@example.org'],
    headers: { 'X-Mortar-Template': 'mfa-code' },
    attachments,
  });
  const mails = listAt((await world.control('GET', '/mails')).body);
  assert.deepEqual(
    mails.map((one) => dig(one, 'to')),
    ['bob@example.org', 'alice@example.org'],
  );
  const one = mails[0];
  assert.deepEqual(
    [dig(one, 'subject'), dig(one, 'text'), dig(one, 'html'), dig(one, 'from')],
    ['Votre code', 'Code 123456 à saisir', mail.html, '"Mortar" <no-reply@mortar.test>'],
  );
  assert.match(String(dig(one, 'receivedAt')), /^2027-05-05T05:05:\d\d\.\d{3}Z$/);
  assert.equal(dig(one, 'headers', 'x-mortar-template'), 'mfa-code');
  assert.deepEqual(dig(one, 'attachments'), [{ filename: 'invoice.pdf', contentType: 'application/pdf', sizeBytes: 8 }]);
});

test('the mailbox is newest first and filtered by address', async () => {
  await transport.sendMail({ ...mail, to: 'carol@example.org', subject: 'first' });
  await transport.sendMail({ ...mail, to: 'Carol@Example.org', subject: 'second' });
  const { body } = await world.control('GET', `/mails?to=${encodeURIComponent('carol@example.org')}`);
  assert.deepEqual(
    listAt(body).map((one) => dig(one, 'subject')),
    ['second', 'first'],
  );
  assert.deepEqual((await world.control('GET', '/mails?to=nobody@example.org')).body, []);
});

test('a missing text part is not made up', async () => {
  await transport.sendMail({ from: mail.from, to: 'dan@example.org', subject: 'html only', html: mail.html });
  assert.equal(dig((await world.control('GET', '/mails?to=dan@example.org')).body, 0, 'text'), '');
});

test('a client may log in', async () => {
  const account = createTransport({
    host: '127.0.0.1',
    port: world.sandbox.smtpPort,
    auth: { user: 'mortar', pass: 'anything' },
  });
  await account.sendMail({ ...mail, to: 'erin@example.org' });
  account.close();
  assert.equal(listAt((await world.control('GET', '/mails?to=erin@example.org')).body).length, 1);
});

test('a fault on smtp refuses the mail for a while', async () => {
  await world.control('POST', '/faults', { route: 'smtp', mode: 'http-500' });
  await assert.rejects(transport.sendMail({ ...mail, to: 'frank@example.org' }), /451/);
  assert.deepEqual((await world.control('GET', '/mails?to=frank@example.org')).body, []);
  await transport.sendMail({ ...mail, to: 'frank@example.org' });
  assert.equal(listAt((await world.control('GET', '/mails?to=frank@example.org')).body).length, 1);
});

test('a mail has a page that runs nothing', async () => {
  const html = '<h1>Hello</h1><script>alert(1)</script>';
  await transport.sendMail({ ...mail, to: 'grace@example.org', html });
  const id = dig((await world.control('GET', '/mails?to=grace@example.org')).body, 0, 'id');
  const page = await fetch(`${world.sandbox.url}/mails/${id}`);
  assert.match(await page.text(), /<h1>Hello<\/h1>/);
  assert.match(page.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal((await fetch(`${world.sandbox.url}/mails/1`)).status, 404);
});

test('a mail is shown rendered, in a frame without scripts, beside its text', async () => {
  await transport.sendMail({
    ...mail,
    to: 'heidi@example.org',
    subject: 'Hi <b>',
    text: 'Plain & <simple>',
    html: '<h1>Rich</h1>',
  });
  const id = dig((await world.control('GET', '/mails?to=heidi@example.org')).body, 0, 'id');
  const list = await (await fetch(`${world.sandbox.url}/`)).text();
  assert.ok(list.includes(`href="/mails/${id}/view"`));
  const page = await fetch(`${world.sandbox.url}/mails/${id}/view`);
  const html = await page.text();
  assert.match(html, new RegExp(`<iframe sandbox title="HTML" src="/mails/${id}"></iframe>`));
  assert.ok(html.includes('Plain &#38; &#60;simple&#62;') && html.includes('Hi &#60;b&#62;') && !html.includes('Hi <b>'));
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  assert.equal((await fetch(`${world.sandbox.url}/mails/1/view`)).status, 404);
});
