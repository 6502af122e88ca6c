// Payments that a request waits for, with an Idempotency-Key: what the next request with the same key does after each outcome.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../test/support/actors.ts';
import { type FundedProperty, fundedProperty, ibanOf } from '../../../test/support/funding-actors.ts';
import { movementsFrom } from '../../../test/support/payment-actors.ts';
import { proveLedger } from '../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';

const COLLECTED_CENTS = 9_000_000;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

type Fee = { amountExcludingTaxCents: number; transfer: object | null };
type Paying = { project: FundedProperty; key: Record<string, string>; ibanId: number };

async function paying(): Promise<Paying> {
  const project = await fundedProperty(world, { mainCents: COLLECTED_CENTS });
  return { project, key: { 'idempotency-key': randomUUID() }, ibanId: await ibanOf(world, project.accountId) };
}
const path = ({ project }: Paying, verb: string) => `/administration/property/${project.propertyId}/funding/${verb}`;
const fee = (of: Paying) => admin.client.post<Fee>(path(of, 'transfer-fiducie-fees'), undefined, of.key);
const toOwner = (of: Paying, amountToTransfer: number, headers = of.key) =>
  admin.client.post(
    path(of, 'transfer-funds-to-project-owner'),
    { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId: of.ibanId },
    headers,
  );
const moved = async ({ project }: Paying) =>
  (await movementsFrom(world, project.accountId)).filter((cents) => cents !== COLLECTED_CENTS);
const fault = (route: string, mode: string) => world.control('POST', '/faults', { route, mode, times: 1, latencyMs: 100 });
const isReplay = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed') === 'true';

describe('a key after', () => {
  it('a refusal of the provider: free, the payment is tried once more', async () => {
    const of = await paying();
    await fault('POST /v2/p2p', 'error-in-200');
    expectCode(await fee(of), 500, 'p2p-failed-at-provider');
    const answer = expectStatus(await fee(of), 201);
    assert.equal(isReplay(answer), false);
    assert.deepEqual(await moved(of), [480_000]);
  });
  it('silence: spent on the payment, which is carried on and answered', async () => {
    const of = await paying();
    await fault('POST /v2/p2p', 'timeout-after');
    expectCode(await fee(of), 500, 'p2p-failed-at-provider');
    // The job is faster than the repeated request: without the key this would be "already transferred".
    await world.runJob('wallet-transactions');
    const answer = expectStatus(await fee(of), 201);
    assert.equal(isReplay(answer), false);
    assert.ok(answer.body.transfer);
    assert.equal(isReplay(expectStatus(await fee(of), 201)), true);
    assert.deepEqual(await moved(of), [480_000]);
  });
  it('a transfer that is pending: its answer, the same whatever becomes of it', async () => {
    const of = await paying();
    await fault('POST /v2/p2p', 'pending');
    const { body } = expectStatus(await fee(of), 201);
    assert.equal(body.transfer, null);
    const again = expectStatus(await fee(of), 201);
    assert.deepEqual([isReplay(again), again.body], [true, body]);
  });
  it('silence, with another body -> 422 idempotency-key-reused', async () => {
    const of = await paying();
    await fault('POST /v2/moneyouts', 'timeout-after');
    expectCode(await toOwner(of, 1_000), 500, 'transfer-failed-at-provider');
    expectCode(await toOwner(of, 2_000), 422, 'idempotency-key-reused');
    expectStatus(await toOwner(of, 1_000), 201);
    assert.deepEqual(await moved(of), [1_000]);
  });
  it('silence, many at once: one of them carries the payment on, the others -> 409 idempotency-key-in-progress', async () => {
    const of = await paying();
    await fault('POST /v2/moneyouts', 'timeout-after');
    expectCode(await toOwner(of, 1_000), 500, 'transfer-failed-at-provider');
    const answers = await Promise.all([1, 2, 3, 4].map(() => toOwner(of, 1_000)));
    assert.ok(answers.some(({ status }) => status === 201));
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 409, 'idempotency-key-in-progress');
    assert.deepEqual(await moved(of), [1_000]);
  });
  it('a request without a key that is on its way: the same payment, its answer stored', async () => {
    const of = await paying();
    await fault('POST /v2/p2p', 'pending');
    expectStatus(await admin.client.post(path(of, 'transfer-fiducie-fees')), 201);
    const first = expectStatus(await fee(of), 201);
    assert.deepEqual([isReplay(first), first.body.transfer], [false, null]);
    assert.equal(isReplay(expectStatus(await fee(of), 201)), true);
  });
});
