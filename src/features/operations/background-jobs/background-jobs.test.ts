// Background jobs as administrators read them, and the retry of one that failed: a mail server that is down, and is there again.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { buyerOfDeal } from '../../../../test/support/payers.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createBoss } from '../../../core/jobs/jobs.ts';
import { migrateJobs } from '../../../core/jobs/migrate.ts';
import { createLog } from '../../../core/telemetry/log.ts';
import { jobs } from '../../../worker.ts';
import { toBackgroundJobView } from './rules.ts';
import type { BackgroundJobDetail, BackgroundJobsPage, BackgroundJobView } from './schemas.ts';

const LIST = '/administration/jobs';
const CODES = 'send-mfa-code';

let world: World;
let admin: Person;
let server: SMTPServer | undefined;
/** Nobody listens there until a test starts the mail server. */
let mailPort: number;
const received: string[] = [];

before(async () => {
  mailPort = await freePort();
  world = await startWorld({ settings: { SMTP_URL: `smtp://127.0.0.1:${mailPort}` } });
  // Twelve retries take an hour: here the mail of a code fails for good at once.
  const codes = jobs.filter(({ name }) => name === CODES).map((job) => ({ ...job, retryLimit: 0 }));
  await migrateJobs(world.environment.DATABASE_URL ?? '', codes);
  admin = await signInAdministrator(world);
});
after(async () => {
  await world.close();
  await stopMailServer();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

/** `refusal` lets each connection wait, and then refuses it. */
async function startMailServer(refusal?: Promise<void>): Promise<void> {
  server = new SMTPServer({
    ...(refusal === undefined ? {} : { onConnect: (_session, done) => void refusal.then(() => done(new Error('not now'))) }),
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      text(stream).then(
        () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  server.listen(mailPort, '127.0.0.1');
  await once(server.server, 'listening');
}
const stopMailServer = () => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));

const list = async (query = '') => expectStatus(await admin.client.get<BackgroundJobsPage>(`${LIST}${query}`), 200).body;
const items = async (query = '') => (await list(query)).items;
const read = async (id: string) => expectStatus(await admin.client.get<BackgroundJobDetail>(`${LIST}/${id}`), 200).body;
const retry = (id: string) => admin.client.post<BackgroundJobView>(`${LIST}/${id}/retry`);
const mailsTo = (person: Person) => received.filter((address) => address === person.email).length;
const auditsOf = (jobId: string) =>
  readAudits<{ payload: Record<string, unknown> }>(world, { kind: 'JOB_RETRY', targetId: jobId }, ['payload']);
/** The dead letter of a job. */
const letterOf = async (jobId: string): Promise<BackgroundJobView> => {
  const [letter, ...more] = (await items('?queue=dead-letter&limit=200')).filter((item) => item.deadLetterOf?.jobId === jobId);
  assert.ok(letter && more.length === 0);
  return letter;
};

/** An investor who waits for a code that no mail server took; the job of it. */
async function failedMail(): Promise<{ person: Investor; job: BackgroundJobView }> {
  const person = await verifiedInvestor(world);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  const job = await world.until(
    async () => (await items(`?state=failed&limit=200`)).find(({ about }) => about.customerId === person.customerId),
    'the mail to have failed',
  );
  return { person, job };
}

describe('GET /administration/jobs', () => {
  it('shows what failed, what it was about, and why', async () => {
    const { person, job } = await failedMail();
    assert.deepEqual(
      [job.queue, job.state, job.attempts, job.mostAttempts, job.nextAttemptAt, job.deadLetterOf],
      [CODES, 'failed', 1, 1, null, null],
    );
    assert.deepEqual(job.about, { customerId: person.customerId, action: 'withdraw' });
    assert.match(job.lastError?.message ?? '', /ECONNREFUSED/);
    assert.ok(job.startedAt !== null && job.endedAt !== null);
    assert.ok((await items(`?queue=${CODES}&state=failed`)).every(({ state, queue }) => state === 'failed' && queue === CODES));
  });
  it('one that will be tried again says when, and of what it failed the last time', async () => {
    const deal = await buyerOfDeal(world);
    expectStatus(await deal.ask(), 201);
    const job = await world.until(
      async () => (await items('?state=retry&limit=200')).find(({ about }) => about.to === deal.email),
      'a mail that waits for its next attempt',
    );
    assert.deepEqual([job.queue, job.mostAttempts, job.endedAt], ['send-email', 59, null]);
    assert.deepEqual(Object.keys(job.about).sort(), ['customerId', 'template', 'to']);
    assert.ok(job.attempts >= 1 && job.nextAttemptAt !== null);
    assert.match(job.lastError?.message ?? '', /ECONNREFUSED/);
  });
  it('filters by queue and by state', async () => {
    await world.until(async () => (await items('?state=completed')).length > 0, 'a completed job');
    for (const state of ['completed', 'failed', 'retry'])
      assert.ok(
        (await items(`?state=${state}`)).every(
          (job) => job.state === state && (job.lastError === null) === (state === 'completed'),
        ),
      );
    assert.deepEqual(await items('?queue=unknown'), []);
    const letters = await items('?queue=dead-letter');
    assert.ok(
      letters.length > 0 && letters.every(({ state, deadLetterOf }) => state === 'created' && deadLetterOf?.queue === CODES),
    );
  });
  it('pages, newest first, each once', async () => {
    for (let count = 0; count < 3; count += 1) await failedMail();
    const query = `queue=${CODES}&state=failed`;
    const all = await items(`?${query}`);
    const seen: BackgroundJobView[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length <= all.length) {
      const page: BackgroundJobsPage = await list(`?${query}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.ok(all.length >= 4);
    assert.deepEqual(seen, all);
    const moments = (await items('?limit=200')).map(({ createdAt }) => Temporal.Instant.from(createdAt));
    assert.deepEqual(moments, moments.toSorted(Temporal.Instant.compare).toReversed());
  });
  for (const query of ['?state=lost', '?cursor=7', '?limit=201', '?queue=%00'])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${LIST}${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});

describe('GET /administration/jobs/:jobId', () => {
  it('shows the report of a completed one', async () => {
    const person = await signUp(world);
    const body = { action: 'email-update', newEmail: admin.email };
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', body), 201);
    const job = await world.until(
      async () =>
        (await items(`?queue=${CODES}&state=completed`)).find(
          ({ about }) => about.customerId === person.customerId && about.mailbox === 'new-address',
        ),
      'the job that mails nothing, as somebody has this address',
    );
    assert.deepEqual(await read(job.id), { ...job, report: { sent: false } });
  });
  it('of one that failed there is none', async () => {
    const { job } = await failedMail();
    assert.deepEqual(await read(job.id), { ...job, report: null });
  });
  it('unknown -> 404 not-found', async () => expectCode(await admin.client.get(`${LIST}/${randomUUID()}`), 404, 'not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await admin.client.get(`${LIST}/7`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${LIST}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${LIST}/${randomUUID()}`), 403, 'forbidden'));
});

describe('POST /administration/jobs/:jobId/retry', () => {
  it('two at once run it once more, and once: it fails again while nothing has changed -> 400 job-not-failed', async () => {
    const { job } = await failedMail();
    const gate = Promise.withResolvers<void>();
    await startMailServer(gate.promise);
    const lock = await holdLock(world, 'select from pgboss.job where id = $1 for update', [job.id]);
    const asked = Promise.all([retry(job.id), retry(job.id), retry(job.id)]);
    await lock.waiting(3);
    await lock.release();
    const answers = await asked;
    const taken = answers.filter(({ status }) => status === 201);
    assert.deepEqual([taken.length, taken[0]?.body.state, taken[0]?.body.mostAttempts], [1, 'retry', 2]);
    for (const answer of answers) if (!taken.includes(answer)) expectCode(answer, 400, 'job-not-failed');
    gate.resolve();
    const failed = await world.until(async () => {
      const now = await read(job.id);
      return now.state === 'failed' && now;
    }, 'its second failure');
    await stopMailServer();
    assert.deepEqual([failed.attempts, (await auditsOf(job.id)).map(({ payload }) => payload)], [2, [{ queue: CODES }]]);
  });
  it('a letter whose job is still kept: that one is to be retried -> 400 job-not-failed', async () => {
    const { job } = await failedMail();
    const letter = await letterOf(job.id);
    assert.deepEqual([letter.state, letter.about], ['created', job.about]);
    expectCode(await retry(letter.id), 400, 'job-not-failed');
    assert.deepEqual(await auditsOf(letter.id), []);
  });
  it('the work is really done, its letter is canceled, and afterwards there is nothing to retry -> 400 job-not-failed', async () => {
    const { person, job } = await failedMail();
    const letter = await letterOf(job.id);
    await startMailServer();
    expectStatus(await retry(job.id), 201);
    await world.until(async () => mailsTo(person) > 0, 'the mail');
    const done = await world.until(async () => {
      const now = await read(job.id);
      return now.state === 'completed' && now;
    }, 'the end of the job');
    assert.deepEqual([done.report, done.lastError, mailsTo(person)], [{ sent: true }, null, 1]);
    assert.equal((await read(letter.id)).state, 'cancelled');
    for (const id of [job.id, letter.id]) expectCode(await retry(id), 400, 'job-not-failed');
    assert.equal((await auditsOf(job.id)).length, 1);
  });
  it('a letter whose job is not kept any more becomes a new one', async () => {
    await stopMailServer();
    const { person, job } = await failedMail();
    const letter = await letterOf(job.id);
    // The queue lets go of what failed a week ago; its own time cannot be moved.
    const boss = await createBoss({
      url: world.environment.DATABASE_URL ?? '',
      log: createLog({ level: 'silent', name: 'test' }),
      runsJobs: false,
    });
    await boss.deleteJob(CODES, job.id);
    await boss.stop({ graceful: false });
    expectCode(await admin.client.get(`${LIST}/${job.id}`), 404, 'not-found');
    await startMailServer();
    const answers = await Promise.all([retry(letter.id), retry(letter.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const { id, queue } = answers.find(({ status }) => status === 201)?.body ?? { id: '', queue: '' };
    assert.equal(queue, CODES);
    await world.until(async () => (await read(id)).state === 'completed', 'the new job');
    assert.equal(mailsTo(person), 1);
    assert.deepEqual(await auditsOf(letter.id), [{ payload: { queue: CODES, retriedAs: id } }]);
  });
  it('unknown -> 404 not-found', async () => expectCode(await retry(randomUUID()), 404, 'not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await retry('7'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${LIST}/${randomUUID()}/retry`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(`${LIST}/${randomUUID()}/retry`), 403, 'forbidden'));
});

it('nothing secret of a job is shown, whatever stands in its row', () => {
  const at = Temporal.Instant.from('2026-03-01T08:00:00Z');
  const row = {
    ...{ id: randomUUID(), queue: 'send-email', state: 'failed' as const, retryCount: 0, retryLimit: 0 },
    ...{ createdAt: at, startAfter: at, startedAt: at, completedAt: at, sourceQueue: null, sourceId: null },
    data: {
      to: 'somebody@example.test',
      template: 'gift-card',
      data: { code: 'CADEAU-1234' },
      sealed: 'c2VhbGVk',
      dryRun: false,
    },
  };
  const cause = { type: 'Error', message: 'Authorization: Bearer abcdefgh12345678', stack: 'at secret' };
  const output = {
    type: 'Error',
    message: 'smtp://me:hidden@mail.test said no to FR7630006000011234567890189',
    code: 'EAUTH',
    cause,
  };
  const { about, lastError } = toBackgroundJobView({ ...row, output });
  assert.deepEqual(about, { to: 'somebody@example.test', template: 'gift-card', dryRun: false });
  assert.deepEqual(lastError, {
    type: 'Error',
    message: 'smtp://[redacted]@mail.test said no to [redacted]',
    code: 'EAUTH',
    causes: ['Authorization: Bearer [redacted]'],
  });
  const silenced = toBackgroundJobView({ ...row, output: { value: { message: 'job heartbeat timeout' } } });
  assert.equal(silenced.lastError?.message, 'job heartbeat timeout');
});
