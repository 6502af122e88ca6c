// Asking for a correction of the profile, through HTTP: who may, with what, how often, and what is told to whom.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { administratorOf, type Investor, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import {
  askCorrection,
  CORRECTIONS,
  type Correction,
  correcting,
  correctionCode,
  correctionIs,
  correctionsOf,
  lastNameAtProvider,
  meOf,
  sentProfiles,
} from '../../../../test/support/correction-actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_RIGHTS } from '../../../../test/support/investor-rights.ts';
import { waitingInvestor } from '../../../../test/support/notifications.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const mailTo = (person: Investor, subject: string) =>
  world.until(async () => (await world.mails(person.email)).find((mail) => mail.subject === subject), subject);

describe('POST /customers/profile/corrections', () => {
  it('is kept, sent to the provider and, accepted, stands in the profile; the investor is told before and after', async () => {
    const person = await verifiedInvestor(world);
    const changes = { firstName: ' Camille-Anne ', lastName: 'Durand-Petit' };
    const kept = { firstName: 'Camille-Anne', lastName: 'Durand-Petit' };
    const { id, requestedAt, ...shown } = expectStatus(await askCorrection(world, person, changes), 201).body;
    const fields = ['firstName', 'lastName'];
    assert.deepEqual(shown, { status: 'pending', fields, changes: kept, reason: null, closedAt: null });

    const warning = await mailTo(person, 'Une correction de votre profil a été demandée');
    assert.match(warning.text, /Bonjour Camille,/);
    assert.match(warning.text, /Informations concernées : prénom, nom/);
    assert.doesNotMatch(warning.text, /Durand-Petit/);

    const accepted = await correctionIs(world, person, id, 'accepted');
    assert.deepEqual([accepted.fields, accepted.changes, accepted.requestedAt], [fields, null, requestedAt]);
    assert.ok(accepted.closedAt);
    const { profile, pendingCorrection, kycStatus } = await meOf(person);
    assert.deepEqual([profile.firstName, profile.lastName, profile.street], [...Object.values(kept), '1 rue de la République']);
    assert.deepEqual([pendingCorrection, kycStatus], [null, 'verified']);
    await lastNameAtProvider(world, person, 'Durand-Petit');
    const [sent] = await sentProfiles(world, person);
    assert.deepEqual(
      [sent?.body.firstName, sent?.body.email, sent?.body.nationality, sent?.body.mobileNumber],
      ['Camille-Anne', person.email, 'FRA', '33612345678'],
    );
    assert.match((await mailTo(person, 'Votre profil est corrigé')).text, /Bonjour Camille-Anne,/);
  });
  it('takes phone and address as the profile does: a national number of the new country, codes in capitals', async () => {
    const address = { street: '5 rue Neuve', postcode: '1000', city: 'Bruxelles', country: 'bel' };
    const { person, correction } = await correcting(world, { ...address, phone: '0470 12 34 56' });
    assert.deepEqual(correction.fields, ['phone', 'street', 'postcode', 'city', 'country']);
    await correctionIs(world, person, correction.id, 'accepted');
    const { profile } = await meOf(person);
    assert.deepEqual(
      [profile.phone, profile.street, profile.postcode, profile.city, profile.country],
      ['+32470123456', '5 rue Neuve', '1000', 'Bruxelles', 'BEL'],
    );
  });
  it('what is saved already is not part of it, and nothing else of the profile either', async () => {
    const asked = { lastName: 'Petit', firstName: 'Camille', dateOfBirth: '2000-01-01', citizenship: 'DEU' };
    const { person, correction } = await correcting(world, asked);
    assert.deepEqual([correction.fields, correction.changes], [['lastName'], { lastName: 'Petit' }]);
    await correctionIs(world, person, correction.id, 'accepted');
    const { profile } = await meOf(person);
    assert.deepEqual([profile.dateOfBirth, profile.citizenship], ['1990-05-04', 'FRA']);
  });
  it('its values lie in no job and, once it is judged, in no row but the profile', async () => {
    const { person, correction } = await correcting(world, { street: '77 chemin des Lilas' });
    await correctionIs(world, person, correction.id, 'accepted');
    for (const table of ['pgboss.job', 'profile_correction'])
      assert.deepEqual(
        await world.sql(`select from ${table} as any_row where any_row::text like '%chemin des Lilas%'`),
        [],
        table,
      );
  });

  it('no code, whatever the body -> 403 2fa-code.invalid', async () => {
    const { client } = await verifiedInvestor(world);
    expectCode(await client.post(CORRECTIONS, { firstName: 1 }), 403, '2fa-code.invalid');
    expectCode(await client.post(CORRECTIONS, { lastName: 'Petit' }, { tfa: '' }), 403, '2fa-code.invalid');
  });
  it("a wrong code, another action's, one that was used -> 403 2fa-code.invalid", async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    const wrong = code === '123456' ? '654321' : '123456';
    expectCode(await askCorrection(world, person, { lastName: 'Petit' }, wrong), 403, '2fa-code.invalid');
    const details = { iban: 'FR1420041010050500013M02606', holder: 'Camille Durand' };
    expectCode(await person.client.post('/customers/provider/payment-method', details, { tfa: code }), 403, '2fa-code.invalid');
    assert.deepEqual(await correctionsOf(person), []);
    const { id } = expectStatus(await askCorrection(world, person, { lastName: 'Petit' }, code), 201).body;
    await correctionIs(world, person, id, 'accepted');
    expectCode(await askCorrection(world, person, { lastName: 'Durand' }, code), 403, '2fa-code.invalid');
  });
  it('the same code twice at once: one correction', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    const asked = ['Petit', 'Legrand'].map((lastName) => askCorrection(world, person, { lastName }, code));
    assert.deepEqual((await Promise.all(asked)).map(({ status }) => status).sort(), [201, 403]);
    assert.equal((await correctionsOf(person)).length, 1);
  });

  for (const [what, body, path] of [
    ['nothing', {}, 'body'],
    ['nothing that can be corrected', { dateOfBirth: '1990-01-01', sex: 'male' }, 'body'],
    ['a name of one letter', { lastName: 'D' }, 'body/lastName'],
    ['a phone number that is none', { phone: '12' }, 'body/phone'],
    ['a number of the old country, with the new one', { phone: '0612345678', country: 'BEL' }, 'body/phone'],
    ['no country', { country: 'XXX' }, 'body/country'],
    ['a street with a line break', { street: '1 rue\nNeuve' }, 'body/street'],
    ['a postcode too long', { postcode: '12345678901' }, 'body/postcode'],
  ] as const)
    it(`${what} -> 400 validation-failed, before any code is looked at`, async () => {
      const person = await verifiedInvestor(world);
      const answer = await askCorrection(world, person, body, '000000');
      expectCode(answer, 400, 'validation-failed');
      assert.match(answer.text, new RegExp(`"path":"/?${path}`));
    });

  it('no profile saved -> 403 forbidden', async () => {
    const person = await signUp(world);
    expectCode(await askCorrection(world, person, { lastName: 'Petit' }), 403, 'forbidden');
  });
  it('identity not verified yet -> 403 customer.rights.account-is-being-verified; then as before, the code stays valid', async () => {
    const person = await waitingInvestor(world);
    const code = await correctionCode(world, person);
    expectCode(await askCorrection(world, person, { city: 'Nice' }, code), 403, 'customer.rights.account-is-being-verified');
    await world.control('PUT', `/accounts/${person.customerId}/status`, { status: 6 });
    const { id } = expectStatus(await askCorrection(world, person, { city: 'Nice' }, code), 201).body;
    await correctionIs(world, person, id, 'accepted');
  });
  it('identity refused: the profile is open -> 403 customer.rights.account-not-completed', async () => {
    const person = await waitingInvestor(world);
    await world.control('PUT', `/accounts/${person.customerId}/status`, { status: 3 });
    expectCode(await askCorrection(world, person, { city: 'Nice' }), 403, 'customer.rights.account-not-completed');
    expectStatus(await person.client.patch('/customers/profile', { city: 'Nice' }), 200);
  });
  for (const { what, change, code } of LOST_RIGHTS)
    it(`${what} between the check and the act -> 403 ${code}`, async () => {
      const person = await verifiedInvestor(world);
      const tfa = await correctionCode(world, person);
      const lock = await holdLock(world, 'select from customer where id = $1 for update', [person.customerId]);
      const changing = change(world, person);
      await lock.waiting(1);
      const asked = askCorrection(world, person, { lastName: 'Petit' }, tfa);
      await lock.waiting(2);
      await lock.release();
      await changing;
      expectCode(await asked, 403, code);
      assert.deepEqual(await correctionsOf(person), []);
      assert.deepEqual(await sentProfiles(world, person), []);
    });
  it('while one is open -> 400 profile-correction.already-open', async () => {
    const person = await verifiedInvestor(world);
    const fault = { route: `PUT /v2/accounts/individual/${person.customerId}`, mode: 'http-500', times: 50 };
    await world.control('POST', '/faults', fault);
    const { id } = expectStatus(await askCorrection(world, person, { lastName: 'Petit' }), 201).body;
    expectCode(await askCorrection(world, person, { city: 'Nice' }), 400, 'profile-correction.already-open');
    const { pendingCorrection, profile } = await meOf(person);
    assert.deepEqual([pendingCorrection?.id, pendingCorrection?.changes], [id, { lastName: 'Petit' }]);
    assert.equal(profile.lastName, 'Durand');
    const admin = await administratorOf(world);
    const seen = await admin.client.get<{ pendingCorrection: object }>(`/administration/customers/${person.customerId}`);
    assert.deepEqual(expectStatus(seen, 200).body.pendingCorrection, pendingCorrection);
    await world.control('DELETE', '/faults');
    await correctionIs(world, person, id, 'accepted');
  });
  it('the saved values -> 400 profile-correction.nothing-to-correct', async () => {
    const person = await verifiedInvestor(world);
    const code = await correctionCode(world, person);
    const same = { lastName: ' Durand ', phone: '06 12 34 56 78', country: 'fra' };
    expectCode(await askCorrection(world, person, same, code), 400, 'profile-correction.nothing-to-correct');
    expectStatus(await askCorrection(world, person, { ...same, city: 'Nice' }, code), 201);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(CORRECTIONS, { city: 'Nice' }, { tfa: '000000' }), 401, 'unauthenticated'));
});

describe('GET /customers/profile/corrections', () => {
  it("shows one's own, newest first, page by page", async () => {
    const { person, correction: first } = await correcting(world, { city: 'Nice' });
    await correctionIs(world, person, first.id, 'accepted');
    const second = expectStatus(await askCorrection(world, person, { city: 'Lille' }), 201).body;
    await correctionIs(world, person, second.id, 'accepted');
    type Page = { items: Correction[]; nextCursor: string | null };
    const one = expectStatus(await person.client.get<Page>(`${CORRECTIONS}?limit=1`), 200).body;
    assert.deepEqual(
      one.items.map(({ id }) => id),
      [second.id],
    );
    const two = expectStatus(await person.client.get<Page>(`${CORRECTIONS}?limit=1&cursor=${one.nextCursor}`), 200).body;
    assert.deepEqual([two.items.map(({ id }) => id), two.nextCursor], [[first.id], null]);
    assert.deepEqual(await correctionsOf(await verifiedInvestor(world)), []);
  });
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(
      await (await verifiedInvestor(world)).client.get(`${CORRECTIONS}?cursor=${randomUUID()}`),
      400,
      'validation-failed',
    ));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(CORRECTIONS), 401, 'unauthenticated'));
});

it('asked for too often -> 429 too-many-requests', async () => {
  const strict = await startWorld({ settings: { RATE_LIMIT_PER_MINUTE: '1' } });
  try {
    const person = await signUp(strict);
    const ask = () => person.client.post(CORRECTIONS, { city: 'Nice' }, { tfa: '000000' });
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await ask());
    assert.equal(answers.find(({ status }) => status === 429) !== undefined, true);
    expectCode(await ask(), 429, 'too-many-requests');
    expectStatus(await person.client.get(CORRECTIONS), 200);
  } finally {
    await strict.close();
  }
});
