// Payments to be assigned, through HTTP: automatic and manual p2p, records without movement, retries, escrow transfers.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { renameUnseen, withoutSpv, withoutWallet } from '../../../../test/support/property-states.ts';
import { chatWritten, purseCents, readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';

type Payment = {
  id: string;
  projectId: PropertyId | null;
  status: string;
  amount: number;
  payment: string;
  providerWireId?: number;
  targetEcheanceId?: EcheanceId;
};

const PAYMENTS = '/administration/property/payment-schedule/payment-to-be-assigned';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const ESCROW = '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned';
const CREATION = 'PROJECT_PAYMENT_SCHEDULE_CREATE_PAYMENT_TO_BE_ASSIGNED';
const RETRY = 'PROJECT_PAYMENT_SCHEDULE_RETRY_PAYMENT_TO_BE_ASSIGNED_P2P';

let world: World;
let admin: Person;
let project: ScheduledProperty;
/** A wallet of the project owner at the provider, unknown to our books. */
let owner: string;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  project = await scheduledProperty(world, admin);
  owner = await walletOf(5_000_000);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

async function walletOf(balanceCents: number): Promise<string> {
  const accountId = `owner-${randomUUID().slice(0, 8)}`;
  await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 6, balanceCents });
  return accountId;
}

const create = (payment: object, more: object = {}) =>
  admin.client.post<Payment>(PAYMENTS, { projectId: project.propertyId, amount: 1_000, date: '2026-02-03', payment, ...more });
const auto = (debitAccountId = owner) => ({ kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer de janvier' });
const manual = (paymentId: unknown) => ({ kind: 'p2p', execution: 'manual', paymentId, comment: 'Loyer de janvier' });
const retry = (id: string) => admin.client.post<Payment>(`${PAYMENTS}/retry-p2p`, { paymentToBeAssignedId: id });
const fault = (mode: string, times = 1) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times });
const balanceAtProvider = async (accountId: string) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const auditsOf = async (kind: string, id: string) => (await readAudits(world, { kind, targetId: id }, ['id'])).length;
const purse = (name: string, { propertyId } = project) => purseCents(world, { propertyId }, name);

const recordOf = async (id: string) =>
  (
    await world.sql<{ status: string; linked: boolean }>(
      'select status, provider_wire_id is not null as linked from received_payment where id = $1',
      [id],
    )
  )[0];

/** A transfer at the provider without a notification. */
async function transferAtProvider(to: string, amountCents: number, from = owner): Promise<number> {
  const done = await world.deps.payments.transfer({
    fromAccountId: from,
    toAccountId: to,
    amountCents: centsOf(amountCents),
    comment: 'by hand',
    reference: randomUUID(),
  });
  if (!done.ok) throw new Error(done.message);
  return done.value.paymentId;
}

/** An automatic p2p that the provider refused. */
async function unpaid(): Promise<Payment> {
  await fault('error-in-200');
  const payment = expectStatus(await create(auto()), 201).body;
  assert.equal(payment.providerWireId, undefined);
  return payment;
}

describe('POST .../payment-to-be-assigned', () => {
  it('p2p auto: the transfer is carried out, the record waits with its wire id', async () => {
    const before = [await purse('UNASSIGNED'), await balanceAtProvider(project.accountId)];
    const { body } = expectStatus(
      await world.changes('state.payment-created', {
        from: undefined,
        to: 'waiting',
        look: async (made) => made && (await recordOf(made.body.id))?.status,
        by: () => create(auto()),
      }),
      201,
    );
    assert.deepEqual([body.status, body.payment, body.projectId, body.amount], ['waiting', 'p2p', project.propertyId, 1_000]);
    assert.ok(body.providerWireId);
    assert.deepEqual(
      [await purse('UNASSIGNED'), await balanceAtProvider(project.accountId)],
      before.map((cents) => cents + 1_000),
    );
    assert.equal(await auditsOf(CREATION, body.id), 1);
  });
  it('p2p auto that the provider refuses: waits without wire id, an alert, and the call succeeds; it cannot be assigned', async () => {
    const payment = await unpaid();
    const before = await purse('UNASSIGNED');
    expectCode(
      await admin.client.post(`${WIRES}/assign`, {
        wireToBeAssignedId: payment.id,
        paymentFor: 'mensualite',
        echeanceId: project.echeances[0]?.id,
        isSimulation: false,
      }),
      400,
      'wire-not-waiting',
    );
    assert.equal(await purse('UNASSIGNED'), before);
    assert.ok((await chatWritten(world, [payment.id], 'payment-schedule')).length > 0);
    assert.equal(expectStatus(await retry(payment.id), 201).body.id, payment.id);
    shows('event.p2p-alert');
  });
  it('p2p manual: links a transfer that exists, once', async () => {
    const paymentId = await transferAtProvider(project.accountId, 1_000);
    const before = await purse('UNASSIGNED');
    const answers = await Promise.all([create(manual(paymentId)), create(manual(paymentId))]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal(answers.find(({ status }) => status === 201)?.body.providerWireId, paymentId);
    assert.equal(await purse('UNASSIGNED'), before + 1_000);
    expectCode(await create(manual(paymentId)), 400, 'provider-p2p-not-found');
  });
  it('other: a record without movement at the provider', async () => {
    const before = await balanceAtProvider(project.accountId);
    const { body } = expectStatus(await create({ kind: 'other', comment: 'compensation' }), 201);
    assert.deepEqual([body.status, body.payment, body.providerWireId], ['waiting', 'other', undefined]);
    assert.equal(await balanceAtProvider(project.accountId), before);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: body.id, comment: 'erreur' }), 201);
  });
  it('funding not repaid yet, or no schedule -> 400 project-not-eligible', async () => {
    const early = await scheduledProperty(world, admin, { financialStatus: 'reception-by-project-owner-pending' });
    expectCode(await create(auto(), { projectId: early.propertyId }), 400, 'project-not-eligible');
    expectCode(await create(auto(), { projectId: randomUUID() }), 400, 'project-not-eligible');
  });
  it('project without SPV -> 400 spv-not-found', async () => {
    const bare = await scheduledProperty(world, admin);
    await withoutSpv(world, bare, async () =>
      expectCode(await create(auto(), { projectId: bare.propertyId }), 400, 'spv-not-found'),
    );
  });
  it('SPV without wallet -> 400 spv-provider-wallet-not-found', async () => {
    const bare = await scheduledProperty(world, admin);
    await withoutWallet(world, bare, async () =>
      expectCode(await create(auto(), { projectId: bare.propertyId }), 400, 'spv-provider-wallet-not-found'),
    );
  });
  it('unknown debit account, or the wallet of an investor or an SPV -> 400 debit-account-not-found', async () => {
    const investor = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { accountId } = await spvWithWallet(world, { balanceCents: 0 });
    for (const debitAccountId of ['nobody', investor.customerId, accountId])
      expectCode(await create(auto(debitAccountId)), 400, 'debit-account-not-found');
  });
  it('one cent too little -> 400 debit-account-insufficient-balance', async () => {
    expectCode(await create(auto(await walletOf(999))), 400, 'debit-account-insufficient-balance');
    expectStatus(await create(auto(await walletOf(1_000))), 201);
  });
  it('unknown transfer, or one of ours -> 400 provider-p2p-not-found', async () => {
    expectCode(await create(manual(999_999)), 400, 'provider-p2p-not-found');
    const paid = expectStatus(await create(auto()), 201).body;
    expectCode(await create(manual(paid.providerWireId)), 400, 'provider-p2p-not-found');
  });
  it('transfer under way -> 400 provider-p2p-not-success', async () => {
    await fault('pending');
    const paymentId = await transferAtProvider(project.accountId, 1_000);
    expectCode(await create(manual(paymentId)), 400, 'provider-p2p-not-success');
  });
  it('other amount -> 400 provider-p2p-amount-mismatch', async () =>
    expectCode(await create(manual(await transferAtProvider(await walletOf(0), 1_001))), 400, 'provider-p2p-amount-mismatch'));
  it('other receiver -> 400 provider-p2p-receiver-account-mismatch', async () =>
    expectCode(
      await create(manual(await transferAtProvider(await walletOf(0), 1_000))),
      400,
      'provider-p2p-receiver-account-mismatch',
    ));
  it('provider silent about the transfer -> 500 provider-p2p-validation-failed', async () => {
    await world.control('POST', '/faults', { route: 'GET /v2/p2p', mode: 'http-500', times: 1 });
    expectCode(await create(manual(1)), 500, 'provider-p2p-validation-failed');
  });
  for (const [payment, more] of [
    [{ kind: 'p2p', execution: 'auto', comment: 'x' }, {}],
    [{ kind: 'p2p', execution: 'manual', comment: 'x' }, {}],
    [{ kind: 'cash', comment: 'x' }, {}],
    [{ kind: 'other' }, {}],
    [{ kind: 'other', comment: 'x' }, { amount: 0 }],
    [{ kind: 'other', comment: 'x' }, { amount: 1_000_000_000_001 }],
    [{ kind: 'other', comment: 'x' }, { date: '2026-02-30' }],
  ] as const) {
    it(`${JSON.stringify({ payment, ...more })} -> 400 validation-failed`, async () =>
      expectCode(await create(payment, more), 400, 'validation-failed'));
  }
});

describe('POST .../payment-to-be-assigned/retry-p2p', () => {
  it('two retries at once: one movement, the record linked and audited once', async () => {
    const payment = await unpaid();
    const before = await balanceAtProvider(owner);
    const answers = await world.changes('state.payment-retried', {
      from: { status: 'waiting', linked: false },
      to: { status: 'waiting', linked: true },
      look: () => recordOf(payment.id),
      by: () => Promise.all([retry(payment.id), retry(payment.id)]),
    });
    assert.ok(
      answers.some(({ status }) => status === 201),
      JSON.stringify(answers),
    );
    await world.runJob('wallet-transactions');
    assert.equal(await balanceAtProvider(owner), before - 1_000);
    assert.equal(await auditsOf(RETRY, payment.id), 1);
  });
  it('a reply lost after the effect: 500, the next retry finds the movement and sends none', async () => {
    const payment = await unpaid();
    const before = await balanceAtProvider(owner);
    await fault('timeout-after');
    const open = expectOpen(await retry(payment.id), 500, 'p2p-failed');
    const shown = await admin.client.get<{ openPayment: { id: string } | null }>(
      `/administration/payments-to-be-assigned/${payment.id}`,
    );
    assert.equal(expectStatus(shown, 200).body.openPayment?.id, open);
    assert.ok(expectStatus(await retry(payment.id), 201).body.providerWireId);
    assert.equal(await balanceAtProvider(owner), before - 1_000);
  });
  it('unknown -> 400 payment-to-be-assigned-not-found', async () =>
    expectCode(await retry(randomUUID()), 400, 'payment-to-be-assigned-not-found'));
  it('archived -> 400 payment-to-be-assigned-not-waiting', async () => {
    const payment = await unpaid();
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: payment.id, comment: 'abandon' }), 201);
    expectCode(await retry(payment.id), 400, 'payment-to-be-assigned-not-waiting');
  });
  it('record without movement -> 400 payment-to-be-assigned-not-p2p-auto-execution', async () => {
    const payment = expectStatus(await create({ kind: 'other', comment: 'cheque' }), 201).body;
    expectCode(await retry(payment.id), 400, 'payment-to-be-assigned-not-p2p-auto-execution');
  });
  it('paid -> 400 payment-to-be-assigned-already-has-provider-wire-id', async () => {
    const payment = expectStatus(await create(auto()), 201).body;
    expectCode(await retry(payment.id), 400, 'payment-to-be-assigned-already-has-provider-wire-id');
  });
  it('project without SPV -> 400 spv-not-found', async () => {
    const payment = await unpaid();
    await withoutSpv(world, project, async () => expectCode(await retry(payment.id), 400, 'spv-not-found'));
  });
  it('SPV without wallet -> 400 spv-provider-wallet-not-found', async () => {
    const payment = await unpaid();
    await withoutWallet(world, project, async () => expectCode(await retry(payment.id), 400, 'spv-provider-wallet-not-found'));
  });
  it('refused again -> 500 p2p-failed', async () => {
    const payment = await unpaid();
    await fault('error-in-200');
    expectCode(await retry(payment.id), 500, 'p2p-failed');
    assert.equal(await auditsOf(RETRY, payment.id), 1);
  });
  it('without an id -> 400 validation-failed', async () =>
    expectCode(await admin.client.post(`${PAYMENTS}/retry-p2p`, {}), 400, 'validation-failed'));
});

describe('POST .../interest-sequestre/transfer-to-echeance-payment-to-be-assigned', () => {
  const transfer = (own: ScheduledProperty, amount: unknown, more: object = {}) =>
    admin.client.post<Payment>(ESCROW, {
      propertyId: own.propertyId,
      echeanceId: own.echeances[0]?.id,
      interestSequestreAmountToTransfer: amount,
      paymentDate: '2026-02-03',
      ...more,
    });

  it('G-9: 79 167 leaves 158 333; 158 334 more is -> 500 internal-error', async () => {
    const own = await scheduledProperty(world, admin);
    const { body } = expectStatus(await transfer(own, 79_167), 201);
    assert.deepEqual([body.status, body.payment, body.targetEcheanceId], ['waiting', 'other', own.echeances[0]?.id]);
    assert.deepEqual([await purse('ESCROW', own), await purse('UNASSIGNED', own)], [158_333, 79_167]);
    expectCode(await transfer(own, 158_334), 500, 'internal-error');
    expectStatus(await transfer(own, 158_333), 201);
    assert.equal(await auditsOf('PROPERTY_ECHEANCIER_TRANSFER_SEQUESTRE_TO_ECHEANCE_PAYMENT_TO_BE_ASSIGNED', body.id), 1);
  });
  it('archived, the amount is back in the escrow', async () => {
    const own = await scheduledProperty(world, admin);
    const { body } = expectStatus(await transfer(own, 237_500), 201);
    expectCode(await transfer(own, 1), 500, 'internal-error');
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: body.id, comment: 'erreur' }), 201);
    assert.equal(await purse('ESCROW', own), 237_500);
    expectStatus(await transfer(own, 237_500), 201);
  });
  it('two at once for all of it: one -> 500 internal-error', async () => {
    const own = await scheduledProperty(world, admin);
    const answers = await Promise.all([transfer(own, 200_000), transfer(own, 200_000)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 500]);
    assert.equal(await purse('ESCROW', own), 37_500);
  });
  it('assigned, it pays the echeance', async () => {
    const own = await scheduledProperty(world, admin);
    const { body } = expectStatus(await transfer(own, 79_167), 201);
    expectStatus(
      await admin.client.post(`${WIRES}/assign`, {
        wireToBeAssignedId: body.id,
        paymentFor: 'mensualite',
        echeanceId: own.echeances[0]?.id,
        isSimulation: false,
      }),
      201,
    );
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.remainingToBePaid, 10_000);
  });
  it('as capital, though capital is due -> 400 capital-repayment-no-payment-due', async () => {
    const own = await scheduledProperty(world, admin);
    const { body } = expectStatus(await transfer(own, 1_000), 201);
    const place = { paymentFor: 'capitalRepayment', echeanceId: own.echeances.at(-1)?.id };
    for (const isSimulation of [true, false])
      expectCode(
        await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId: body.id, ...place, isSimulation }),
        400,
        'capital-repayment-no-payment-due',
      );
  });
  it('of more than the interest that lacks, on this echeance or another -> 400 escrow-exceeds-interest', async () => {
    const own = await scheduledProperty(world, admin);
    const { body } = expectStatus(await transfer(own, 79_168), 201);
    const assign = (id: string, index: number) => {
      const place = { paymentFor: 'mensualite', echeanceId: own.echeances[index]?.id, isSimulation: false };
      return admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId: id, ...place });
    };
    expectCode(await assign(body.id, 0), 400, 'escrow-exceeds-interest');
    const parts = expectStatus(
      await admin.client.post<Payment[]>(`${WIRES}/split`, { wireToBeAssignedId: body.id, newAmount: 79_167 }),
      201,
    ).body;
    expectStatus(await assign(body.id, 0), 201);
    expectCode(await assign(parts[1]?.id ?? '', 0), 400, 'escrow-exceeds-interest');
    expectStatus(await assign(parts[1]?.id ?? '', 1), 201);
    assert.deepEqual([await purse('COUPON', own), await purse('FEES', own), await purse('SURPLUS', own)], [79_168, 0, 0]);
  });
  it('on a day that is not yet -> 500 internal-error', async () => {
    const own = await scheduledProperty(world, admin);
    expectCode(await transfer(own, 1, { paymentDate: '2050-01-01' }), 500, 'internal-error');
    assert.equal(await purse('ESCROW', own), 237_500);
  });
  it('echeance of another project -> 500 internal-error', async () =>
    expectCode(
      await transfer(project, 1, { echeanceId: (await scheduledProperty(world, admin)).echeances[0]?.id }),
      500,
      'internal-error',
    ));
  for (const amount of [0, -1, '1', 1.5]) {
    it(`amount ${JSON.stringify(amount)} -> 400 validation-failed`, async () =>
      expectCode(await transfer(project, amount), 400, 'validation-failed'));
  }
});

describe('GET .../eligible-projects', () => {
  it('lists projects with a schedule whose owner owes', async () => {
    const finished = await scheduledProperty(world, admin, { financialStatus: 'repayment-finished' });
    const late = await scheduledProperty(world, admin, { financialStatus: 'repayment-default' });
    const { body } = expectStatus(await admin.client.get<{ id: string }[]>(`${PAYMENTS}/eligible-projects`), 200);
    const ids = body.map(({ id }) => id);
    assert.deepEqual(
      [project, late, finished].map(({ propertyId }) => ids.includes(propertyId)),
      [true, true, false],
    );
  });

  it('finds them by a part of their name, or by their id, and answers so many', async () => {
    const [one, other] = [await scheduledProperty(world, admin), await scheduledProperty(world, admin)];
    await renameUnseen(world, one.propertyId, 'Les 7 Ormes');
    await renameUnseen(world, other.propertyId, 'Ormes du Lac');
    const find = async (query: string) => {
      const { body } = expectStatus(await admin.client.get<{ id: string }[]>(`${PAYMENTS}/eligible-projects?${query}`), 200);
      return body.map(({ id }) => id);
    };
    assert.deepEqual(await find('search=ORMES'), [one.propertyId, other.propertyId]);
    assert.deepEqual(await find('search=ormes&limit=1'), [one.propertyId]);
    assert.deepEqual(await find(`search=${other.propertyId}`), [other.propertyId]);
    assert.deepEqual(await find('search=7%25'), []);
  });
});

describe('who may', () => {
  for (const path of [PAYMENTS, `${PAYMENTS}/retry-p2p`, ESCROW]) {
    it(`${path} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().post(path, {}), 401, 'unauthenticated'));
    it(`${path} as an investor -> 403 forbidden`, async () =>
      expectCode(await (await signUp(world)).client.post(path, {}), 403, 'forbidden'));
  }
});
