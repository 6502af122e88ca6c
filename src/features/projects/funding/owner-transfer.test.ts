// Money to the project owner: the cap to the cent, one pay-out whatever is lost, and what comes back from the bank.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type FundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import {
  listTransfers,
  mainPurse,
  type ReadyToTransfer,
  readyToTransfer,
  recordTransfer,
  transfersPath,
  withdrawToOwner,
} from '../../../../test/support/owner-transfers.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { chatWritten, readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

let world: World;
let admin: Person;
let colleague: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  colleague = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const funded = (options?: Parameters<typeof readyToTransfer>[1]) => readyToTransfer(world, options);
const withdraw = (to: ReadyToTransfer, cents: number, by = admin, headers: Record<string, string> = {}) =>
  withdrawToOwner(by, to, cents, headers);
const record = (to: FundedProperty, cents: number, by = admin, headers: Record<string, string> = {}) =>
  recordTransfer(by, to, cents, headers);
const listed = (of: FundedProperty) => listTransfers(admin, of);
const property = async ({ propertyId }: FundedProperty) =>
  (await admin.client.get<{ financialStatus: string; purchasedDate: string | null }>(`/administration/property/${propertyId}`))
    .body;
const main = (of: FundedProperty) => mainPurse(world, of);
const payouts = async ({ accountId }: FundedProperty) => {
  const account = await world.control<{ movements: { kind: string }[] }>('GET', `/accounts/${accountId}`);
  return account.movements.filter(({ kind }) => kind === 'moneyOut').length;
};
const audits = ({ propertyId }: FundedProperty) =>
  readAudits<{ kind: string; payload: Record<string, unknown> }>(world, { targetId: propertyId, kind: 'PROPERTY_TRANSFER_%' }, [
    'kind',
    'payload',
  ]);
const alerts = (id: string) => chatWritten(world, [id]);
const payoutId = async (id: string) =>
  (await world.sql<{ payout: string }>('select provider_payment_id as payout from payment where subject_id = $1', [id]))[0]
    ?.payout;
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode, times: 1, latencyMs: 100 });

describe('withdraw', () => {
  it('orders the pay-out, counts it, starts the repayment and the purchase, audits; the bank confirms later', async () => {
    const to = await funded();
    const { body } = expectStatus(await withdraw(to, 30_000_000), 201);
    assert.deepEqual([body.transfer.status, body.transferredCents, body.transferableCents], ['waiting', 30_000_000, 4_770_000]);
    const { financialStatus, purchasedDate } = await property(to);
    assert.equal(financialStatus, 'repayment-ongoing');
    assert.ok(purchasedDate);
    assert.deepEqual(await pursesOf(world, to.propertyId, ['MAIN', 'HELD']), [4_770_000, 30_000_000]);
    await world.control('POST', `/payouts/${await payoutId(body.transfer.id)}/complete`);
    await world.runJob('wallet-transactions');
    assert.deepEqual(await pursesOf(world, to.propertyId, ['MAIN', 'HELD']), [4_770_000, 0]);
    assert.deepEqual(
      (await listed(to)).transfers.map(({ status, amountCents }) => [status, amountCents]),
      [['transferred', 30_000_000]],
    );
    assert.deepEqual(await audits(to), [
      {
        kind: 'PROPERTY_TRANSFER_FUNDS_TO_PROJECT_OWNER',
        payload: { transferId: body.transfer.id, action: 'withdraw', amountCents: 30_000_000 },
      },
    ]);
  });
  it('leaves the purchase of a royalty property to its closing', async () => {
    const to = await funded({ contractType: 'royalty' });
    const { purchasedDate } = await property(to);
    assert.ok(purchasedDate);
    const { transfer } = expectStatus(await withdraw(to, 1_000), 201).body;
    await world.control('POST', `/payouts/${await payoutId(transfer.id)}/fail`);
    await world.runJob('wallet-transactions');
    assert.equal((await property(to)).purchasedDate, purchasedDate);
  });
  it('up to the cap, not a cent more -> 400 property.transfer-exceeds-funding-amount (G-13)', async () => {
    const to = await funded();
    expectStatus(await withdraw(to, 30_000_000), 201);
    const tooMuch = await withdraw(to, 4_770_001);
    expectCode(tooMuch, 400, 'property.transfer-exceeds-funding-amount');
    assert.match(tooMuch.text, /"shortfall":\{"askedCents":4770001,"availableCents":4770000\}/);
    expectStatus(await withdraw(to, 4_770_000), 201);
    expectCode(await withdraw(to, 1), 400, 'property.transfer-exceeds-funding-amount');
    shows('limit.transferable-funds');
  });
  it('counts fees with the VAT of the SPV, and a missing fee as 0', async () => {
    const overseas = await funded({ fundingFees: 2_499_999, fiducieFees: null, country: 'Réunion (île)' });
    assert.equal((await listed(overseas)).capCents, 50_000_000 - 2_712_499 - 3_750_000 - 8_000_000);
  });
  it('counts a fee as it was paid, whatever the SPV is taxed today; one that was refused or is to come with the rate of today', async () => {
    const to = await funded();
    const cap = async () => (await listed(to)).capCents;
    const fees = (fee: string) => admin.client.post(`/administration/property/${to.propertyId}/funding/transfer-${fee}-fees`);
    const tax = async (country: string, vatOverrideBps: number | null) =>
      expectStatus(await admin.client.put('/administration/spv', { id: to.spvId, name: 'SPV', country, vatOverrideBps }), 200);
    expectStatus(await fees('funding'), 201);
    assert.equal(await cap(), 34_770_000);
    await tax('Portugal', null);
    assert.equal(await cap(), 34_770_000 + 80_000, 'the fiducie fee is to come, without VAT');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200' });
    expectCode(await fees('fiducie'), 500, 'p2p-failed-at-provider');
    await tax('France', 1_000);
    assert.equal(await cap(), 34_770_000 + 40_000, 'what was refused is not paid');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending' });
    expectStatus(await fees('fiducie'), 201);
    await tax('France', 10_000);
    assert.equal(await cap(), 34_770_000 + 40_000, 'what is on its way counts as it will be paid');
  });
  it('many at once never pass the cap', async () => {
    const to = await funded();
    const answers = await Promise.all([9, 10, 11, 12, 13].map((millions) => withdraw(to, millions * 1_000_000)));
    const sent = answers.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + body.transfer.amountCents, 0);
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 400, 'property.transfer-exceeds-funding-amount');
    const { transferredCents, capCents } = await listed(to);
    assert.equal(transferredCents, sent);
    assert.ok(sent <= capCents && capCents - sent < 13_000_000);
  });
  it('two administrators at once with all that is left: one pay-out, the other -> 400 property.transfer-exceeds-funding-amount', async () => {
    const to = await funded();
    const answers = await Promise.all([withdraw(to, 34_770_000), withdraw(to, 34_770_000, colleague)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won && lost);
    expectStatus(won, 201);
    expectCode(lost, 400, 'property.transfer-exceeds-funding-amount');
    assert.equal(await payouts(to), 1);
    assert.equal((await audits(to)).length, 1);
  });
  it('a double click with one Idempotency-Key: one pay-out', async () => {
    const to = await funded();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(to, 5_000_000, admin, headers)));
    assert.ok(answers.every(({ status }) => status === 201 || status === 409));
    expectStatus(await withdraw(to, 5_000_000, admin, headers), 201);
    assert.equal(await payouts(to), 1);
    assert.equal((await audits(to)).length, 1);
  });
  it('the same Idempotency-Key pays once, also after the answer was lost', async () => {
    const to = await funded();
    const headers = { 'idempotency-key': randomUUID() };
    await fault('timeout-after');
    expectCode(await withdraw(to, 1_000, admin, headers), 500, 'transfer-failed-at-provider');
    await world.runJob('wallet-transactions');
    const { body } = expectStatus(await withdraw(to, 1_000, admin, headers), 201);
    assert.deepEqual(expectStatus(await withdraw(to, 1_000, admin, headers), 201).body, body);
    assert.equal(await payouts(to), 1);
    assert.equal((await audits(to)).length, 1);
  });
  it('sent twice without a key: one pay-out, both answers show it, whether one after the other or at once', async () => {
    const to = await funded();
    const first = expectStatus(await withdraw(to, 5_000_000), 201).body;
    assert.deepEqual(expectStatus(await withdraw(to, 5_000_000), 201).body, first);
    const twice = await Promise.all([withdraw(to, 6_000_000), withdraw(to, 6_000_000), withdraw(to, 6_000_000)]);
    assert.equal(new Set(twice.map((answer) => expectStatus(answer, 201).body.transfer.id)).size, 1);
    assert.equal(await payouts(to), 2);
    assert.equal((await audits(to)).length, 2);
    assert.equal((await listed(to)).transferredCents, 11_000_000);
  });
  it('a dry run of what is being sent moves nothing, and does not hold it up', async () => {
    const to = await funded();
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'latency', times: 1, latencyMs: 300 });
    const sending = withdraw(to, 5_000_000);
    const sent = `select id from payment where from_account_id = $1 and status = 'sent'`;
    await world.until(async () => (await world.sql(sent, [to.accountId]))[0], 'the sending');
    const started = performance.now();
    const asked = { action: 'withdraw', amountToTransfer: 5_000_000, providerWithdrawBankAccountId: to.ibanId };
    const dry = await admin.client.post<{ payments: { count: number } }>(`${transfersPath(to.propertyId)}?dryRun=true`, asked);
    assert.equal(expectStatus(dry, 200).body.payments.count, 0);
    expectStatus(await sending, 201);
    // A statement waits five seconds for a lock.
    assert.ok(performance.now() - started < 4_000, 'one waited for the other');
    assert.equal(await payouts(to), 1);
  });
  it('sent twice at once, and refused: both hear it, and it may be asked for again', async () => {
    const to = await funded();
    await fault('error-in-200');
    for (const answer of await Promise.all([withdraw(to, 5_000_000), withdraw(to, 5_000_000)]))
      expectCode(answer, 500, 'transfer-failed-at-provider');
    expectStatus(await withdraw(to, 5_000_000), 201);
    assert.equal(await payouts(to), 1);
  });
  it('the same again is another pay-out with another key, by a colleague, to another account, and once the first has ended', async () => {
    const to = await funded();
    const { transfer } = expectStatus(await withdraw(to, 1_000), 201).body;
    const others = [
      await withdraw(to, 1_000, admin, { 'idempotency-key': randomUUID() }),
      await withdraw(to, 1_000, colleague),
      await withdraw({ ...to, ibanId: await ibanOf(world, to.accountId) }, 1_000),
    ];
    await world.control('POST', `/payouts/${await payoutId(transfer.id)}/complete`);
    await world.runJob('wallet-transactions');
    others.push(await withdraw(to, 1_000));
    const ids = [transfer.id, ...others.map((answer) => expectStatus(answer, 201).body.transfer.id)];
    // The last one meets the one that was asked for with a key, which is on its way.
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids.at(-1), ids[1]);
    assert.equal(await payouts(to), 4);
  });
  it('the same again after ten minutes is another pay-out, though the bank has not ended the first', async () => {
    const to = await funded();
    const { transfer } = expectStatus(await withdraw(to, 1_000), 201).body;
    await world.moveClock({ advance: 'PT9M' });
    assert.equal(expectStatus(await withdraw(to, 1_000), 201).body.transfer.id, transfer.id);
    await world.moveClock({ advance: 'PT2M' });
    assert.notEqual(expectStatus(await withdraw(to, 1_000), 201).body.transfer.id, transfer.id);
    assert.equal(await payouts(to), 2);
  });
  it('a lost reply counts, and the next call finds it -> 500 transfer-failed-at-provider', async () => {
    const to = await funded();
    await fault('timeout-after');
    expectCode(await withdraw(to, 30_000_000), 500, 'transfer-failed-at-provider');
    assert.equal((await listed(to)).transferableCents, 4_770_000);
    expectStatus(await withdraw(to, 30_000_000, colleague), 201);
    assert.equal(await payouts(to), 1);
    assert.equal((await listed(to)).transfers.length, 1);
    assert.equal((await audits(to)).length, 1);
  });
  it('refused by the provider, and everything is as before -> 500 transfer-failed-at-provider', async () => {
    const to = await funded();
    await fault('error-in-200');
    expectCode(await withdraw(to, 30_000_000), 500, 'transfer-failed-at-provider');
    assert.deepEqual(
      (await listed(to)).transfers.map(({ status }) => status),
      ['failed'],
    );
    const { financialStatus, purchasedDate } = await property(to);
    assert.deepEqual([financialStatus, purchasedDate], ['reception-by-project-owner-pending', null]);
    assert.equal((await audits(to)).length, 1, 'the order is audited, and its payment tells what became of it');
    expectStatus(await withdraw(to, 34_770_000), 201);
  });
  it('sent back by the bank days later: given back, and the chat is notified', async () => {
    const to = await funded();
    const { transfer } = expectStatus(await withdraw(to, 30_000_000), 201).body;
    await world.control('POST', `/payouts/${await payoutId(transfer.id)}/fail`);
    await world.runJob('wallet-transactions');
    const { transferableCents, transfers } = await listed(to);
    assert.deepEqual([transferableCents, transfers[0]?.status], [34_770_000, 'failed']);
    assert.equal((await property(to)).financialStatus, 'reception-by-project-owner-pending');
    assert.equal((await alerts(transfer.id)).length, 1);
    expectStatus(await withdraw(to, 30_000_000), 201);
  });
  it('sent back while another transfer stands: the repayment goes on', async () => {
    const to = await funded();
    expectStatus(await record(to, 1_000), 201);
    const { transfer } = expectStatus(await withdraw(to, 2_000), 201).body;
    await world.control('POST', `/payouts/${await payoutId(transfer.id)}/fail`);
    await world.runJob('wallet-transactions');
    assert.equal((await property(to)).financialStatus, 'repayment-ongoing');
    assert.deepEqual(await pursesOf(world, to.propertyId, ['MAIN', 'HELD']), [34_769_000, 0]);
  });
  it('a bank account of another wallet -> 400 validation-failed', async () => {
    const [to, other] = [await funded(), await funded()];
    expectCode(await withdraw({ ...to, ibanId: other.ibanId }, 1_000), 400, 'validation-failed');
  });
  it('a bank account that is not activated -> 400 validation-failed', async () => {
    const to = await funded();
    const ibanId = await ibanOf(world, to.accountId, 4);
    expectCode(await withdraw({ ...to, ibanId }, 1_000), 400, 'validation-failed');
  });
});

describe('no-withdraw', () => {
  it('records the fact with its flags, counts it, and takes it off the project', async () => {
    const to = await funded();
    const { body } = expectStatus(await record(to, 30_000_000), 201);
    const { status, withdrawBypassed, bypassingAdmin } = body.transfer;
    assert.deepEqual([status, withdrawBypassed, bypassingAdmin?.email], ['transferred', true, admin.email]);
    assert.equal(body.transferableCents, 4_770_000);
    assert.equal(await main(to), 4_770_000);
    assert.equal(await payouts(to), 0);
    const { financialStatus, purchasedDate } = await property(to);
    assert.ok(financialStatus === 'repayment-ongoing' && purchasedDate);
    assert.deepEqual(
      (await audits(to)).map(({ kind, payload }) => [kind, payload.withdrawBypassed]),
      [['PROPERTY_TRANSFER_FUNDS_TO_PROJECT_OWNER', true]],
    );
    expectCode(await record(to, 4_770_001), 400, 'property.transfer-exceeds-funding-amount');
  });
  it('two at once that only fit one -> 400 property.transfer-exceeds-funding-amount for one of them', async () => {
    const to = await funded();
    const answers = await Promise.all([record(to, 20_000_000), record(to, 20_000_000, colleague)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  });
  it('the same Idempotency-Key twice records once', async () => {
    const to = await funded();
    const headers = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await record(to, 1_000, admin, headers), 201);
    assert.deepEqual(expectStatus(await record(to, 1_000, admin, headers), 201).body, first.body);
    assert.equal((await listed(to)).transferredCents, 1_000);
  });
});

describe('both', () => {
  for (const [what, body] of [
    ['no action', { amountToTransfer: 1 }],
    ['another action', { action: 'send', amountToTransfer: 1 }],
    ['no amount', { action: 'no-withdraw' }],
    ['an amount of 0', { action: 'no-withdraw', amountToTransfer: 0 }],
    ['half a cent', { action: 'no-withdraw', amountToTransfer: 1.5 }],
    ['a withdrawal to nowhere', { action: 'withdraw', amountToTransfer: 1 }],
  ] as const) {
    it(`${what} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.post(transfersPath(newId()), body), 400, 'validation-failed'));
  }
  it('unknown -> 404 not-found', async () => {
    const nowhere = { propertyId: newId<PropertyId>(), spvId: newId<SpvId>(), accountId: '', ibanId: 1 };
    expectCode(await withdraw(nowhere, 1), 404, 'not-found');
    expectCode(await record(nowhere, 1), 404, 'not-found');
    expectCode(await admin.client.get(`/administration/property/${nowhere.propertyId}/funding/transfers`), 404, 'not-found');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(transfersPath(newId())), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(transfersPath(newId())), 403, 'forbidden'));
});
