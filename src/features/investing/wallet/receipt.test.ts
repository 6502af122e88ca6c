// The receipt of a movement, checked by the script that investors are given; and when there is none.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Investor, verifiedInvestor } from '../../../../test/support/actors.ts';
import { moveToNoon } from '../../../../test/support/noon.ts';
import { buyerOfBricks, buyerOfDeal } from '../../../../test/support/payers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';
import type { Service } from '../../../service.ts';
import { stampHistoryJob } from '../../operations/history/index.ts';

const SCRIPT = fileURLToPath(new URL('../../../../docs/guides/check-receipt.mjs', import.meta.url));

type Receipt = {
  day: string;
  leaf: string;
  path: { side: 'left' | 'right'; sha256: string }[];
  accounts: { name: string; sha256: string }[];
  heads: {
    day: string;
    previousSha256: string;
    rootSha256: string;
    counts: { table: string; rows: number }[];
    headSha256: string;
  }[];
  stamp: { day: string; stampedAt: string; response: string } | null;
};
type Movement = { id: string; type: string; status: string };

let world: World;
/** A process that has an authority. */
let stamping: Service;
let folder: string;
let buyer: Investor;
let dealer: Investor;

/** A day on which a purchase, a deal and deposits were made. */
before(async () => {
  world = await startWorld({ settings: { TIMESTAMP_URL: '' } });
  const settings = { TIMESTAMP_URL: `${world.sandbox.url}/timestamps` };
  stamping = await world.another({ api: false, worker: false, settings });
  folder = mkdtempSync(join(tmpdir(), 'mortar-receipt-'));
  const [ofBricks, ofDeal] = [await buyerOfBricks(world), await buyerOfDeal(world)];
  for (const payer of [ofBricks, ofDeal]) expectStatus(await payer.ask(), 201);
  await world.until(
    async () => (await world.sql(`select from wallet_transaction where status = 'WAITING'`)).length === 0,
    'the payments to be settled',
  );
  [buyer, dealer] = [ofBricks, ofDeal];
});
after(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const pathOf = (id: string) => `/customers/wallet/transactions/${id}/receipt`;
const movement = async ({ client }: Investor, type: string) => {
  const { items } = expectStatus(await client.get<{ items: Movement[] }>('/customers/wallet/transactions?limit=50'), 200).body;
  return items.find((item) => item.type === type) ?? assert.fail(`no ${type}`);
};

const receiptOf = async (investor: Investor, type: string) =>
  expectStatus(await investor.client.get<Receipt>(pathOf((await movement(investor, type)).id)), 200).body;

/** What the script says of a receipt, and how it ends. */
function check(receipt: Receipt): { text: string; code: number } {
  const file = join(folder, 'receipt.json');
  writeFileSync(file, JSON.stringify(receipt));
  try {
    return { text: execFileSync(process.execPath, [SCRIPT, file], { encoding: 'utf8', stdio: 'pipe' }), code: 0 };
  } catch (error) {
    // Border: what node:child_process adds to the error of a program that failed.
    const { stderr, status } = error as { stderr: string; status: number };
    return { text: stderr, code: status };
  }
}

describe('GET /customers/wallet/transactions/:transactionId/receipt', () => {
  it('before its day is sealed -> 400 wallet.movement-not-sealed', async () =>
    expectCode(await buyer.client.get(pathOf((await movement(buyer, 'MONEY_IN')).id)), 400, 'wallet.movement-not-sealed'));

  it('of a movement that waits -> 400 wallet.movement-not-sealed', async () => {
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const waiting = await buyerOfBricks(world);
    await waiting.ask();
    expectCode(
      await waiting.client.get(pathOf((await movement(waiting, 'PRIMARY_PURCHASE')).id)),
      400,
      'wallet.movement-not-sealed',
    );
  });

  it('shows each movement of a sealed day, which the script finds valid', async () => {
    await moveToNoon(world, 1);
    await world.runJob('seal-history');
    for (const [investor, types] of [
      [buyer, ['MONEY_IN', 'PRIMARY_PURCHASE']],
      [dealer, ['MONEY_IN', 'BUYING_DEAL']],
    ] as const)
      for (const type of types) {
        const receipt = await receiptOf(investor, type);
        const { text, code } = check(receipt);
        assert.equal(code, 0, text);
        assert.match(text, new RegExp(`^VALID: ${type} of`));
        assert.match(text, new RegExp(`INV:${investor.customerId}:(?:AVAILABLE|HELD) -?\\d+\\.\\d\\d EUR`));
        assert.match(text, /not stamped yet/);
        assert.deepEqual([receipt.stamp, receipt.heads.length], [null, 1]);
      }
  });

  it('names no other investor', async () => {
    const [{ seller } = { seller: '' }] = await world.sql<{ seller: string }>('select seller_id as seller from market_deal');
    assert.ok(seller && !JSON.stringify(await receiptOf(dealer, 'BUYING_DEAL')).includes(seller));
  });

  it('leads to the stamp of a later day, where its own has none', async () => {
    await world.moveClock({ advance: 'P2D' });
    const { last } = await world.runJob<{ last: { day: string } | null }>('seal-history');
    await stampHistoryJob.work(stamping.deps, { day: last?.day ?? '' }, operatorRun('command-line'));
    const { heads, stamp, ...rest } = await receiptOf(buyer, 'PRIMARY_PURCHASE');
    assert.deepEqual([heads.length, stamp?.day], [3, last?.day]);
    const { text, code } = check({ ...rest, heads, stamp });
    assert.deepEqual([code, /openssl ts -verify/.test(text)], [0, true]);
    assert.match(check({ ...rest, heads: heads.toSpliced(1, 1), stamp }).text, /does not continue/);
    assert.match(check({ ...rest, heads: heads.slice(0, 1), stamp }).text, /another day/);
  });

  it('is found not valid with another amount, path, count, head or stamp', async () => {
    const valid = await receiptOf(buyer, 'PRIMARY_PURCHASE');
    const [head = assert.fail('no head'), ...later] = valid.heads;
    assert.ok(valid.path.length > 0 && valid.stamp);
    const forged: [Receipt, RegExp][] = [
      [{ ...valid, leaf: valid.leaf.replace(/(\d)"\}$/, (_, digit) => `${(Number(digit) + 1) % 10}"}`) }, /root of its day/],
      [{ ...valid, path: valid.path.slice(1) }, /root of its day/],
      [{ ...valid, heads: [{ ...head, counts: [] }, ...later] }, /is not the hash/],
      [{ ...valid, heads: [{ ...head, headSha256: '0'.repeat(64) }, ...later] }, /is not the hash/],
      [{ ...valid, stamp: { ...valid.stamp, response: Buffer.from('none').toString('base64') } }, /for another head/],
    ];
    for (const [receipt, why] of forged) {
      const { text, code } = check(receipt);
      assert.deepEqual([code, why.test(text)], [1, true], text);
    }
  });

  it('of another investor, and of nothing -> 404 not-found', async () => {
    const stranger = await verifiedInvestor(world);
    const { id } = await movement(buyer, 'MONEY_IN');
    for (const path of [pathOf(id), pathOf('00000000-0000-4000-8000-000000000000')])
      expectCode(await stranger.client.get(path), 404, 'not-found');
  });

  it('the script names what it needs, and is in the guide', () => {
    assert.throws(
      () => execFileSync(process.execPath, [SCRIPT], { stdio: 'pipe' }),
      /usage: node check-receipt.mjs receipt.json/,
    );
    const guide = readFileSync(
      fileURLToPath(new URL('../../../../docs/guides/receipt-of-a-movement.md', import.meta.url)),
      'utf8',
    );
    assert.match(guide, /\(check-receipt\.mjs\)/);
  });
});
