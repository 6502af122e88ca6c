// What the yearly tax file asks of investors: declared with the profile or later, listed while it lacks something, and asked for in autumn.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  resaleProperty,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { makeCompanyAccount, recordCompany } from '../../../../test/support/customer-states.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { mailsWritten } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';
import type { IncompleteTaxIdentitiesPage, TaxIdentity } from './schemas.ts';

const URL = '/customers/tax-identity';
const LIST = '/administration/tax-identities';
const DECLARED = { birthName: 'Martin', usualName: 'Durand', birthCommune: { code: '44109' } };
const { sex: _, ...WITHOUT_SEX } = PROFILE;

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-09-10T08:00:00Z' });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const read = async (by: Investor) => expectStatus(await by.client.get<TaxIdentity>(URL), 200).body;
const declare = (by: Investor, body: object) => by.client.put<TaxIdentity>(URL, body);
const saveProfile = (by: Investor, body: object) => by.client.patch('/customers/profile', body);
const list = async (query = '') =>
  expectStatus(await admin.client.get<IncompleteTaxIdentitiesPage>(`${LIST}?limit=100${query}`), 200).body;
const listed = async (of: Investor, query?: string) =>
  (await list(query)).items.find(({ customerId }) => customerId === of.customerId);
const run = () => world.runJob('tax-identities');
const pathsOf = (answer: Parameters<typeof faultsIn>[0]) => faultsIn(answer).map(({ path }) => path);

/** Somebody whom the file will name: they hold bricks. */
async function holder(city = 'Lyon'): Promise<Investor> {
  const investor = await verifiedInvestor(world, { city });
  await resaleProperty(world, { owners: [{ customerId: investor.customerId, bricks: 1 }] });
  return investor;
}

describe('PUT /customers/tax-identity', () => {
  it('of a verified investor completes the file: names, sex, birth, and the commune that follows from the address', async () => {
    const investor = await holder();
    assert.deepEqual((await read(investor)).missing, ['birth-name', 'birth-commune', 'residence-commune']);
    const { body } = expectStatus(await declare(investor, DECLARED), 200);
    assert.deepEqual(body, {
      sex: 'female',
      birthName: 'Martin',
      usualName: 'Durand',
      birthCommune: { code: '44109', name: 'Nantes' },
      residenceCommune: { code: '69381', name: 'Lyon 1er Arrondissement' },
      file: { birthDepartment: '44', birthCommune: '109', birthPlace: 'Nantes', residence: '69381' },
      missing: [],
      declaredAt: body.declaredAt,
    });
    assert.deepEqual(await read(investor), body);
    const shown = await admin.client.get(`/administration/customers/${investor.customerId}/tax-identity`);
    assert.deepEqual(expectStatus(shown, 200).body, body);
  });
  it('replaces the whole of it, twice the same', async () => {
    const investor = await holder();
    expectStatus(await declare(investor, DECLARED), 200);
    for (let time = 0; time < 2; time += 1) {
      const { body } = expectStatus(await declare(investor, { birthName: 'Petit', birthCommune: { code: '69123' } }), 200);
      assert.deepEqual([body.birthName, body.usualName, body.birthCommune?.name], ['Petit', null, 'Lyon']);
    }
  });
  it('writes the sex into the profile, and nothing to the provider', async () => {
    const investor = await signUp(world);
    expectStatus(await saveProfile(investor, WITHOUT_SEX), 200);
    assert.deepEqual(pathsOf(await declare(investor, DECLARED)), ['body/sex']);
    expectStatus(await declare(investor, { ...DECLARED, sex: 'male' }), 200);
    const { body } = await investor.client.get<{ profile: { sex: string } }>('/customers/me');
    assert.equal(body.profile.sex, 'male');
    assert.deepEqual(await world.control('GET', `/onboardings?walletId=${investor.customerId}`), []);
  });
  it('born and living abroad: the codes of the countries, and no commune', async () => {
    const investor = await signUp(world);
    const abroad = { countryOfBirth: 'DZA', cityOfBirth: 'Oran', country: 'BEL', city: 'Bruxelles', postcode: '1000' };
    expectStatus(await saveProfile(investor, { ...PROFILE, ...abroad, phone: '+33612345678' }), 200);
    assert.deepEqual(pathsOf(await declare(investor, DECLARED)), ['body/birthCommune']);
    const { body } = expectStatus(await declare(investor, { birthName: 'Benali' }), 200);
    assert.deepEqual(body.missing, []);
    assert.deepEqual(body.file, { birthDepartment: '99', birthCommune: '352', birthPlace: 'Oran', residence: '99131' });
  });
  it('a company needs the commune of its seat alone, and no names', async () => {
    const investor = await signUp(world);
    expectStatus(await saveProfile(investor, { ...PROFILE, customerType: 'business' }), 200);
    await recordCompany(world, investor.customerId);
    assert.deepEqual(pathsOf(await declare(investor, DECLARED)), ['body/birthName', 'body/usualName', 'body/birthCommune']);
    const { body } = expectStatus(await declare(investor, {}), 200);
    assert.deepEqual([body.missing, body.file.residence, body.birthName, body.file.birthPlace], [[], '75108', null, null]);
  });
  it('before the profile is saved -> 400 tax-identity.profile-required', async () =>
    expectCode(await declare(await signUp(world), DECLARED), 400, 'tax-identity.profile-required'));
  it('before the company is handed in -> 400 tax-identity.company-required', async () => {
    const investor = await signUp(world);
    expectStatus(await saveProfile(investor, { ...PROFILE, customerType: 'business' }), 200);
    assert.deepEqual((await read(investor)).missing, ['company']);
    expectCode(await declare(investor, {}), 400, 'tax-identity.company-required');
  });
  it('a code that is no code -> 400 validation-failed', async () =>
    expectCode(await declare(await holder(), { ...DECLARED, birthCommune: { code: 'Nantes' } }), 400, 'validation-failed'));
});

describe('PATCH /customers/profile with the tax identity', () => {
  it('saves both at once', async () => {
    const investor = await signUp(world);
    expectStatus(await saveProfile(investor, { ...PROFILE, taxIdentity: DECLARED }), 200);
    const { missing, birthName } = await read(investor);
    assert.deepEqual([missing, birthName], [[], 'Martin']);
  });
  it('saves neither when one is wrong', async () => {
    const investor = await signUp(world);
    const answer = await saveProfile(investor, { ...PROFILE, taxIdentity: { birthName: 'Martin' } });
    assert.deepEqual(pathsOf(answer), ['body/taxIdentity/birthCommune']);
    assert.deepEqual((await read(investor)).missing, ['profile']);
  });
  it('of a company that is not handed in -> 400 tax-identity.company-required', async () =>
    expectCode(
      await saveProfile(await signUp(world), { ...PROFILE, customerType: 'business', taxIdentity: {} }),
      400,
      'tax-identity.company-required',
    ));
});

describe('another address', () => {
  const declared = async () => {
    const investor = await signUp(world);
    expectStatus(await saveProfile(investor, { ...PROFILE, taxIdentity: DECLARED }), 200);
    return investor;
  };
  it('has its commune the next day, without a word of the investor', async () => {
    const investor = await declared();
    expectStatus(await saveProfile(investor, { city: 'Paris', postcode: '75011' }), 200);
    assert.deepEqual((await read(investor)).missing, ['residence-commune']);
    await run();
    const { missing, residenceCommune, birthName } = await read(investor);
    assert.deepEqual([missing, residenceCommune?.code, birthName], [[], '75111', 'Martin']);
  });
  it('that says none waits for the investor, and what they declare stays', async () => {
    const investor = await declared();
    expectStatus(await saveProfile(investor, { city: 'Un lieu-dit', postcode: '69400' }), 200);
    await run();
    assert.deepEqual((await read(investor)).missing, ['residence-commune']);
    assert.deepEqual(pathsOf(await declare(investor, DECLARED)), ['body/residenceCommune']);
    expectStatus(await declare(investor, { ...DECLARED, residenceCommune: { code: '69264' } }), 200);
    await run();
    assert.deepEqual((await read(investor)).residenceCommune, { code: '69264', name: 'Villefranche-sur-Saône' });
  });
});

describe('GET /customers/tax-identity/communes', () => {
  it('finds a commune with its code', async () => {
    const { client } = await signUp(world);
    const { body } = expectStatus(await client.get<{ code: string; name: string }[]>(`${URL}/communes?search=nantes`), 200);
    assert.ok(body.length <= 20 && body.some(({ code, name }) => code === '44109' && name === 'Nantes'));
  });
});

describe('GET /administration/tax-identities', () => {
  it('lists who holds bricks and lacks something, narrows to a part, and counts', async () => {
    const [lacking, whole] = [await holder(), await holder()];
    const outside = await verifiedInvestor(world);
    expectStatus(await declare(whole, DECLARED), 200);
    const before = await list();
    const row = await listed(lacking);
    assert.deepEqual([row?.name, row?.email, row?.askedAt], ['Camille Durand', lacking.email, null]);
    assert.deepEqual(row?.missing, ['birth-name', 'birth-commune', 'residence-commune']);
    assert.deepEqual([await listed(whole), await listed(outside)], [undefined, undefined]);
    assert.equal(await listed(lacking, '&missing=sex'), undefined);
    assert.ok(await listed(lacking, '&missing=birth-name'));
    const countOf = (page: IncompleteTaxIdentitiesPage) => page.countByPart.find(({ part }) => part === 'birth-name')?.count;
    expectStatus(await declare(lacking, DECLARED), 200);
    const later = await list();
    assert.deepEqual([later.count, countOf(later) ?? 0], [before.count - 1, (countOf(before) ?? 0) - 1]);
  });
  it('reads page by page', async () => {
    for (let more = 0; more < 2; more += 1) await holder();
    const first = expectStatus(await admin.client.get<IncompleteTaxIdentitiesPage>(`${LIST}?limit=1`), 200).body;
    const next = expectStatus(
      await admin.client.get<IncompleteTaxIdentitiesPage>(`${LIST}?limit=1&cursor=${first.nextCursor}`),
      200,
    ).body;
    assert.notEqual(first.items[0]?.customerId, next.items[0]?.customerId);
  });
  it('leaves the account of the platform out', async () => {
    const platform = await holder();
    await makeCompanyAccount(world, platform.customerId);
    assert.equal(await listed(platform), undefined);
  });
});

describe('the mail in autumn', () => {
  const mailsTo = ({ email }: Investor) =>
    mailsWritten<{ year: number; missing: string[] }>(world, 'tax-identity-missing', email);
  const today = async () => {
    type Today = { waiting: { kind: string; items: { customerId: string }[] }[] };
    const { body } = expectStatus(await admin.client.get<Today>('/administration/today'), 200);
    return body.waiting.find(({ kind }) => kind === 'tax-identity')?.items.map(({ customerId }) => customerId) ?? [];
  };

  it('asks each once a year for what their file lacks, from the day of the settings on', async () => {
    const [lacking, whole, nobody] = [await holder(), await holder(), await verifiedInvestor(world)];
    expectStatus(await declare(whole, DECLARED), 200);
    await run();
    assert.deepEqual(await mailsTo(lacking), []);
    await world.moveClock({ now: '2026-09-30T22:30:00Z' });
    for (let time = 0; time < 2; time += 1) await run();
    const [mail, another] = await mailsTo(lacking);
    // The commune of the address was found before anybody was asked.
    assert.deepEqual([mail?.year, mail?.missing, another], [2026, ['birth-name', 'birth-commune'], undefined]);
    assert.deepEqual([await mailsTo(whole), await mailsTo(nobody)], [[], []]);
    assert.ok((await listed(lacking))?.askedAt);

    // Who comes to hold bricks later is asked then.
    const late = await holder();
    await world.moveClock({ now: '2026-10-10T12:00:00Z' });
    await run();
    assert.deepEqual([(await mailsTo(late)).length, (await mailsTo(lacking)).length], [1, 1]);

    // Somebody of the team is told of who has not answered in two weeks.
    assert.ok(!(await today()).includes(lacking.customerId));
    await world.moveClock({ now: '2026-10-16T12:00:00Z' });
    assert.ok((await today()).includes(lacking.customerId) && !(await today()).includes(late.customerId));
    expectStatus(await declare(lacking, DECLARED), 200);
    assert.ok(!(await today()).includes(lacking.customerId));

    await world.moveClock({ now: '2027-10-02T12:00:00Z' });
    await run();
    assert.deepEqual([(await mailsTo(late)).length, (await mailsTo(lacking)).length], [2, 1]);
  });
  it('counts only when it is a dry run', async () => {
    const lacking = await holder('Un lieu-dit');
    const report = await world.runJob<{ due: number; asked: number }>('tax-identities', { dryRun: true });
    assert.ok(report.due > 0 && report.asked === 0);
    assert.deepEqual(await mailsTo(lacking), []);
  });
});
