// The mails of an investor as administrators read them: what was sent, what failed, whose it is, and never the text.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SentMailsPage } from './schemas.ts';

type Mail = Static<typeof SentMailsPage>['items'][number];

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let world: World;
let administrator: Person;

before(async () => {
  world = await startWorld();
  administrator = await signInAdministrator(world);
});
after(() => world.close());

const urlOf = ({ customerId }: { customerId: string }) => `/administration/customers/${customerId}/mails`;
const mailsOf = async (investor: Investor) => (await pageOf<Mail>(administrator, urlOf(investor))).items;
const told = async (investor: Investor) => (await mailsOf(investor)).map(({ template, outcome }) => `${template} ${outcome}`);

/** Mails a code, waits until `count` mails are listed, and answers it. */
async function mailCode(investor: Investor, count: number): Promise<string> {
  const body = { email: investor.email, type: 'email-verification' };
  const ask = async () => expectStatus(await world.visitor().post('/api/auth/email-otp/send-verification-otp', body), 200);
  const code = await sessionCode(world, investor.email, ask);
  await world.until(async () => (await mailsOf(investor)).length === count, `${count} mails`);
  return code;
}

async function freeze({ customerId }: Investor): Promise<void> {
  const body = { frozen: true, reason: 'Vérification' };
  expectStatus(await administrator.client.patch(`/administration/customers/${customerId}`, body), 200);
}

describe('GET /administration/customers/:customerId/mails', () => {
  it('lists what was sent, without what it said', async () => {
    const investor = await signUp(world);
    const other = await signUp(world);
    const code = await mailCode(investor, 1);
    const [mail] = await mailsOf(investor);
    assert.deepEqual(
      [mail?.template, mail?.subject, mail?.outcome],
      ['email-verification-code', 'Confirmez votre adresse e-mail', 'sent'],
    );
    const stored = await world.sql<{ text: string }>('select m::text as text from sent_mail m where customer_id = $1', [
      investor.customerId,
    ]);
    assert.equal(stored.length, 1);
    assert.ok(stored.every(({ text }) => !text.includes(code)));
    assert.deepEqual(await mailsOf(other), []);
  });

  it('what the mail server refuses is failed, and sent once it is taken: one row', async () => {
    const investor = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'smtp', mode: 'http-500' });
    await freeze(investor);
    await world.until(async () => (await told(investor)).includes('account-frozen failed'), 'the refused mail');
    await world.until(async () => (await told(investor)).includes('account-frozen sent'), 'the mail to be taken');
    assert.deepEqual(await told(investor), ['account-frozen sent']);
  });

  it('pages, outcomes and periods', async () => {
    const investor = await signUp(world);
    for (const count of [1, 2, 3]) await mailCode(investor, count);
    await assertPages<Mail>(administrator, urlOf(investor), ({ id }) => id);
    await assertPeriod<Mail>(administrator, urlOf(investor), ({ at }) => at);
    assert.deepEqual((await pageOf(administrator, urlOf(investor), '?outcome=failed')).items, []);
    assert.equal((await pageOf(administrator, urlOf(investor), '?outcome=sent')).items.length, 3);
  });

  it('an unknown investor -> 404 not-found', async () =>
    expectCode(await administrator.client.get(urlOf({ customerId: UNKNOWN })), 404, 'not-found'));

  let mailed: Investor;
  before(async () => {
    mailed = await signUp(world);
  });
  const parts = { world: () => world, administrator: () => administrator, wrong: ['outcome=read'] };
  itRefuses('an investor’s mails', { ...parts, at: () => urlOf(mailed) });
});
