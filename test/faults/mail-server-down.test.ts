// Nobody answers where the mail server should be: what caused the mail goes on, and the mail arrives once the server is back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../scripts/embedded-postgres.ts';
import { verifiedInvestor } from '../support/actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { dealPayment, type Payment } from './payments.ts';

const DELIVERED_WITHIN_MS = 45_000;

let world: World;
let port: number;
let server: SMTPServer;
let payment: Payment;
const received: string[] = [];

before(async () => {
  port = await freePort();
  world = await startWorld({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  payment = await dealPayment(world);
});
after(async () => {
  await world.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

it('the deal is confirmed and the code is asked for without it', async () => {
  expectStatus(await payment.ask(), 201);
  await world.until(async () => (await payment.status()) === 'confirmed', 'the deal to be confirmed');
  const person = await verifiedInvestor(world);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  await world.until(
    async () =>
      (await world.sql(`select from pgboss.job where name in ('send-email', 'send-mfa-code') and state = 'retry'`)).length === 4,
    'all mails to be tried in vain',
  );
});

it('the mails arrive when it is back, each once', async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      text(stream).then(
        (mail) => {
          received.push(/^subject: (.*)$/im.exec(mail)?.[1] ?? '');
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  assert.equal((server.server.address() as AddressInfo).port, port);
  await world.until(
    async () =>
      (await world.sql(`select from pgboss.job where name in ('send-email', 'send-mfa-code') and state <> 'completed'`))
        .length === 0,
    'every mail job to be done',
    DELIVERED_WITHIN_MS,
  );
  const expected = ['code', 'versement', 'Vente', 'Achat'];
  assert.equal(received.length, expected.length, received.join('\n'));
  for (const word of expected) assert.equal(received.filter((subject) => subject.includes(word)).length, 1, word);
});
