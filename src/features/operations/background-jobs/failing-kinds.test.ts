// Kinds of jobs that fail: all failed ones of a kind are retried by one request, and the team is notified of them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { chatWritten, readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createBoss } from '../../../core/jobs/jobs.ts';
import { migrateJobs } from '../../../core/jobs/migrate.ts';
import { createLog } from '../../../core/telemetry/log.ts';
import { jobs } from '../../../worker.ts';
import type { BackgroundJobsPage, BackgroundJobView, JobsRetried } from './schemas.ts';

const URL = '/administration/jobs/retry-all';
const CODES = 'send-mfa-code';

let world: World;
let admin: Person;
let server: SMTPServer | undefined;
/** Nobody listens there until a test starts the mail server. */
let mailPort: number;

before(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  assert.ok(typeof address === 'object' && address !== null);
  mailPort = address.port;
  world = await startWorld({ settings: { SMTP_URL: `smtp://127.0.0.1:${mailPort}` } });
  // Twelve retries take half an hour: here the mail of a code fails for good at once.
  const codes = jobs.filter(({ name }) => name === CODES).map((job) => ({ ...job, retryLimit: 0 }));
  await migrateJobs(world.environment.DATABASE_URL ?? '', codes);
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(stopMailServer);

async function startMailServer(): Promise<void> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.on('end', () => done()).resume();
    },
  });
  server.listen(mailPort, '127.0.0.1');
  await once(server.server, 'listening');
}
async function stopMailServer(): Promise<void> {
  const open = server;
  server = undefined;
  if (open) await new Promise<void>((resolve) => open.close(resolve));
}

const retryAll = (queue = CODES) => admin.client.post<JobsRetried>(URL, { queue });
const items = async (query: string) =>
  expectStatus(await admin.client.get<BackgroundJobsPage>(`/administration/jobs?limit=200&${query}`), 200).body.items;
const ofState = async (state: string, people: readonly Investor[]) => {
  const ids = people.map(({ customerId }): unknown => customerId);
  return (await items(`queue=${CODES}&state=${state}`)).filter(({ about }) => ids.includes(about.customerId));
};
const audits = () => readAudits<{ payload: object }>(world, { kind: 'JOB_RETRY_ALL' }, ['payload']);

/** Investors who wait for codes that no mail server took, with the jobs of them. */
async function failedMails(count: number): Promise<{ people: Investor[]; failed: BackgroundJobView[] }> {
  const people: Investor[] = [];
  for (let index = 0; index < count; index += 1) people.push(await verifiedInvestor(world));
  for (const { client } of people) expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  const failed = await world.until(async () => {
    const found = await ofState('failed', people);
    return found.length === count && found;
  }, 'the mails to have failed');
  return { people, failed };
}

describe('POST /administration/jobs/retry-all', () => {
  it('of a kind that fails no more, asked for twice at once: each runs once more, and the audit log says how many', async () => {
    const { people } = await failedMails(3);
    await startMailServer();
    const answers = await Promise.all([retryAll(), retryAll()]);
    const retried = answers.map((answer) => expectStatus(answer, 201).body.retried).toSorted();
    assert.equal((retried[0] ?? 0) + (retried[1] ?? 0), 3);
    const done = await world.until(async () => {
      const completed = await ofState('completed', people);
      return completed.length === 3 && completed;
    }, 'all three mails');
    assert.ok(done.every(({ mostAttempts }) => mostAttempts === 2));
    const counted = (await audits()).map(({ payload }) => payload);
    assert.deepEqual(
      counted.map((payload) => ({ ...payload, retried: 0 })),
      counted.map(() => ({ queue: CODES, retried: 0, left: 0 })),
    );
    assert.deepEqual(expectStatus(await retryAll(), 201).body, { retried: 0, left: 0 });
    assert.equal((await audits()).length, counted.length, 'nothing was retried, so nothing is written');
  });
  it('another kind stays as it is', async () => {
    const { people } = await failedMails(1);
    assert.deepEqual(expectStatus(await retryAll('render-invoice'), 201).body, { retried: 0, left: 0 });
    assert.equal((await ofState('failed', people)).length, 1);
  });
  it('a letter whose job is not kept any more becomes a new job', async () => {
    const { people, failed } = await failedMails(1);
    // The queue lets go of what failed a week ago; its own time cannot be moved.
    const boss = await createBoss({
      url: world.environment.DATABASE_URL ?? '',
      log: createLog({ level: 'silent', name: 'test' }),
      runsJobs: false,
    });
    for (const { id } of failed) await boss.deleteJob(CODES, id);
    await boss.stop({ graceful: false });
    await startMailServer();
    assert.ok(expectStatus(await retryAll(), 201).body.retried >= 1);
    await world.until(async () => (await ofState('completed', people)).length === 1, 'the new job');
  });
  it('without a kind -> 400 validation-failed', async () => expectCode(await retryAll(''), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(URL, { queue: CODES }), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(URL, { queue: CODES }), 403, 'forbidden'));
});

describe('job-alerts', () => {
  const run = (body = {}) =>
    world.runJob<{ failing: { queue: string; attempts: number }[]; reported: number }>('job-alerts', body);
  const told = async () => (await chatWritten(world, [CODES, 'échouent'])).length;

  it('five failures within an hour are reported, once', async () => {
    await failedMails(5);
    const dry = await run({ dryRun: true });
    assert.ok(dry.failing.some(({ queue, attempts }) => queue === CODES && attempts >= 5));
    await run();
    await run();
    assert.equal(await told(), 1);
  });
});
