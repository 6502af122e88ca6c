// What administrators see and change of investors, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { signedUpAt } from '../../../../test/support/customer-states.ts';
import { bankAccountOf } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { freezeCustomer, type InvestorView } from '../customers/index.ts';
import type { AdministrationCustomer, CustomersPage } from './schemas.ts';

type Page = Static<typeof CustomersPage>;
type Action = { kind: string; administrator_email: string; target_type: string; target_id: string; payload: object };

let world: World;
let administrator: Person;
before(async () => {
  world = await startWorld({ worker: false });
  administrator = await signInAdministrator(world);
});
after(() => world.close());

const me = async (investor: Investor) => expectStatus(await investor.client.get<InvestorView>('/customers/me'), 200).body;
const list = async (query: string) =>
  expectStatus(await administrator.client.get<Page>(`/administration/customers${query}`), 200).body;
const patch = (customerId: CustomerId, body: unknown): Promise<Answer<AdministrationCustomer>> =>
  administrator.client.patch(`/administration/customers/${customerId}`, body);
const actionsOn = (customerId: CustomerId) =>
  world.sql<Action>('select * from admin_action where target_id = $1 order by created_at', [customerId]);

describe('GET /administration/customers', () => {
  it('pages newest first, each once', async () => {
    const made: string[] = [];
    const mark = randomUUID().slice(0, 8);
    for (const number of [1, 2, 3, 4, 5])
      made.unshift((await signUp(world, { email: `${mark}-${number}@example.test` })).customerId);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(`?email=${mark}&limit=2${cursor && `&cursor=${cursor}`}`);
      assert.ok(page.items.length <= 2);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, made);
  });
  it('pages customers of one moment, each once', async () => {
    const mark = randomUUID().slice(0, 8);
    const customerIds: CustomerId[] = [];
    for (const number of [1, 2, 3])
      customerIds.push((await signUp(world, { email: `${mark}-${number}@example.test` })).customerId);
    await signedUpAt(world, customerIds, '2026-01-01T00:00:00Z');
    const first = await list(`?email=${mark}&limit=2`);
    const second = await list(`?email=${mark}&limit=2&cursor=${first.nextCursor}`);
    assert.equal(new Set([...first.items, ...second.items].map((item) => item.id)).size, 3);
    assert.equal(second.nextCursor, null);
  });
  it('filters by part of the address, KYC and freeze', async () => {
    const mark = randomUUID().slice(0, 8);
    const plain = await signUp(world, { email: `${mark}-plain@example.test` });
    const frozen = await verifiedInvestor(world, { email: `${mark}-frozen@example.test` });
    await patch(frozen.customerId, { frozen: true, reason: 'check' });
    const ids = async (query: string) => (await list(`?email=${mark}${query}`)).items.map((item) => item.id);
    assert.deepEqual(await ids(''), [frozen.customerId, plain.customerId]);
    assert.deepEqual(
      (await list(`?email=${mark.toUpperCase()}-PLAIN`)).items.map((item) => item.id),
      [plain.customerId],
    );
    assert.deepEqual(await ids('&frozen=true'), [frozen.customerId]);
    assert.deepEqual(await ids('&frozen=false'), [plain.customerId]);
    assert.deepEqual(await ids('&kycStatus=verified'), [frozen.customerId]);
    assert.deepEqual(await ids('&kycStatus=refused'), []);
    assert.deepEqual((await list(`?email=${mark}%25`)).items, []);
  });
  it('search finds by name, address, id and an IBAN, whole or its last four', async () => {
    const mark = randomUUID().slice(0, 8);
    const { customerId } = await signUp(world, { email: `${mark}@example.test`, name: `Anaïs ${mark}-Le_Goff` });
    const verified = await verifiedInvestor(world);
    await bankAccountOf(world, verified.customerId);
    const found = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).items.map(({ id }) => id);
    for (const search of [`${mark}@example`, `ANAÏS ${mark}`, `${mark}-le_goff`, customerId, customerId.toUpperCase()])
      assert.deepEqual(await found(search), [customerId], search);
    assert.deepEqual(await found(`${mark}-le%goff`), []);
    const { ibans } = await world.control<{ ibans: { iban: string }[] }>('GET', `/accounts/${verified.customerId}`);
    const iban = ibans[0]?.iban ?? '';
    for (const typed of [iban, iban.toLowerCase().replaceAll(/.{4}/g, '$& '), iban.slice(-4)])
      assert.deepEqual(await found(typed), [verified.customerId], typed);
    for (const other of [`${iban.slice(-4)}0`, iban.slice(0, -1), iban.slice(-8)]) assert.deepEqual(await found(other), []);
    assert.ok((await found('Camille Durand')).includes(verified.customerId));
  });
  for (const query of [
    '?search=ab',
    '?search=%20%20a%20',
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?cursor=x',
    '?kycStatus=maybe',
    '?frozen=maybe',
    '?email=%00',
  ])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await administrator.client.get(`/administration/customers${query}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/administration/customers'), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get('/administration/customers'), 403, 'forbidden'));
});

describe('GET /administration/customers/:id', () => {
  it('shows what the investor sees, and why they are held back', async () => {
    const investor = await verifiedInvestor(world);
    await patch(investor.customerId, { frozen: true, reason: 'Asked by compliance' });
    const path = `/administration/customers/${investor.customerId}`;
    const { body } = expectStatus(await administrator.client.get<AdministrationCustomer>(path), 200);
    const {
      closedAt,
      isCompanyAccount,
      frozenAt,
      frozenSource,
      frozenReason,
      providerStatus,
      providerBlocked,
      referrerCustomerId,
      ...view
    } = body;
    assert.deepEqual(view, await me(investor));
    assert.deepEqual(
      { closedAt, isCompanyAccount, frozenSource, frozenReason, providerStatus, providerBlocked, referrerCustomerId },
      {
        closedAt: null,
        isCompanyAccount: false,
        frozenSource: 'administrator',
        frozenReason: 'Asked by compliance',
        providerStatus: 6,
        providerBlocked: false,
        referrerCustomerId: null,
      },
    );
    assert.ok(Temporal.Instant.from(frozenAt ?? ''));
  });
  it('an unknown id -> 404 not-found', async () =>
    expectCode(await administrator.client.get(`/administration/customers/${randomUUID()}`), 404, 'not-found'));
  it('no UUID -> 400 validation-failed', async () =>
    expectCode(await administrator.client.get('/administration/customers/7'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/administration/customers/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor, even for themself -> 403 forbidden', async () => {
    const investor = await signUp(world);
    expectCode(await investor.client.get(`/administration/customers/${investor.customerId}`), 403, 'forbidden');
  });
});

describe('PATCH /administration/customers/:id', () => {
  it('opens and closes royalty properties', async () => {
    const investor = await signUp(world);
    assert.equal(expectStatus(await patch(investor.customerId, { canSeeRoyalty: true }), 200).body.canSeeRoyalty, true);
    assert.equal((await me(investor)).canSeeRoyalty, true);
    await patch(investor.customerId, { canSeeRoyalty: false });
    assert.equal((await me(investor)).canSeeRoyalty, false);
  });
  it('freezes and unfreezes, and takes the rights away meanwhile', async () => {
    const investor = await verifiedInvestor(world);
    const frozen = expectStatus(await patch(investor.customerId, { frozen: true, reason: 'check' }), 200).body;
    assert.deepEqual([frozen.frozen, frozen.transactionRights], [true, 'account-is-being-verified']);
    const free = expectStatus(await patch(investor.customerId, { frozen: false, reason: 'checked' }), 200).body;
    assert.deepEqual([free.frozen, free.frozenReason, free.transactionRights], [false, null, 'all']);
  });
  it('a second freeze keeps the first reason; an administrator ends a freeze of any source', async () => {
    const { customerId } = await verifiedInvestor(world);
    const at = Temporal.Instant.from('2026-01-01T00:00:00Z');
    await inTransaction(world.deps.db, (tx) =>
      freezeCustomer(tx, { customerId, source: 'balance-mismatch', reason: 'one cent', at }),
    );
    const again = (await patch(customerId, { frozen: true, reason: 'another' })).body;
    assert.deepEqual([again.frozenSource, again.frozenReason, again.frozenAt], ['balance-mismatch', 'one cent', at.toString()]);
    assert.equal((await patch(customerId, { frozen: false, reason: 'explained' })).body.frozen, false);
  });
  it('writes one CUSTOMER_UPDATE per change, with what was asked', async () => {
    const { customerId } = await signUp(world);
    await patch(customerId, { canSeeRoyalty: true, frozen: true, reason: 'check', kycStatus: 'verified' });
    const actions = await actionsOn(customerId);
    assert.deepEqual(
      actions.map(({ kind, administrator_email, target_type, payload }) => ({ kind, administrator_email, target_type, payload })),
      [
        {
          kind: 'CUSTOMER_UPDATE',
          administrator_email: administrator.email,
          target_type: 'customer',
          payload: { canSeeRoyalty: true, frozen: true, reason: 'check' },
        },
      ],
    );
  });
  it('stores no other field of the body', async () => {
    const investor = await signUp(world);
    await patch(investor.customerId, { canSeeRoyalty: true, kycStatus: 'verified', isCompanyAccount: true, id: randomUUID() });
    assert.equal((await me(investor)).kycStatus, 'notStarted');
  });
  const bad: unknown[] = [
    { frozen: true },
    { frozen: false },
    { frozen: true, reason: '' },
    { frozen: true, reason: '  ' },
    { frozen: 'yes', reason: 'check' },
    { canSeeRoyalty: 1 },
    { reason: 'check' },
    {},
    [],
  ];
  for (const body of bad)
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () => {
      const { customerId } = await signUp(world);
      expectCode(await patch(customerId, body), 400, 'validation-failed');
      assert.deepEqual(await actionsOn(customerId), []);
    });
  it('an unknown id -> 404 not-found, and no audit row', async () => {
    const id = newId<CustomerId>();
    expectCode(await patch(id, { canSeeRoyalty: true }), 404, 'not-found');
    assert.deepEqual(await actionsOn(id), []);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().patch(`/administration/customers/${randomUUID()}`, {}), 401, 'unauthenticated'));
  it('as an investor, even for themself -> 403 forbidden', async () => {
    const { client, customerId } = await signUp(world);
    expectCode(await client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: true }), 403, 'forbidden');
  });
});
