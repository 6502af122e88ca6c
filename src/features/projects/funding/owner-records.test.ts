// Transfers to the owner that are not what they seem: of unknown outcome, recorded twice or by mistake; and what is proposed.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { type FundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import {
  type AnsweredTransfer,
  listTransfers,
  mainPurse,
  type ReadyToTransfer,
  readyToTransfer,
  recordTransfer,
  withdrawToOwner,
} from '../../../../test/support/owner-transfers.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

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
const audits = ({ propertyId }: FundedProperty) =>
  readAudits<{ kind: string; payload: Record<string, unknown> }>(world, { targetId: propertyId, kind: 'PROPERTY_TRANSFER_%' }, [
    'kind',
    'payload',
  ]);
const payoutId = async (id: string) =>
  (await world.sql<{ payout: string }>('select provider_payment_id as payout from payment where subject_id = $1', [id]))[0]
    ?.payout;
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode, times: 1, latencyMs: 100 });

describe('a withdrawal that nobody knows the outcome of', () => {
  /** The provider has the order and its answer is lost; nothing looks it up meanwhile. */
  const silent = async (to: ReadyToTransfer, amountCents: number) => {
    await fault('timeout-after');
    const answer = await withdraw(to, amountCents);
    expectCode(answer, 500, 'transfer-failed-at-provider');
    return JSON.parse(answer.text);
  };

  it('is answered as such with its payment, shown in every place, and audited from the order on; the worker ends it', async () => {
    const to = await funded();
    const told = await silent(to, 1_000);
    assert.equal(told.outcome, 'not-known-yet');
    const [transfer] = (await listed(to)).transfers;
    assert.deepEqual(
      [transfer?.status, transfer?.openPayment],
      ['waiting', { ...transfer?.openPayment, id: told.paymentId, isAccepted: false }],
    );
    assert.equal((await audits(to)).length, 1);
    const actions = await admin.client.get<{ items: { payment: object | null }[] }>(
      `/administration/admin-actions?targetId=${to.propertyId}&kind=PROPERTY_TRANSFER_FUNDS_TO_PROJECT_OWNER`,
    );
    const ordered = () => expectStatus(actions, 200).body.items.map(({ payment }) => payment);
    assert.deepEqual(ordered(), [{ id: told.paymentId, status: 'sent' }]);
    await world.runJob('wallet-transactions');
    assert.deepEqual((await listed(to)).transfers[0]?.openPayment?.isAccepted, true);
    await world.control('POST', `/payouts/${await payoutId(transfer?.id ?? '')}/fail`);
    await world.runJob('wallet-transactions');
    assert.deepEqual([(await listed(to)).transfers[0]?.openPayment, (await audits(to)).length], [null, 1]);
  });
  it('keeps a transfer from being recorded as made outside, whatever its amount -> 400 property.owner-transfer-open', async () => {
    const to = await funded();
    await silent(to, 1_000);
    expectCode(await record(to, 1_000), 400, 'property.owner-transfer-open');
    expectCode(await record(to, 2_000, colleague, { 'idempotency-key': randomUUID() }), 400, 'property.owner-transfer-open');
    await world.runJob('wallet-transactions');
    expectStatus(await record(to, 2_000), 201);
  });
  it('keeps the same amount from being sent to another account -> 400 property.owner-transfer-open', async () => {
    const to = await funded();
    await silent(to, 1_000);
    const elsewhere = { ...to, ibanId: await ibanOf(world, to.accountId) };
    expectCode(await withdraw(elsewhere, 1_000), 400, 'property.owner-transfer-open');
    expectStatus(await withdraw(elsewhere, 2_000), 201);
    await world.runJob('wallet-transactions');
    expectStatus(await withdraw(elsewhere, 1_000), 201);
  });
});

describe('a record that is made twice', () => {
  it('by a double click is one and audited once, also of two administrators; with another key it is a second one', async () => {
    const to = await funded();
    const answers = await Promise.all([record(to, 1_000), record(to, 1_000), record(to, 1_000, colleague)]);
    const ids = answers.map((answer) => expectStatus(answer, 201).body.transfer.id);
    assert.equal(new Set(ids).size, 1);
    assert.equal(expectStatus(await record(to, 1_000), 201).body.transfer.id, ids[0]);
    assert.deepEqual([(await listed(to)).transferredCents, await main(to), (await audits(to)).length], [1_000, 34_769_000, 1]);
    expectStatus(await record(to, 1_000, admin, { 'idempotency-key': randomUUID() }), 201);
    assert.equal((await listed(to)).transferredCents, 2_000);
  });
  it('is a second one after another transfer, and after ten minutes', async () => {
    const to = await funded();
    for (const amount of [1_000, 2_000, 1_000]) expectStatus(await record(to, amount), 201);
    await world.moveClock({ advance: 'PT11M' });
    expectStatus(await record(to, 1_000), 201);
    assert.equal((await listed(to)).transferredCents, 5_000);
  });
});

describe('a record that is taken back', () => {
  const takeBack = ({ propertyId }: FundedProperty, id: string, body: object = { comment: 'Saisi par erreur' }, headers = {}) =>
    admin.client.post<AnsweredTransfer>(
      `/administration/property/${propertyId}/funding/transfers/${id}/take-back`,
      body,
      headers,
    );
  const recorded = async (to: ReadyToTransfer, amountCents: number) =>
    expectStatus(await record(to, amountCents), 201).body.transfer.id;

  it('gives the amount back, undoes what the first transfer began, and is audited; the key answers again', async () => {
    const to = await funded();
    const id = await recorded(to, 30_000_000);
    const key = { 'idempotency-key': randomUUID() };
    const { body } = expectStatus(await takeBack(to, id, undefined, key), 201);
    assert.deepEqual([body.transfer.status, body.transferredCents, body.transferableCents], ['taken-back', 0, 34_770_000]);
    assert.deepEqual(expectStatus(await takeBack(to, id, undefined, key), 201).body, body);
    const { financialStatus, purchasedDate } = await property(to);
    assert.deepEqual([financialStatus, purchasedDate], ['reception-by-project-owner-pending', null]);
    assert.equal(await main(to), 34_770_000);
    const rows = await readAudits<{ payload: object }>(
      world,
      { targetId: to.propertyId, kind: 'PROPERTY_TAKE_BACK_OWNER_TRANSFER' },
      ['payload'],
    );
    assert.deepEqual(rows, [{ payload: { transferId: id, amountCents: 30_000_000, comment: 'Saisi par erreur' } }]);
    expectStatus(await record(to, 30_000_000), 201);
    assert.equal((await property(to)).financialStatus, 'repayment-ongoing');
  });
  it('does not change the repayment where there is another transfer', async () => {
    const to = await funded();
    await recorded(to, 1_000);
    const id = await recorded(to, 2_000);
    expectStatus(await takeBack(to, id), 201);
    assert.deepEqual([(await property(to)).financialStatus, await main(to)], ['repayment-ongoing', 34_769_000]);
  });
  it('twice at once is taken back once -> 400 property.owner-transfer-cannot-be-taken-back', async () => {
    const to = await funded();
    const id = await recorded(to, 1_000);
    const answers = await Promise.all([takeBack(to, id), takeBack(to, id)]);
    const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(done && refused);
    expectStatus(done, 201);
    expectCode(refused, 400, 'property.owner-transfer-cannot-be-taken-back');
    assert.equal(await main(to), 34_770_000);
  });
  it('is the newest transfer, and no withdrawal -> 400 property.owner-transfer-cannot-be-taken-back', async () => {
    const to = await funded();
    const first = await recorded(to, 1_000);
    const second = await recorded(to, 2_000);
    expectCode(await takeBack(to, first), 400, 'property.owner-transfer-cannot-be-taken-back');
    const { transfer } = expectStatus(await withdraw(to, 3_000), 201).body;
    expectCode(await takeBack(to, second), 400, 'property.owner-transfer-cannot-be-taken-back');
    expectCode(await takeBack(to, transfer.id), 400, 'property.owner-transfer-cannot-be-taken-back');
    await world.control('POST', `/payouts/${await payoutId(transfer.id)}/fail`);
    await world.runJob('wallet-transactions');
    expectStatus(await takeBack(to, second), 201);
    expectStatus(await takeBack(to, first), 201);
  });
  it('of a settled project it stands -> 400 project-is-settled', async () => {
    const to = await funded({ mainCents: 1_000, escrowCents: 0 });
    const id = await recorded(to, 1_000);
    await propertyIs(world, to.propertyId, 'settled');
    expectCode(await takeBack(to, id), 400, 'project-is-settled');
  });
  it('unknown, or of another project -> 404 not-found', async () => {
    const [to, other] = [await funded(), await funded()];
    const id = await recorded(to, 1_000);
    expectCode(await takeBack(other, id), 404, 'not-found');
    expectCode(await takeBack(to, randomUUID()), 404, 'not-found');
  });
  it('without a reason -> 400 validation-failed', async () => {
    const to = await funded();
    expectCode(await takeBack(to, randomUUID(), { comment: ' ' }), 400, 'validation-failed');
  });
});

describe('what is proposed for the owner', () => {
  it('leaves the fees that are to come, with their VAT, and the works in the project', async () => {
    // Collected below the target: the cap would leave all of MAIN to the owner.
    const to = await funded({ mainCents: 30_000_000 });
    const fees = (fee: string) => admin.client.post(`/administration/property/${to.propertyId}/funding/transfer-${fee}-fees`);
    const shown = async () => {
      const { transferableCents, proposedCents } = await listed(to);
      return [transferableCents, proposedCents];
    };
    assert.deepEqual(await shown(), [30_000_000, 30_000_000 - 3_000_000 - 480_000 - 8_000_000]);
    expectStatus(await fees('funding'), 201);
    assert.deepEqual(await shown(), [27_000_000, 27_000_000 - 480_000 - 8_000_000]);
    expectStatus(await record(to, 20_000_000), 201);
    assert.deepEqual(await shown(), [7_000_000, 0]);
  });
});
