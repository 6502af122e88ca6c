// The welcome follows the first proof of an address, whichever way it was given, once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signInAdministrator, signUp, signUpCutShort } from '../../../../test/support/actors.ts';
import { changeAddress, sessionCode, waitForCode } from '../../../../test/support/codes.ts';
import { mailsWritten } from '../../../../test/support/readers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { newId } from '../../../core/ids.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const post = (path: string, body: object) => world.visitor().post(path, body);

/** Ways to prove an address; the address that was proven comes out. */
const WAYS = {
  'the code of the documents': async ({ client, email }: Investor) => {
    expectStatus(await client.get('/customers/email/send-code'), 204);
    const code = await waitForCode(world, email, 'email-validation');
    expectStatus(await client.post('/auth/mfa/confirm-code', { action: 'email-validation', code }), 201);
    return email;
  },
  'the code of the session layer': async ({ email }: Investor) => {
    const otp = await sessionCode(world, email, () =>
      post('/api/auth/email-otp/send-verification-otp', { email, type: 'email-verification' }),
    );
    expectStatus(await post('/api/auth/email-otp/verify-email', { email: email.toUpperCase(), otp }), 200);
    return email;
  },
  'the code of a forgotten password': async ({ email }: Investor) => {
    const otp = await sessionCode(world, email, () => post('/api/auth/email-otp/request-password-reset', { email }));
    expectStatus(await post('/api/auth/email-otp/reset-password', { email, otp, password: PASSWORD }), 200);
    return email;
  },
  'a change of address': (investor: Investor) => changeAddress(world, investor, `moved-${randomUUID()}@example.test`),
} as const;

const isWelcome = ({ subject }: { subject: string }) => subject === 'Bienvenue chez Mortar';
const welcomesIn = async (email: string) => (await world.mails(email)).filter(isWelcome).length;
/** How many welcomes were written to this address, sent or not. */
const writtenTo = async (email: string) => (await mailsWritten(world, 'welcome', email)).length;

for (const [way, prove] of Object.entries(WAYS))
  describe(`an address proven by ${way}`, () => {
    it('is welcomed', async () => {
      const email = await prove(await signUp(world));
      await world.until(() => welcomesIn(email), 'the welcome');
      assert.equal(await writtenTo(email), 1);
    });
    it('is not welcomed again by another way', async () => {
      const investor = await signUp(world);
      const email = await prove(investor);
      await WAYS['the code of the session layer']({ ...investor, email });
      assert.equal(await writtenTo(email), 1);
    });
  });

describe('what is no first proof of an investor', () => {
  it('an administrator is not welcomed', async () => {
    const email = await WAYS['the code of the session layer']({ ...(await signInAdministrator(world)), customerId: newId() });
    assert.equal(await writtenTo(email), 0);
  });
  it('a proven address that changes is not welcomed again', async () => {
    const investor = await signUp(world);
    await WAYS['the code of the session layer'](investor);
    assert.equal(await writtenTo(await WAYS['a change of address'](investor)), 0);
  });
});

describe('a process that dies', () => {
  it('at the sign-up: the first request makes the customer, and welcomes who was proven meanwhile', async () => {
    const investor = await signUpCutShort(world);
    await WAYS['the code of the session layer']({ ...investor, customerId: newId() });
    assert.equal(await writtenTo(investor.email), 0);
    await Promise.all([1, 2, 3].map(() => investor.client.get('/customers/me')));
    assert.equal(await writtenTo(investor.email), 1);
  });
});
