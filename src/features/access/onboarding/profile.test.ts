// The code of email validation and the profile, through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { codesIn, waitForCode } from '../../../../test/support/codes.ts';
import { customerIs, recordIdentity } from '../../../../test/support/customer-states.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';

type View = {
  nameMark: string | null;
  kycStatus: string;
  forms: { information: string; documents: string };
  profile: Record<string, unknown> | null;
};

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const save = (by: Investor, body: object) => by.client.patch<View>('/customers/profile', body);

describe('GET /customers/email/send-code', () => {
  const URL = '/customers/email/send-code';
  it('mails a code and answers 204, not to be cached', async () => {
    const person = await signUp(world);
    const answer = expectStatus(await person.client.get(URL), 204);
    assert.equal(answer.text, '');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(await waitForCode(world, person.email, 'email-validation'), /^\d{6}$/);
  });
  it('the same code again while it is valid', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.get(URL), 204);
    const first = await waitForCode(world, person.email, 'email-validation');
    await world.moveClock({ advance: 'PT30S' });
    expectStatus(await person.client.get(URL), 204);
    assert.equal(await waitForCode(world, person.email, 'email-validation', 2), first);
  });
  it('too early, and after five of them -> 403 2fa.too-many-attempts', async () => {
    const person = await signUp(world);
    for (const wait of [30, 60, 120, 240]) {
      expectStatus(await person.client.get(URL), 204);
      expectCode(await person.client.get(URL), 403, '2fa.too-many-attempts');
      await world.moveClock({ advance: `PT${wait}S` });
    }
    expectStatus(await person.client.get(URL), 204);
    await world.moveClock({ advance: 'PT50M' });
    expectCode(await person.client.get(URL), 403, '2fa.too-many-attempts');
  });
  it('of an address that is proven: 204, and nothing is mailed', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.get(URL), 204);
    const code = await waitForCode(world, person.email, 'email-validation');
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'email-validation', code }), 201);
    await world.moveClock({ advance: 'PT1H' });
    for (let time = 0; time < 2; time += 1) expectStatus(await person.client.get(URL), 204);
    const open = await world.sql(
      `select from mfa_context where customer_id = $1 and action = 'email-validation' and code_ciphertext is not null`,
      [person.customerId],
    );
    assert.deepEqual(open, []);
    assert.equal((await codesIn(world, person.email, 'email-validation')).length, 1);
  });
  it('never runs on HEAD', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.send('HEAD', URL), 404);
    assert.deepEqual(await world.sql('select from mfa_context where customer_id = $1', [person.customerId]), []);
    assert.deepEqual(await codesIn(world, person.email, 'email-validation'), []);
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get(URL), 403, 'forbidden'));
});

describe('PATCH /customers/profile', () => {
  it('saves the profile, marks the form, leaves KYC and the provider alone', async () => {
    const person = await signUp(world);
    const look = async () => (await person.client.get<{ kycStatus: string }>('/customers/me')).body.kycStatus;
    const change = { from: 'notStarted', to: 'notStarted', look, by: () => save(person, PROFILE) };
    const { body } = expectStatus(await world.changes('state.kyc-after-profile', change), 200);
    assert.deepEqual(body.profile, {
      firstName: 'Camille',
      lastName: 'Durand',
      citizenship: 'FRA',
      city: 'Lyon',
      cityOfBirth: 'Nantes',
      country: 'FRA',
      countryOfBirth: 'FRA',
      dateOfBirth: '1990-05-04',
      phone: '+33612345678',
      postcode: '69001',
      sex: 'female',
      street: '1 rue de la République',
    });
    assert.deepEqual([body.kycStatus, body.forms.information], ['notStarted', 'completed']);
    assert.deepEqual((await person.client.get('/customers/me')).body, body);
    const accounts = await world.control<{ accountId: string }[]>('GET', '/accounts');
    assert.ok(!accounts.some(({ accountId }) => accountId === person.customerId));
  });
  for (const status of ['refused', 'outdated']) {
    it(`saves while KYC is ${status}, which stays`, async () => {
      const person = await signUp(world);
      await recordIdentity(world, person.customerId, status);
      assert.equal(expectStatus(await save(person, PROFILE), 200).body.kycStatus, status);
    });
  }
  it('later saves send what changes only', async () => {
    const person = await signUp(world);
    expectStatus(await save(person, PROFILE), 200);
    const { body } = expectStatus(await save(person, { city: 'Paris', postcode: '75011' }), 200);
    assert.deepEqual([body.profile?.city, body.profile?.postcode, body.profile?.street], ['Paris', '75011', PROFILE.street]);
  });
  it('drops unknown fields: nothing else of the customer can be set', async () => {
    const person = await signUp(world);
    const more = { kycStatus: 'verified', canSeeRoyalty: true, can_see_royalty: true, id: person.userId, referralCode: 'x' };
    const { body } = expectStatus(await save(person, { ...PROFILE, ...more }), 200);
    const [row] = await world.sql('select id, kyc_status, can_see_royalty from customer where id = $1', [person.customerId]);
    assert.deepEqual(row, { id: person.customerId, kyc_status: 'notStarted', can_see_royalty: false });
    assert.equal(body.kycStatus, 'notStarted');
  });
  it('reads countries in any case and phones of the country of residence', async () => {
    const person = await signUp(world);
    const { body } = expectStatus(await save(person, { ...PROFILE, country: 'deu', phone: '030 901820' }), 200);
    assert.deepEqual([body.profile?.country, body.profile?.phone], ['DEU', '+4930901820']);
    assert.equal(expectStatus(await save(person, { phone: '0151 23456789' }), 200).body.profile?.phone, '+4915123456789');
  });
  for (const [country, typed, saved] of [
    ['FRA', '0690 12 34 56', '+590690123456'],
    ['FRA', '0691 12 34 56', '+590691123456'],
    ['FRA', '0692 12 34 56', '+262692123456'],
    ['FRA', '0639 12 34 56', '+262639123456'],
    ['FRA', '0694 20 12 34', '+594694201234'],
    ['FRA', '0696 20 12 34', '+596696201234'],
    ['FRA', '+33690123456', '+590690123456'],
    ['DEU', '0033 692 12 34 56', '+262692123456'],
    ['FRA', '0262 20 00 00', '+262262200000'],
    ['REU', '06 12 34 56 78', '+33612345678'],
    ['GLP', '0690 12 34 56', '+590690123456'],
    ['FRA', '06\u202f12\u202f34\u202f56\u202f78', '+33612345678'],
    ['FRA', '\u202a+33\u20096\u200912\u200934\u200956\u200978\u202c', '+33612345678'],
  ] as const)
    it(`phone ${JSON.stringify(typed)} of ${country} is ${saved}`, async () => {
      const person = await signUp(world);
      const { body } = expectStatus(await save(person, { ...PROFILE, country, phone: typed }), 200);
      assert.equal(body.profile?.phone, saved);
    });
  it('two saves at once never make a profile together that each alone would be refused -> 400 validation-failed', async () => {
    const person = await signUp(world);
    expectStatus(await save(person, { ...PROFILE, phone: '+33612345678' }), 200);
    // Both are under way before either is written: the national number belongs to the country that the other one replaces.
    const held = await holdLock(world, 'select from customer where id = $1 for update', [person.customerId]);
    const country = save(person, { country: 'DEU', phone: '030 901820' });
    await held.waiting(1);
    const phone = save(person, { phone: '01 42 68 53 00' });
    await held.waiting(2);
    await held.release();
    expectStatus(await country, 200);
    expectCode(await phone, 400, 'validation-failed');
    const { body } = await person.client.get<View>('/customers/me');
    assert.deepEqual([body.profile?.country, body.profile?.phone], ['DEU', '+4930901820']);
  });
  it('whoever is eighteen today in Paris, not tomorrow', async () => {
    const person = await signUp(world);
    await world.moveClock({ now: '2027-06-14T22:30:00Z' });
    expectCode(await save(person, { ...PROFILE, dateOfBirth: '2009-06-16' }), 400, 'validation-failed');
    expectStatus(await save(person, { ...PROFILE, dateOfBirth: '2009-06-15' }), 200);
  });
  for (const status of ['verified', 'waitingForVerifier']) {
    it(`while KYC is ${status} nothing is saved -> 403 forbidden`, async () => {
      const person = await signUp(world);
      await recordIdentity(world, person.customerId, status);
      expectCode(await save(person, PROFILE), 403, 'forbidden');
      const [row] = await world.sql('select first_name from customer where id = $1', [person.customerId]);
      assert.deepEqual(row, { first_name: null });
      shows('registration.profile.403.kyc');
    });
  }
  it('a bad body comes before the 403 -> 400 validation-failed', async () => {
    const person = await signUp(world);
    await recordIdentity(world, person.customerId, 'verified');
    expectCode(await save(person, { ...PROFILE, phone: '12' }), 400, 'validation-failed');
  });
  for (const [field, value] of [
    ['customerType', 'robot'],
    ['firstName', 'C'],
    ['firstName', 'C'.repeat(257)],
    ['firstName', ' C '],
    ['firstName', 'Cam\nille'],
    ['lastName', 'D'],
    ['lastName', 'D'.repeat(257)],
    ['lastName', 7],
    ['citizenship', 'F'.repeat(20)],
    ['citizenship', '   '],
    ['citizenship', 'Française'],
    ['citizenship', 'FR'],
    ['citizenship', 'XXX'],
    ['citizenship', 'FRA,XXX'],
    ['citizenship', 'FRA;DEU'],
    ['citizenship', 'FRA,'],
    ['firstName', '42'],
    ['firstName', `${'🏠'.repeat(128)}a`],
    ['city', '🏠'.repeat(71)],
    ['street', '🏠'.repeat(129)],
    ['city', 'L'.repeat(141)],
    ['city', ''],
    ['cityOfBirth', 'L'.repeat(141)],
    ['country', 'FR'],
    ['country', 'FRAN'],
    ['country', 'XXX'],
    ['country', '250'],
    ['countryOfBirth', 'ZZZ'],
    ['dateOfBirth', '2015-01-01'],
    ['dateOfBirth', '1990-02-30'],
    ['dateOfBirth', '0000-01-01'],
    ['dateOfBirth', '4 May 1990'],
    ['phone', '12'],
    ['phone', '+33 1'],
    ['phone', 'call me'],
    ['postcode', '1'.repeat(11)],
    ['postcode', ''],
    ['sex', 'x'],
    ['street', 's'.repeat(257)],
    ['street', null],
  ] as const) {
    it(`${field} ${JSON.stringify(value)?.slice(0, 24)} -> 400 validation-failed`, async () => {
      const person = await signUp(world);
      const answer = await save(person, { ...PROFILE, [field]: value });
      expectCode(answer, 400, 'validation-failed');
      const faults = faultsIn(answer);
      assert.deepEqual([...new Set(faults.map(({ path }) => path))], [`body/${field}`]);
    });
  }
  it('the longest fields are taken', async () => {
    const person = await signUp(world);
    const long = {
      firstName: 'éa'.repeat(128),
      citizenship: 'FRA,DEU,ITA,ESP,BEL',
      city: 'L'.repeat(140),
      postcode: '1'.repeat(10),
    };
    expectStatus(await save(person, { ...PROFILE, ...long, street: 's'.repeat(256) }), 200);
    shows('limit.field-lengths');
  });
  for (const [sent, saved] of [
    ['fra', 'FRA'],
    [' Fra , deu,FRA', 'FRA,DEU'],
    ['fra,deu,ita,esp,bel', 'FRA,DEU,ITA,ESP,BEL'],
  ] as const)
    it(`citizenship "${sent}" is kept as ${saved}`, async () => {
      const person = await signUp(world);
      assert.equal(expectStatus(await save(person, { ...PROFILE, citizenship: sent }), 200).body.profile?.citizenship, saved);
    });
  it('names of the provider’s liking: Bjørn, Ny, Zoé-Ève, other scripts', async () => {
    const person = await signUp(world);
    for (const firstName of ['Bjørn', 'Ny', 'Zoé-Ève', 'Иван'])
      expectStatus(await save(person, { ...PROFILE, firstName, lastName: 'Durand' }), 200);
  });
  for (const [names, mark] of [
    [{ firstName: 'Ng' }, 'no-vowel'],
    [{ lastName: 'Srb' }, 'no-vowel'],
    [{ firstName: 'Li', lastName: 'Li' }, 'same-names'],
    [{ lastName: 'Brrrun' }, 'repeated-letter'],
    [{ firstName: 'Tést ' }, 'test-name'],
  ] as const)
    it(`a name that the provider may refuse is saved with a mark, told once to both: ${Object.values(names).join(' ')}`, async () => {
      const person = await signUp(world);
      for (let times = 0; times < 2; times += 1) {
        const { body } = expectStatus(await save(person, { ...PROFILE, ...names }), 200);
        assert.equal(body.nameMark, mark);
      }
      const told = async () => (await readChat(world)).filter(({ text }) => text.includes(person.customerId));
      const mailed = async () => (await world.mails(person.email)).filter(({ subject }) => /prestataire/.test(subject));
      await world.until(async () => (await told()).length > 0 && (await mailed()).length > 0, 'both are told');
      assert.deepEqual([(await told()).length, (await mailed()).length], [1, 1]);
      assert.match((await mailed())[0]?.text ?? '', /c’est sa règle[\s\S]*corrigez-le[\s\S]*notre équipe est prévenue/);
      const corrected = expectStatus(await save(person, { firstName: 'Camille', lastName: 'Durand' }), 200).body;
      assert.equal(corrected.nameMark, null);
    });
  it('one that was saved before its limits were known is corrected first -> 400 validation-failed', async () => {
    const person = await signUp(world);
    expectStatus(await save(person, PROFILE), 200);
    // As a profile was kept that no version of ours takes any more.
    await customerIs(world, person.customerId, 'withOldCitizenship');
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectCode(await person.client.post('/customers/investor-identity-document', upload), 404, 'register.profile.required');
    const answer = await save(person, { city: 'Paris' });
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(
      faultsIn(answer).map(({ path }) => path),
      ['body/citizenship'],
    );
    expectStatus(await save(person, { citizenship: 'fra' }), 200);
    const again = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await person.client.post('/customers/investor-identity-document', again), 201);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().patch('/customers/profile', PROFILE), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.patch('/customers/profile', PROFILE), 403, 'forbidden'));
});
