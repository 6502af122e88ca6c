// What other rooms change of an account: password, address, sessions.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { PASSWORD, signUp } from '../../../../test/support/actors.ts';
import { recordCodes, sessionsEndIn } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { hasCode } from '../../../core/errors.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';
import {
  changeEmail,
  EMAIL_ALREADY_USED,
  endOtherSessions,
  findUser,
  findUserByEmail,
  markEmailVerified,
  sessionCleanupJob,
  updatePasswordHash,
} from './index.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const change = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(world.deps.db, work);
const at = () => world.deps.clock.now();
const signIn = (email: string, password: string) => world.visitor().post('/api/auth/sign-in/email', { email, password });
const address = () => `someone-${randomUUID()}@example.test`;

describe('updatePasswordHash', () => {
  it('stores a PHC string of the client; sign-in then takes that password alone', async () => {
    const { email, userId } = await signUp(world);
    const passwordHash = await hash('chosen elsewhere', { memoryCost: 65_536, timeCost: 3, parallelism: 4 });
    await change((tx) => updatePasswordHash(tx, { userId, passwordHash, at: at() }));
    expectStatus(await signIn(email, PASSWORD), 401);
    expectStatus(await signIn(email, 'chosen elsewhere'), 200);
  });
  it("a client's hash of another cost is replaced by one of ours at the first sign-in with its password", async () => {
    const { email, userId } = await signUp(world);
    const passwordHash = await hash('chosen elsewhere', { memoryCost: 9_216, timeCost: 4, parallelism: 1 });
    await change((tx) => updatePasswordHash(tx, { userId, passwordHash, at: at() }));
    const stored = async () =>
      (await world.sql<{ password: string }>('select password from auth_account where "userId" = $1', [userId]))[0]?.password;
    expectStatus(await signIn(email, 'something else'), 401);
    assert.equal(await stored(), passwordHash);
    expectStatus(await signIn(email, 'chosen elsewhere'), 200);
    const renewed = await stored();
    assert.match(renewed ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expectStatus(await signIn(email, 'chosen elsewhere'), 200);
    assert.equal(await stored(), renewed);
  });
  it('is undone with its transaction', async () => {
    const { email, userId } = await signUp(world);
    const passwordHash = await hash('chosen elsewhere');
    const failed = change(async (tx) => {
      await updatePasswordHash(tx, { userId, passwordHash, at: at() });
      throw new Error('later step');
    });
    await assert.rejects(failed, /later step/);
    expectStatus(await signIn(email, PASSWORD), 200);
  });
});

describe('endOtherSessions', () => {
  it('keeps the named one', async () => {
    const { client, email, userId } = await signUp(world);
    const other = world.visitor();
    await other.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const current = await client.get<{ session: { id: string } }>('/api/auth/get-session');
    assert.equal(await change((tx) => endOtherSessions(tx, { userId, exceptSessionId: current.body.session.id })), 1);
    expectStatus(await client.get('/customers/me'), 200);
    expectCode(await other.get('/customers/me'), 401, 'unauthenticated');
  });
  it('ends all without a name, and nobody else’s', async () => {
    const [mine, theirs] = [await signUp(world), await signUp(world)];
    assert.equal(await change((tx) => endOtherSessions(tx, { userId: mine.userId })), 1);
    expectCode(await mine.client.get('/customers/me'), 401, 'unauthenticated');
    expectStatus(await theirs.client.get('/customers/me'), 200);
  });
});

describe('changeEmail', () => {
  it('moves the account to the new address, proven, and answers the old one', async () => {
    const { email, userId, client } = await signUp(world);
    const newEmail = address();
    const changed = await change((tx) => changeEmail(tx, { userId, newEmail: newEmail.toUpperCase(), at: at() }));
    assert.deepEqual(changed, { previousEmail: email });
    expectStatus(await signIn(email, PASSWORD), 401);
    expectStatus(await signIn(newEmail, PASSWORD), 200);
    const { body } = await client.get<{ email: string; emailVerified: boolean }>('/customers/me');
    assert.deepEqual([body.email, body.emailVerified], [newEmail, true]);
  });
  it('an address that is taken, in any case -> session.email-already-used', async () => {
    const [one, two] = [await signUp(world), await signUp(world)];
    const taken = change((tx) => changeEmail(tx, { userId: one.userId, newEmail: two.email.toUpperCase(), at: at() }));
    await assert.rejects(taken, (error) => hasCode(error, EMAIL_ALREADY_USED));
    expectStatus(await signIn(one.email, PASSWORD), 200);
  });
  it('two at once to one address: one has it', async () => {
    const [one, two] = [await signUp(world), await signUp(world)];
    const newEmail = address();
    const both = await Promise.allSettled(
      [one, two].map(({ userId }) => change((tx) => changeEmail(tx, { userId, newEmail, at: at() }))),
    );
    const lost = both.filter((outcome) => outcome.status === 'rejected');
    assert.equal(lost.length, 1);
    assert.ok(hasCode(lost[0]?.reason, EMAIL_ALREADY_USED));
  });
});

describe('users', () => {
  it('are found by address in any case, and by id; an address is marked as proven', async () => {
    const { email, userId } = await signUp(world);
    await change((tx) => markEmailVerified(tx, { userId, at: at() }));
    const found = await findUserByEmail(world.deps.db, email.toUpperCase());
    assert.deepEqual(found, {
      id: userId,
      email,
      emailVerified: true,
      name: 'Camille Durand',
      role: 'user',
      twoFactorEnabled: false,
    });
    assert.deepEqual(await findUser(world.deps.db, userId), found);
    assert.equal(await findUserByEmail(world.deps.db, address()), undefined);
  });
});

describe('job session-cleanup', () => {
  it('removes what has expired and nothing else', async () => {
    const [gone, here] = [await signUp(world), await signUp(world)];
    await sessionsEndIn(world, gone.userId, 0);
    await recordCodes(world);
    const report = await sessionCleanupJob.work(world.deps, {}, operatorRun('test'));
    assert.deepEqual(report, { sessions: 1, codes: 1, guesses: 0 });
    expectStatus(await here.client.get('/customers/me'), 200);
    assert.equal((await world.sql(`select from auth_verification where identifier = 'valid'`)).length, 1);
  });
});
