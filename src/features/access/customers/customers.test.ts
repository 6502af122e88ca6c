// The investor's own view, and what other rooms ask of investors.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { findCustomer, lockCustomer } from './queries.ts';
import type { InvestorView } from './schemas.ts';
import { freezeCustomer, insertCustomerOnce, unfreezeCustomer } from './write-queries.ts';

let world: World;
let administrator: Person;
before(async () => {
  world = await startWorld({ worker: false });
  administrator = await signInAdministrator(world);
});
after(() => world.close());

const me = async (investor: Investor) => expectStatus(await investor.client.get<InvestorView>('/customers/me'), 200).body;

describe('GET /customers/me', () => {
  it('shows a new investor', async () => {
    const investor = await signUp(world, { name: 'Camille Durand' });
    const { referralCode, createdAt, ...view } = await me(investor);
    assert.deepEqual(view, {
      id: investor.customerId,
      email: investor.email,
      emailVerified: false,
      name: 'Camille Durand',
      mfaEnabled: false,
      canSeeRoyalty: false,
      customerType: null,
      onboardingVersion: 'v1',
      kycStatus: 'notStarted',
      forms: { information: 'toComplete', documents: 'toComplete' },
      transactionRights: 'account-not-completed',
      frozen: false,
      profile: null,
      nameMark: null,
      pendingCorrection: null,
      company: null,
      identityDocuments: [],
    });
    assert.match(referralCode, /^camille-durand-/);
    assert.ok(Temporal.Instant.from(createdAt));
  });
  it('shows profile, documents and rights of a verified one', async () => {
    const investor = await signUp(world);
    const handIn = (type: string, name: string) =>
      investor.client.post<InvestorView>('/customers/investor-identity-document', uploadOf(PDF, { type, name }));
    expectStatus(await investor.client.patch('/customers/profile', PROFILE), 200);
    const [passport] = expectStatus(await handIn('passportEU', 'passport.pdf'), 201).body.identityDocuments;
    await customerIs(world, investor.customerId, 'refused');
    const upload = 'POST /v2/accounts/:id/documents/upload';
    await world.control('POST', '/faults', { route: upload, mode: 'http-500', times: 1 });
    expectCode(await handIn('identityCard', 'card.pdf'), 500, 'internal-error');
    await customerIs(world, investor.customerId, 'verified');
    const view = await me(investor);
    assert.equal(view.transactionRights, 'all');
    // Only a company says that its documents are complete (A-customers-2).
    assert.deepEqual(view.forms, { information: 'completed', documents: 'toComplete' });
    assert.deepEqual(view.profile, {
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
    const { providerId } = passport ?? assert.fail('no document');
    assert.equal(typeof providerId, 'number');
    assert.deepEqual(view.identityDocuments, [
      { type: 'passportEU', status: 'uploaded', name: 'passport.pdf', providerId },
      { type: 'identityCard', status: 'to_be_uploaded', name: 'card.pdf', providerId: null },
    ]);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/me'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await administrator.client.get('/customers/me'), 403, 'forbidden'));
});

describe('what other rooms ask', () => {
  it('finds and locks a customer by id', async () => {
    const { customerId, userId } = await verifiedInvestor(world);
    const found = await findCustomer(world.deps.db, customerId);
    assert.deepEqual([found?.id, found?.userId, found?.dateOfBirth?.toString()], [customerId, userId, '1990-05-04']);
    assert.deepEqual(await inTransaction(world.deps.db, (tx) => lockCustomer(tx, customerId)), found);
    assert.equal(await findCustomer(world.deps.db, newId()), undefined);
  });
  it('lockCustomer makes a second one wait', async () => {
    const { customerId } = await signUp(world);
    const order: string[] = [];
    await inTransaction(world.deps.db, async (tx) => {
      await lockCustomer(tx, customerId);
      const second = inTransaction(world.deps.db, (other) => lockCustomer(other, customerId)).then(() => order.push('second'));
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await world.until(async () => (await world.sql(waits)).length > 0, 'the second lock waits');
      order.push('first');
      return { second };
    }).then(({ second }) => second);
    assert.deepEqual(order, ['first', 'second']);
  });
  it('tells whether a freeze or its end changed anything', async () => {
    const { customerId } = await signUp(world);
    const freeze = { customerId, source: 'webhook-chargeback', reason: 'money taken back', at: world.deps.clock.now() } as const;
    const outcomes = await Promise.all([1, 2].map(() => inTransaction(world.deps.db, (tx) => freezeCustomer(tx, freeze))));
    assert.deepEqual(outcomes.toSorted(), [false, true]);
    assert.equal(await inTransaction(world.deps.db, (tx) => unfreezeCustomer(tx, customerId)), true);
    assert.equal(await inTransaction(world.deps.db, (tx) => unfreezeCustomer(tx, customerId)), false);
  });
  it('insertCustomerOnce gives two users of one name different codes, and one user one customer', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(world, { name: 'Alex' })));
    const codes = await Promise.all(people.map(async (person) => (await me(person)).referralCode));
    assert.equal(new Set(codes).size, 5);
    const [person] = people;
    if (!person) throw new Error('nobody');
    const user = { onboardingVersion: 'v1' as const, userId: person.userId, name: 'Alex', at: world.deps.clock.now() };
    assert.equal(await inTransaction(world.deps.db, (tx) => insertCustomerOnce(tx, user)), person.customerId);
  });
});
