// Automatic p2p: done, refused, silent or pending at the provider; and what may be debited of the platform itself. Through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { chatWritten, ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';

type Payment = { id: string; status: string; providerWireId?: number };

const PAYMENTS = '/administration/property/payment-schedule/payment-to-be-assigned';
const CREATION = 'PROJECT_PAYMENT_SCHEDULE_CREATE_PAYMENT_TO_BE_ASSIGNED';
const RETRY = 'PROJECT_PAYMENT_SCHEDULE_RETRY_PAYMENT_TO_BE_ASSIGNED_P2P';

let world: World;
let admin: Person;
let project: ScheduledProperty;
let owner: string;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  project = await scheduledProperty(world, admin);
  owner = `owner-${randomUUID().slice(0, 8)}`;
  await world.control('POST', '/accounts', { accountId: owner, kind: 'legal', status: 6, balanceCents: 5_000_000 });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const create = (debitAccountId = owner, amount = 1_000) =>
  admin.client.post<Payment>(PAYMENTS, {
    projectId: project.propertyId,
    amount,
    date: '2026-02-03',
    payment: { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer de janvier' },
  });
const manual = (paymentId: number, amount = 1_000) =>
  admin.client.post<Payment>(PAYMENTS, {
    projectId: project.propertyId,
    amount,
    date: '2026-02-03',
    payment: { kind: 'p2p', execution: 'manual', paymentId, comment: 'Loyer de janvier' },
  });
const retry = (id: string) => admin.client.post<Payment>(`${PAYMENTS}/retry-p2p`, { paymentToBeAssignedId: id });
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1 });
const auditsOf = async (kind: string, id: string) => (await readAudits(world, { kind, targetId: id }, ['id'])).length;
const alertsOf = async (id: string) => (await chatWritten(world, [id], 'payment-schedule')).length;
const wireOf = async (id: string) =>
  (await world.sql<{ wire: string | null }>('select provider_wire_id as wire from received_payment where id = $1', [id]))[0]
    ?.wire;
const openPaymentOf = async (id: string) =>
  (
    await world.sql<{ provider: string }>(
      `select provider_payment_id as provider from payment where subject_id = $1 and status = 'sent'`,
      [id],
    )
  )[0]?.provider;
const end = async (id: string, how: 'complete' | 'fail') => {
  await world.control('POST', `/p2p/${await openPaymentOf(id)}/${how}`, {});
  await world.runJob('wallet-transactions');
};
const balanceOf = (account: string) => ledgerCents(world, account);

describe('pending at the provider', () => {
  it('creation succeeds, the record waits without wire id and without an alert; the worker links it', async () => {
    await fault('pending');
    const { body } = expectStatus(await create(), 201);
    assert.deepEqual([body.status, body.providerWireId, await alertsOf(body.id)], ['waiting', undefined, 0]);
    assert.equal(await auditsOf(CREATION, body.id), 1);
    await end(body.id, 'complete');
    assert.ok(await wireOf(body.id));
    assert.deepEqual([await alertsOf(body.id), await auditsOf(CREATION, body.id), await auditsOf(RETRY, body.id)], [0, 1, 0]);
  });
  it('refused after all: the alert comes then, and a retry pays', async () => {
    await fault('pending');
    const { body } = expectStatus(await create(), 201);
    await end(body.id, 'fail');
    assert.deepEqual([await wireOf(body.id), await alertsOf(body.id)], [null, 1]);
    assert.ok(expectStatus(await retry(body.id), 201).body.providerWireId);
  });
  it('a retry succeeds with the record waiting, audited, and the worker finishes it', async () => {
    await fault('error-in-200');
    const { body } = expectStatus(await create(), 201);
    assert.equal(await alertsOf(body.id), 1);
    await fault('pending');
    assert.equal(expectStatus(await retry(body.id), 201).body.providerWireId, undefined);
    assert.equal(await auditsOf(RETRY, body.id), 1);
    await end(body.id, 'complete');
    assert.ok(await wireOf(body.id));
    assert.equal(await auditsOf(RETRY, body.id), 1);
  });
  it('a retry of a creation that is still pending meets its payment, and is audited once', async () => {
    await fault('pending');
    const { body } = expectStatus(await create(), 201);
    expectStatus(await retry(body.id), 201);
    expectStatus(await retry(body.id), 201);
    await end(body.id, 'complete');
    assert.equal(await auditsOf(RETRY, body.id), 1);
    const orders = await world.sql('select id from payment where subject_id = $1', [body.id]);
    assert.equal(orders.length, 1);
  });
});

describe('silent', () => {
  it('its transfer stands for no other payment, as its own brings the money -> 400 provider-p2p-not-found', async () => {
    const before = await balanceOf(`PRO:${project.propertyId}:UNASSIGNED`);
    await fault('timeout-after');
    const { body } = expectStatus(await create(), 201);
    const { movements } = await world.control<{ movements: { id: number; direction: string }[] }>('GET', `/accounts/${owner}`);
    const sent = movements.find(({ direction }) => direction === 'out')?.id ?? assert.fail('nothing was sent');
    expectCode(await manual(sent), 400, 'provider-p2p-not-found');
    assert.ok(expectStatus(await retry(body.id), 201).body.providerWireId);
    assert.equal((await balanceOf(`PRO:${project.propertyId}:UNASSIGNED`)) - before, 1_000);
  });
  it('creation succeeds with an alert; a retry finds the movement, links and audits it', async () => {
    await fault('timeout-after');
    const { body } = expectStatus(await create(), 201);
    assert.deepEqual([body.providerWireId, await alertsOf(body.id)], [undefined, 1]);
    assert.ok(expectStatus(await retry(body.id), 201).body.providerWireId);
    assert.equal(await auditsOf(RETRY, body.id), 1);
  });
});

describe('the platform as debtor', () => {
  const main = () => world.deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const platformHas = async (cents: number) => {
    const held = await balanceOf('PLAT:MAIN');
    if (cents <= held) throw new Error(`PLAT:MAIN holds ${held} already`);
    await world.control('POST', `/accounts/${main()}/credit`, { amountCents: cents - held });
    await world.runJob('referral-primary-purchase-auto-payout');
    assert.equal(await balanceOf('PLAT:MAIN'), cents);
  };
  const buyGiftCard = async (amountCents: number) => {
    const { client, email } = await verifiedInvestor(world, { fundsCents: amountCents });
    expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'gift-card-purchase' }), 201);
    const code = await waitForCode(world, email, 'gift-card-purchase');
    const { body } = expectStatus(
      await client.post<{ token: string }>('/auth/mfa/confirm-code', { action: 'gift-card-purchase', code }),
      201,
    );
    const card = { token: body.token, amountCents, recipientEmail: 'ami@example.fr' };
    expectStatus(await client.post('/gift-cards', card), 201);
    await world.until(async () => (await balanceOf('PLAT:GIFT_CARDS')) === amountCents, 'the card to be paid');
  };

  it('money of gift cards is not spent -> 400 debit-account-insufficient-balance', async () => {
    await platformHas(1_500);
    await buyGiftCard(5_000);
    expectCode(await create(main(), 1_501), 400, 'debit-account-insufficient-balance');
    expectStatus(await create(main(), 1_500), 201);
    assert.deepEqual([await balanceOf('PLAT:MAIN'), await balanceOf('PLAT:GIFT_CARDS')], [0, 5_000]);
  });
  it('nor what an open payment of the platform has promised; checked again by a retry -> 400 debit-account-insufficient-balance', async () => {
    await platformHas(1_000);
    await fault('error-in-200');
    const refused = expectStatus(await create(main()), 201).body;
    await fault('pending');
    const open = expectStatus(await create(main()), 201).body;
    expectCode(await create(main(), 1), 400, 'debit-account-insufficient-balance');
    expectCode(await retry(refused.id), 400, 'debit-account-insufficient-balance');
    await end(open.id, 'complete');
    assert.equal(await balanceOf('PLAT:MAIN'), 0);
  });
  it('two at once for the last cents: one', async () => {
    await platformHas(1_000);
    const answers = await Promise.all([create(main()), create(main())]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal(await balanceOf('PLAT:MAIN'), 0);
  });
  it('origination and tax accounts are no debit accounts, by hand neither -> 400 debit-account-not-found', async () => {
    const { PLATFORM_ORIGINATION_ACCOUNT_ID, PLATFORM_TAX_ACCOUNT_ID } = world.deps.config;
    for (const accountId of [PLATFORM_ORIGINATION_ACCOUNT_ID, PLATFORM_TAX_ACCOUNT_ID])
      expectCode(await create(accountId, 1), 400, 'debit-account-not-found');
    await world.control('POST', `/accounts/${PLATFORM_TAX_ACCOUNT_ID}/credit`, { amountCents: 1_000 });
    await world.runJob('referral-primary-purchase-auto-payout');
    const order = {
      fromAccountId: PLATFORM_TAX_ACCOUNT_ID,
      toAccountId: owner,
      amountCents: centsOf(1_000),
      comment: 'x',
      reference: randomUUID(),
    };
    const moved = await world.deps.payments.transfer(order);
    assert.ok(moved.ok);
    expectCode(await manual(moved.value.paymentId), 400, 'provider-p2p-not-found');
    const back = { ...order, fromAccountId: owner, toAccountId: PLATFORM_TAX_ACCOUNT_ID, reference: randomUUID() };
    assert.ok((await world.deps.payments.transfer(back)).ok);
  });
});

describe('GET /administration/payments-to-be-assigned/debit-accounts', () => {
  const url = '/administration/payments-to-be-assigned/debit-accounts';
  type Account = { accountId: string; isPlatform: boolean; usedFor: string | null };
  it('lists the account of the platform, and those used before, of one project or of all', async () => {
    expectStatus(await create(), 201);
    const { body } = expectStatus(await admin.client.get<Account[]>(`${url}?projectId=${project.propertyId}`), 200);
    assert.deepEqual(
      body.map(({ accountId, isPlatform }) => [accountId, isPlatform]),
      [
        [world.deps.config.PLATFORM_MAIN_ACCOUNT_ID, true],
        [owner, false],
      ],
    );
    const all = expectStatus(await admin.client.get<Account[]>(url), 200).body;
    assert.ok(all.some(({ accountId }) => accountId === owner));
    const none = '00000000-0000-4000-8000-000000000000';
    assert.equal(expectStatus(await admin.client.get<Account[]>(`${url}?projectId=${none}`), 200).body.length, 1);
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(url), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(url), 403, 'forbidden'));
});
