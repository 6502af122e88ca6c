// The company of a business through HTTP: the registry vouches for it, the provider and the invoices know it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';

type View = { kycStatus: string; company: Record<string, unknown> | null };
type AtProvider = { kind: string; company: { name: string; identificationNumber: string | null } };
type Call = { method: string; body: { adresse?: object; company?: object } };

const URL = '/customers/company';
const BRIQUE = '936213743';
/** As the registry tells it. */
const BRIQUE_ET_PIERRE = {
  registrationNumber: BRIQUE,
  name: 'BRIQUE ET PIERRE',
  street: '1 RUE DE LA GARE',
  postcode: '75008',
  city: 'PARIS 8',
  country: 'FRA',
  registrationDate: '2015-03-02',
  kind: 'company',
};
/** The registry tells neither its name nor its street. */
const OMBRE = '922461686';
const CEASED = '953820479';
const NOBODY = '100000009';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

async function business(): Promise<Investor> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
  return person;
}
const handIn = (by: Investor, body: object) => by.client.put<View>(URL, body);
const companyOf = async (of: Investor) => expectStatus(await of.client.get<View>('/customers/me'), 200).body.company;
const atProvider = (of: Investor) => world.control<AtProvider>('GET', `/accounts/${of.customerId}`);
const faultsOf = (answer: { body: unknown }) => (answer.body as { errors: { path: string }[] }).errors.map(({ path }) => path);

/** Opens the account at the provider: an identity document, then the end of KYC. */
async function finishKyc({ client }: Investor): Promise<void> {
  expectStatus(
    await client.post('/customers/investor-identity-document', uploadOf(PDF, { type: 'identityCard', name: 'a.pdf' })),
    201,
  );
  expectStatus(await client.post('/customers/investor-business-document'), 201);
}

describe('PUT /customers/company', () => {
  it('keeps what the registry tells of the number, spaces tolerated', async () => {
    const person = await business();
    assert.equal(await companyOf(person), null);
    const { body } = expectStatus(await handIn(person, { registrationNumber: ' 936 213 743 ' }), 200);
    assert.deepEqual(body.company, BRIQUE_ET_PIERRE);
    assert.deepEqual(await companyOf(person), BRIQUE_ET_PIERRE);
    const { client } = await signInAdministrator(world);
    const shown = await client.get<View>(`/administration/customers/${person.customerId}`);
    assert.deepEqual(shown.body.company, BRIQUE_ET_PIERRE);
  });
  it('the address may be another one, the name not where the registry tells it', async () => {
    const person = await business();
    const address = { street: '2 quai Perrache', postcode: '69002', city: 'Lyon', country: 'fra' };
    const { body } = expectStatus(await handIn(person, { registrationNumber: BRIQUE, name: 'Autre', ...address }), 200);
    assert.deepEqual(body.company, { ...BRIQUE_ET_PIERRE, ...address, country: 'FRA' });
  });
  it('what the registry does not tell is asked for -> 400 validation-failed', async () => {
    const person = await business();
    const answer = await handIn(person, { registrationNumber: OMBRE });
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(faultsOf(answer), ['body/name', 'body/street']);
    const told = { name: 'Ombre et Brique', street: '3 rue Noire', postcode: '75008', city: 'Paris' };
    const { body } = expectStatus(await handIn(person, { registrationNumber: OMBRE, ...told }), 200);
    const fromRegistry = { registrationNumber: OMBRE, registrationDate: '2022-03-11', kind: 'company' };
    assert.deepEqual(body.company, { ...fromRegistry, ...told, country: 'FRA' });
  });
  it('another one takes its place while KYC is open', async () => {
    const person = await business();
    expectStatus(await handIn(person, { registrationNumber: BRIQUE }), 200);
    const { body } = expectStatus(await handIn(person, { registrationNumber: '820836088' }), 200);
    assert.deepEqual([body.company?.registrationNumber, body.company?.name], ['820836088', 'TOITS DE NANTES']);
  });

  it('an individual, or nobody knows what yet -> 403 forbidden', async () => {
    const person = await signUp(world);
    expectCode(await handIn(person, { registrationNumber: BRIQUE }), 403, 'forbidden');
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
    expectCode(await handIn(person, { registrationNumber: BRIQUE }), 403, 'forbidden');
    assert.equal(await companyOf(person), null);
  });
  for (const fault of ['http-500', 'malformed', 'timeout-after'] as const)
    it(`the registry fails: ${fault} -> 400 registry-search-failed`, async () => {
      const person = await business();
      await world.control('POST', '/faults', { route: '/registry/v2/entreprise', mode: fault, times: 1 });
      expectCode(await handIn(person, { registrationNumber: BRIQUE }), 400, 'registry-search-failed');
      assert.equal(await companyOf(person), null);
    });
  it('a number that nobody has -> 404 company.not-found', async () =>
    expectCode(await handIn(await business(), { registrationNumber: NOBODY }), 404, 'company.not-found'));
  it('a company that is closed -> 400 company.ceased', async () =>
    expectCode(await handIn(await business(), { registrationNumber: CEASED }), 400, 'company.ceased'));
  for (const [field, value] of [
    ['registrationNumber', undefined],
    ['registrationNumber', '93621374'],
    ['registrationNumber', '93621374a'],
    ['name', ' '],
    ['street', 's'.repeat(257)],
    ['postcode', '1'.repeat(11)],
    ['city', 'L\nyon'],
    ['country', 'FR'],
    ['country', 'XXX'],
  ] as const)
    it(`${field} ${JSON.stringify(value)?.slice(0, 20)} -> 400 validation-failed`, async () => {
      const address = { street: '2 quai Perrache', postcode: '69002', city: 'Lyon', country: 'FRA' };
      const answer = await handIn(await business(), { registrationNumber: BRIQUE, ...address, [field]: value });
      expectCode(answer, 400, 'validation-failed');
      assert.deepEqual([...new Set(faultsOf(answer))], [`body/${field}`]);
    });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().put(URL, { registrationNumber: BRIQUE }), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.put(URL, { registrationNumber: BRIQUE }), 403, 'forbidden'));
});

describe('at the provider', () => {
  it('the account is opened under the company, with its number and address', async () => {
    const person = await business();
    expectStatus(await handIn(person, { registrationNumber: BRIQUE }), 200);
    await finishKyc(person);
    const { kind, company } = await atProvider(person);
    assert.deepEqual([kind, company.name, company.identificationNumber], ['legal', 'BRIQUE ET PIERRE', BRIQUE]);
    const calls = await world.control<Call[]>('GET', '/calls?path=/v2/accounts/legal');
    const opened = calls.find(({ method, body }) => method === 'POST' && JSON.stringify(body).includes(person.customerId));
    assert.deepEqual(opened?.body.adresse, { street: '1 RUE DE LA GARE', postCode: '75008', city: 'PARIS 8', country: 'FRA' });
  });
  it('a business that was sent to the verifier without one hands it in once: it follows', async () => {
    const person = await business();
    await finishKyc(person);
    assert.equal((await atProvider(person)).company.name, 'Camille Durand');
    const answers = await Promise.all([BRIQUE, '820836088'].map((registrationNumber) => handIn(person, { registrationNumber })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    const kept = await companyOf(person);
    await world.until(async () => (await atProvider(person)).company.name === kept?.name, 'the company at the provider');
  });
  it('while KYC is closed and one is kept -> 403 forbidden', async () => {
    const person = await business();
    expectStatus(await handIn(person, { registrationNumber: BRIQUE }), 200);
    await finishKyc(person);
    expectCode(await handIn(person, { registrationNumber: '820836088' }), 403, 'forbidden');
    assert.deepEqual(await companyOf(person), BRIQUE_ET_PIERRE);
  });
});

describe('on its invoices', () => {
  const billedTo = async (person: Investor) => {
    const { invoiceId } = await inTransaction(world.deps.db, (tx) =>
      issueInvoice(tx, world.deps, {
        party: { customerId: person.customerId },
        reason: 'withdrawal-fee',
        subjectId: randomUUID(),
        lines: [{ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2000 }],
        at: world.deps.clock.now(),
      }),
    );
    const [row] = await world.sql<{ billed_to: object }>('select billed_to from invoice where id = $1', [invoiceId]);
    return row?.billed_to;
  };
  const OF_THE_PERSON = { name: 'Camille Durand', address: ['1 rue de la République', '69001 Lyon'], country: 'FRA' };

  it('stand its name, address and number', async () => {
    const person = await business();
    assert.deepEqual(await billedTo(person), OF_THE_PERSON);
    expectStatus(await handIn(person, { registrationNumber: BRIQUE }), 200);
    assert.deepEqual(await billedTo(person), {
      name: 'BRIQUE ET PIERRE',
      address: ['1 RUE DE LA GARE', '75008 PARIS 8'],
      country: 'FRA',
      registrationNumber: BRIQUE,
    });
  });
  it('not those of somebody who is an individual by now', async () => {
    const person = await business();
    expectStatus(await handIn(person, { registrationNumber: BRIQUE }), 200);
    expectStatus(await person.client.patch('/customers/profile', { customerType: 'individual' }), 200);
    assert.deepEqual(await billedTo(person), OF_THE_PERSON);
  });
});
