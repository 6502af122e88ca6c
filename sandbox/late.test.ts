// Fault mode `late-effect` over real HTTP: nothing at first, the effect later, and only where the sandbox still stands as it was.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { dig, IBAN_FR, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());
afterEach(async () => {
  assert.deepEqual(dig((await world.control('GET', '/proof')).body, 'faults'), []);
});

/** A pause between looks, so that they do not push other calls out of the log. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

/** Sends one call whose effect comes late, and sees it cut. */
async function late(
  at: TestWorld,
  wait: number | { latencyMs: number } | undefined,
  path: string,
  body: object,
  method = 'POST',
) {
  const later = typeof wait === 'object' ? wait : { afterSeconds: wait };
  const { status } = await at.control('POST', '/faults', { route: `${method} ${path}`, mode: 'late-effect', ...later });
  assert.equal(status, 201);
  await assert.rejects(at.provider(method, path, body));
}
const p2p = (from: string, to: string, reference: string, amount = 100) => ({
  debitAccountId: from,
  creditAccountId: to,
  amount,
  reference,
});
const countOf = async (at: TestWorld, search: string) =>
  listAt((await at.provider('GET', search)).body, 'transactions', 'value').length;
const happened = async (reference: string, at = world) =>
  (await at.provider('GET', `/v2/p2p?reference=${reference}`)).status === 200;

test('transfer, payout and debit are cut at once, absent, and there once some time later', async () => {
  const accountId = await world.wallet({ balanceCents: 1000 });
  await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_FR, holder: 'Owner', status: 5 });
  const mandate = await world.control('POST', `/accounts/${accountId}/mandates`, { iban: IBAN_FR, holder: 'Owner', status: 5 });
  const common = { accountId, totalAmount: 200, autoCommission: false, reference: 'late' };
  await late(world, undefined, '/v2/p2p', p2p(accountId, 'mortar-main', 'late'));
  await late(world, { latencyMs: 2_500 }, '/v2/moneyouts', common);
  await late(world, 2.5, '/v2/moneyins/sdd/init', { ...common, sddMandateId: dig(mandate.body, 'id') });
  const searches = ['/v2/p2p?reference=late', '/v2/moneyouts?reference=late', '/v2/moneyins?transactionMerchantToken=late'];
  const found = async (search: string) => (await world.provider('GET', search)).status === 200;
  for (const path of searches) assert.equal(await found(path), false, path);
  assert.equal(await world.balanceOf(accountId), 1000);
  for (const path of searches) await until(() => found(path));
  assert.equal(await world.balanceOf(accountId), 700);
  for (const path of searches) assert.equal(await countOf(world, path), 1, path);
  const posts = listAt((await world.control('GET', '/calls?path=/v2/')).body).filter((call) => dig(call, 'method') === 'POST');
  assert.deepEqual(
    posts.map((call) => dig(call, 'status')),
    [null, null, null],
  );
});

test('another route than that of money has its effect late as well', async () => {
  const accountId = await world.wallet({ balanceCents: 1000 });
  await world.control('POST', `/accounts/${accountId}/ibans`, { iban: IBAN_FR, holder: 'Owner', status: 5 });
  const order = { accountId, totalAmount: 200, autoCommission: false };
  const id = dig((await world.provider('POST', '/v2/moneyouts', order)).body, 'transaction', 'id');
  await late(world, 0.2, `/v2/moneyouts/${id}/cancel`, { accountId }, 'PUT');
  await until(async () => (await world.balanceOf(accountId)) === 1000);
});

test('what is refused when its time has come does nothing; the checks are those of that moment', async () => {
  const [rich, poor] = [await world.wallet({ balanceCents: 500 }), await world.wallet()];
  await late(world, 0.2, '/v2/p2p', p2p(rich, poor, 'too-much', 501));
  await late(world, 0.3, '/v2/p2p', p2p(rich, poor, 'first'));
  // Nothing is there to pay this with when it is sent.
  await late(world, 0.6, '/v2/p2p', p2p(poor, 'mortar-main', 'second'));
  await until(() => happened('second'));
  assert.equal(await happened('too-much'), false);
  assert.deepEqual([await world.balanceOf(rich), await world.balanceOf(poor)], [400, 0]);
});

test('the token counts when the call arrives, not when its effect comes', async () => {
  const from = await world.wallet({ balanceCents: 500 });
  await late(world, 0.5, '/v2/p2p', p2p(from, 'mortar-main', 'old-token'));
  await world.control('POST', '/faults', { route: '/v2/accounts', mode: 'expired-token' });
  assert.equal((await world.provider('GET', '/v2/accounts/mortar-main')).status, 401);
  await until(() => happened('old-token'));
});

test('it waits for a call that has an effect, and refuses a delay without sense', async () => {
  const order = { route: 'p2p', mode: 'late-effect' };
  for (const afterSeconds of [-1, 86_401, '2'])
    assert.equal((await world.control('POST', '/faults', { ...order, afterSeconds })).status, 400);
  await world.control('POST', '/faults', order);
  assert.equal(await happened('never'), false);
  assert.equal(listAt((await world.control('GET', '/faults')).body).length, 1);
  await world.control('DELETE', '/faults');
});

test('a reset drops what was still to come, and DELETE /faults does not', async () => {
  const open = () => world.control('POST', '/accounts', { accountId: 'again', status: 6, balanceCents: 1000 });
  await open();
  await late(world, 1, '/v2/p2p', p2p('again', 'mortar-main', 'dropped'));
  await world.control('POST', '/reset');
  await open();
  await late(world, 1.1, '/v2/p2p', p2p('again', 'mortar-main', 'kept'));
  await world.control('DELETE', '/faults');
  await until(() => happened('kept'));
  assert.equal(await happened('dropped'), false);
});

test('a stop drops what was still to come, and nothing of it reaches the next sandbox of the file', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'mortar-late-'));
  const opened: TestWorld[] = [];
  context.after(async () => {
    for (const { sandbox } of opened) await sandbox.stop();
    rmSync(folder, { recursive: true });
  });
  const open = async () => {
    const next = await startTestWorld({ stateFile: join(folder, 'late.jsonl') });
    opened.push(next);
    return next;
  };
  const complaints = context.mock.method(console, 'error', () => {});
  const first = await open();
  const from = await first.wallet({ balanceCents: 1000 });
  await late(first, 1, '/v2/p2p', p2p(from, 'mortar-main', 'dropped'));
  await first.sandbox.stop();
  const second = await open();
  await late(second, 1.1, '/v2/p2p', p2p(from, 'mortar-main', 'kept'));
  await until(() => happened('kept', second));
  assert.equal(await happened('dropped', second), false);
  await second.sandbox.stop();
  const third = await open();
  assert.deepEqual([await happened('dropped', third), await happened('kept', third)], [false, true]);
  assert.equal(complaints.mock.callCount(), 0);
});
