// No time shows whether an account exists, because the service does the same for every address: the statements of each request, one
// by one, and what it leaves. The times themselves are measured by `npm run bench -- enumeration`.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { operatorRun } from '../../src/core/jobs/jobs.ts';
import { sendEmailCodeJob } from '../../src/features/access/session/index.ts';
import { PASSWORD, signInAdministrator, signUp } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { queue } from '../support/session-states.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;
const statements: string[] = [];
const query: unknown = pg.Client.prototype.query;

before(async () => {
  world = await startWorld({ worker: false });
  // Whatever the service sends to the database goes through here, since it runs in this process.
  pg.Client.prototype.query = function (this: unknown, ...sent: unknown[]) {
    const [first] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined) statements.push(text);
    // Border: the driver's own function, in whichever of its forms it was called.
    return (query as (...sent: unknown[]) => unknown).apply(this, sent);
  } as typeof pg.Client.prototype.query;
});
after(async () => {
  // Border: what was there before.
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  await world.close();
});

const nobody = () => `nobody-${randomUUID()}@example.test`;
const post = (path: string, body: object) => world.visitor().post(path, body);
/** What goes on beside requests (counters shared between processes, the clock, jobs announced a moment later) is left out. */
const ofRequests = (text: string) => /auth_|customer|pgboss/i.test(text) && !text.includes('pg_notify');

/** Does the jobs of the address as the worker would; their names. */
async function workOff(email: string): Promise<string[]> {
  const jobs = await queue.takenOf<Parameters<typeof sendEmailCodeJob.work>[1]>(world, email);
  for (const { id, data } of jobs) await sendEmailCodeJob.work(world.deps, data, operatorRun(id));
  return jobs.map(({ name }) => name);
}

type Ask = (email: string) => Promise<Answer>;
const forgotten: Ask = (email) => post('/api/auth/email-otp/request-password-reset', { email });
const codeFor =
  (type: string): Ask =>
  (email) =>
    post('/api/auth/email-otp/send-verification-otp', { email, type });
const proof: Ask = (email) => post('/api/auth/email-otp/verify-email', { email, otp: 'no code' });
const reset: Ask = (email) => post('/api/auth/email-otp/reset-password', { email, otp: 'no code', password: PASSWORD });

/** What is asked, after what else. */
const REQUESTS: Record<string, { ask: Ask; after?: Ask; writes?: RegExp }> = {
  'a sign-in with a wrong password': {
    ask: (email) => post('/api/auth/sign-in/email', { email, password: `${PASSWORD} not` }),
  },
  'a forgotten password': { ask: forgotten, writes: /pgboss/ },
  'a code for the address': { ask: codeFor('email-verification'), writes: /pgboss/ },
  'a code for a forgotten password': { ask: codeFor('forget-password'), writes: /pgboss/ },
  'a code for the address, again': { ask: codeFor('email-verification'), after: codeFor('email-verification') },
  'a wrong code of the address where none was asked for': { ask: proof },
  'a wrong code of the address': { ask: proof, after: codeFor('email-verification'), writes: /update "auth_verification"/ },
  'a wrong code for a new password where none was asked for': { ask: reset },
  'a wrong code for a new password': { ask: reset, after: forgotten, writes: /update "auth_verification"/ },
  'when to ask again': {
    ask: (email) => world.visitor().get(`/auth/mfa/${encodeURIComponent(email)}/action/withdraw/next-retry-date`),
  },
};

/** Statements and answer of one request about a fresh address. */
async function workOf({ ask, after: asked }: { ask: Ask; after?: Ask }, email: string) {
  if (asked) expectStatus(await asked(email), 200);
  await workOff(email);
  statements.length = 0;
  const { status, text } = await ask(email);
  return { work: statements.filter(ofRequests), answer: { status, text } };
}

describe('the same statements and the same answer for an unknown address as for', () => {
  for (const [what, request] of Object.entries(REQUESTS))
    it(`an investor's and an administrator's: ${what}`, async () => {
      const expected = await workOf(request, nobody());
      const written = request.writes ?? /select|insert/i;
      assert.ok(
        expected.work.some((text) => written.test(text)),
        expected.work.join('\n'),
      );
      assert.deepEqual(await workOf(request, (await signUp(world)).email), expected);
      assert.deepEqual(await workOf(request, (await signInAdministrator(world)).email), expected);
    });
});

describe('a code that was asked for', () => {
  const sends = ['/api/auth/email-otp/request-password-reset', '/api/auth/email-otp/send-verification-otp'];
  for (const path of sends)
    it(`${path} leaves a job and a code for any address, and a mail for an account's address`, async () => {
      for (const email of [nobody(), (await signUp(world)).email]) {
        expectStatus(await post(path, { email, type: 'email-verification' }), 200);
        assert.deepEqual(await workOff(email), ['send-email-code']);
        assert.equal((await world.sql(`select from auth_verification where identifier like $1`, [`%${email}`])).length, 1);
        assert.equal((await world.mails(email)).length, email.startsWith('nobody') ? 0 : 1);
      }
    });
  it('is void after three wrong ones, with or without an account', async () => {
    const answers = [];
    for (const email of [nobody(), (await signUp(world)).email]) {
      await post('/api/auth/email-otp/request-password-reset', { email });
      await workOff(email);
      const tries = [];
      for (let time = 0; time < 5; time += 1)
        tries.push(await post('/api/auth/email-otp/reset-password', { email, otp: 'no code', password: PASSWORD }));
      answers.push(tries.map(({ status, text }) => ({ status, text })));
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.match(answers[0]?.[3]?.text ?? '', /TOO_MANY_ATTEMPTS/);
  });
});
