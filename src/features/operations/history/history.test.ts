// The sealed history of a world: its days, their copies, mails and stamps; and what is found of a change by the service and by the owner.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { administratorOf, verifiedInvestor } from '../../../../test/support/actors.ts';
import { forge } from '../../../../test/support/forged-history.ts';
import { noonOf } from '../../../../test/support/noon.ts';
import { buyerOfBricks } from '../../../../test/support/payers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { parisDate } from '../../../core/dates.ts';
import { copyKey, dayAfter, headOf } from './rules.ts';
import type { Sealed } from './seal.ts';
import type { Verified } from './verify.ts';

const NOTARY = 'notary@example.test';
const MISSED_DAYS = 3;
const MANY_DAYS = 60;

let world: World;
/** The first day, on which everything of the world was written, and the one after it, on which one deposit was. */
let first: string;
let second: string;

/** A day with deposits, a purchase, and an administrator's action; then one with a deposit; both over, and not sealed yet. */
before(async () => {
  world = await startWorld({ settings: { HISTORY_MAIL_TO: NOTARY } });
  const admin = await administratorOf(world);
  expectStatus(await admin.client.post('/administration/spv', { name: 'SPV Tilleul', country: 'France' }), 201);
  const buyer = await buyerOfBricks(world);
  expectStatus(await buyer.ask(), 201);
  await world.until(async () => (await world.sql(`select from purchase where status = 'confirmed'`)).length > 0, 'the purchase');
  first = parisDate(world.deps.clock.now()).toString();
  second = dayAfter(first);
  await world.moveClock({ now: noonOf(second) });
  await verifiedInvestor(world, { fundsCents: 700 });
  await world.moveClock({ now: noonOf(dayAfter(second)) });
});
after(() => world.close());

const seal = () => world.runJob<Sealed>('seal-history');
const verify = () => world.runJob<Verified>('verify-history');
const copyOf = async (day: string) => {
  const file = await world.deps.storage.get(copyKey(day));
  return file && Buffer.from(file.bytes).toString();
};
const headsOf = () =>
  world.sql<{ day: string; head: string; counts: Record<string, number> }>(
    `select day::text, encode(head_sha256, 'hex') as head, counts from history_head order by history_head.day`,
  );

describe('a day that is over', () => {
  it('is sealed once, in order, with all that was written in it', async () => {
    const runs = await Promise.all([seal(), seal()]);
    assert.equal(
      runs.reduce((sum, { days }) => sum + days, 0),
      2,
      'of two runs at once one seals a day',
    );
    assert.deepEqual(await seal(), { days: 0, last: null });
    const heads = await headsOf();
    assert.deepEqual(
      heads.map(({ day }) => day),
      [first, second],
    );
    const [{ postings } = { postings: 0 }] = await world.sql<{ postings: number }>(
      `select count(*)::integer as postings from ledger_posting where (created_at at time zone 'Europe/Paris')::date = $1`,
      [first],
    );
    assert.equal(heads[0]?.counts.ledger_posting, postings);
    assert.ok((heads[0]?.counts.admin_action ?? 0) > 0);
    assert.deepEqual(heads[1]?.counts, { ledger_posting: 1 });
  });

  it('is not sealed before its night, by nobody, and no head is written by hand', async () => {
    const today = parisDate(world.deps.clock.now()).toString();
    // Refused by the database: to the service by its rights, to the owner by triggers.
    const statements = [
      `select history_seal('${today}')`,
      `select history_seal('${first}')`,
      `set local role mortar_app; insert into history_head select * from history_head`,
      `set local role mortar_app; update history_head set counts = '{}'`,
      'update history_leaves set ids = ids',
      'delete from history_stamp',
      'truncate history_head cascade',
    ];
    for (const statement of statements) await assert.rejects(world.sql(statement), { code: '42501' }, statement);
  });

  it('is copied, the last one mailed and stamped, and openssl verifies the stamp', async () => {
    for (const day of [first, second]) await world.until(() => copyOf(day), `the copy of ${day}`);
    const [, { head = '' } = {}] = await headsOf();
    const [mail] = await world.until(async () => {
      const mails = await world.mails(NOTARY);
      return mails.length > 0 && mails;
    }, 'the mail');
    assert.ok(mail?.text.includes(head), mail?.text ?? 'no mail');
    assert.equal((await world.mails(NOTARY)).length, 1);
    const { day, response } = await world.until(
      async () => (await world.sql<{ day: string; response: Buffer }>('select day::text, response from history_stamp'))[0],
      'the stamp',
    );
    assert.equal(day, second);
    await assertStamped(head, response);
    const other = head.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await assert.rejects(assertStamped(other, response));
  });

  it('is what the rules say that a head is', async () => {
    const [head] = await world.sql<{ day: string; previous: string; root: string; counts: Record<string, number>; head: string }>(
      `select day::text, encode(previous_sha256, 'hex') as previous, encode(root_sha256, 'hex') as root, counts,
         encode(head_sha256, 'hex') as head
       from history_head order by history_head.day limit 1`,
    );
    assert.ok(head);
    assert.equal(headOf(head), head.head);
    assert.equal(head.previous, '0'.repeat(64));
  });

  it('is what it was: nothing differs', async () => {
    const verified = await verify();
    assert.deepEqual([verified.ok, verified.first, verified.days, verified.until, verified.copies], [true, null, 2, second, 1]);
  });
});

async function assertStamped(head: string, response: Buffer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mortar-stamp-'));
  try {
    const certificate = await (await fetch(`${world.sandbox.url}/timestamps/certificate`)).text();
    writeFileSync(join(folder, 'day.tsr'), response);
    writeFileSync(join(folder, 'authority.pem'), certificate);
    const args = ['ts', '-verify', '-digest', head, '-in', join(folder, 'day.tsr'), '-CAfile', join(folder, 'authority.pem')];
    execFileSync('openssl', args, { stdio: 'ignore' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a change by the owner of the tables, with triggers switched off', () => {
  let posting: string;
  let action: string;
  before(async () => {
    const [row] = await world.sql<{ posting: string; action: string }>(
      `select (select min(id)::text from ledger_posting where type = 'PRIMARY_PURCHASE') as posting,
         (select id::text from admin_action order by created_at, id limit 1) as action`,
    );
    assert.ok(row);
    ({ posting, action } = row);
  });
  beforeEach(async () => assert.equal((await verify()).ok, true, 'what the test before has undone'));

  it('an amount', async () => {
    const undo = await forge.amount(world, posting);
    await assertFirst({ day: first, table: 'ledger_posting', id: posting, difference: 'changed' });
    await undo();
  });

  it('a posting that is gone, with its lines', async () => {
    const undo = await forge.noPosting(world, posting);
    await assertFirst({ day: first, table: 'ledger_posting', id: posting, difference: 'removed' });
    await undo();
  });

  it('an audit row that is changed', async () => {
    const undo = await forge.action(world, action);
    await assertFirst({ day: first, table: 'admin_action', id: action, difference: 'changed' });
    await undo();
  });

  it('an audit row that is gone', async () => {
    const undo = await forge.noAction(world, action);
    await assertFirst({ day: first, table: 'admin_action', id: action, difference: 'removed' });
    await undo();
  });

  for (const daysBefore of [0, 400])
    it(`an audit row that is added, ${daysBefore} days before the first`, async () => {
      const { id, undo } = await forge.backDated(world, daysBefore);
      const day = Temporal.PlainDate.from(first).subtract({ days: daysBefore }).toString();
      await assertFirst({ day, table: 'admin_action', id, difference: 'added' });
      await undo();
    });

  it('a head', async () => {
    const undo = await forge.head(world, first);
    await assertFirst({ day: first, table: 'history_head', id: first, difference: 'changed' });
    await undo();
  });

  it('a row with its leaf', async () => {
    const undo = await forge.amountAndLeaf(world, posting, first);
    await assertFirst({ day: first, table: 'ledger_posting', id: posting, difference: 'changed' });
    await undo();
  });

  it('a row with its leaf and every head since: the copies name it', async () => {
    const undo = await forge.everything(world, posting, first);
    await assertFirst({ day: first, table: 'ledger_posting', id: posting, difference: 'changed' });
    await undo();
  });

  it('the last head, or all of them, taken away', async () => {
    for (const day of [second, first]) {
      const undo = await forge.noHeads(world, day);
      await assertFirst({ day, table: 'history_head', id: day, difference: 'removed' });
      await undo();
    }
  });

  it('a stamp of something else', async () => {
    const undo = await forge.stamp(world, second);
    await assertFirst({ day: second, table: 'history_stamp', id: second, difference: 'changed' });
    await undo();
  });

  it('a copy that is gone, and one that is none', async () => {
    const copy = await copyOf(second);
    await world.deps.storage.delete(copyKey(second));
    await assertFirst({ day: second, table: 'history_copy', id: second, difference: 'removed' });
    await world.deps.storage.put(copyKey(second), Buffer.from('nothing'), 'text/plain');
    await assertFirst({ day: second, table: 'history_copy', id: second, difference: 'changed' });
    await world.deps.storage.put(copyKey(second), Buffer.from(copy ?? ''), 'text/plain');
  });
});

/** The report names it first, is not ok, and the team is told. */
async function assertFirst(expected: NonNullable<Verified['first']>): Promise<void> {
  const verified = await verify();
  assert.deepEqual([verified.ok, verified.first], [false, expected], JSON.stringify(verified.differences));
  const messages = await world.control<{ text: string }[]>('GET', '/chat');
  assert.ok(messages.some(({ text }) => text.includes(`${expected.table} ${expected.id} du ${expected.day}`)));
}

describe('what a head is kept by', () => {
  it('an authority that is silent stops nothing: the head is there, and the stamp comes later', async () => {
    await world.control('POST', '/faults', { route: 'POST /timestamps', mode: 'http-500', times: 2 });
    await world.moveClock({ advance: 'PT24H' });
    assert.equal((await seal()).days, 1);
    const { day } = (await headsOf()).at(-1) ?? assert.fail('no head');
    assert.ok(await world.until(() => copyOf(day), 'the copy'));
    await world.until(
      async () => (await world.sql('select from history_stamp where day = $1', [day])).length > 0,
      'the stamp, asked for again',
    );
    const calls = await world.control<{ path: string; status: number }[]>('GET', '/calls?path=/timestamps');
    assert.ok(calls.filter(({ status }) => status === 500).length >= 2);
  });

  it('a copy that is there already is not replaced, and the team is told that it differs', async () => {
    await world.moveClock({ advance: 'PT24H' });
    const day = dayAfter((await headsOf()).at(-1)?.day ?? '');
    const foreign = `{"head":"${'ab'.repeat(32)}"}\n`;
    await world.deps.storage.put(copyKey(day), Buffer.from(foreign), 'text/plain');
    assert.equal((await seal()).days, 1);
    await world.until(async () => {
      const messages = await world.control<{ text: string }[]>('GET', '/chat');
      return messages.some(({ text }) => text.includes(`la copie du ${day} existe déjà`));
    }, 'the message');
    assert.equal(await copyOf(day), foreign);
    const { first: found } = await verify();
    assert.equal(found?.day, day);
    await world.deps.storage.delete(copyKey(day));
  });

  it('days that were missed are sealed by one run, and the last one is mailed and stamped', async () => {
    const mailed = (await world.mails(NOTARY)).length;
    await world.moveClock({ advance: `P${MISSED_DAYS}D` });
    assert.equal((await seal()).days, MISSED_DAYS);
    await world.until(async () => (await world.mails(NOTARY)).length > mailed, 'the mail');
    assert.equal((await world.mails(NOTARY)).length, mailed + 1);
  });

  it('of three runs at once one always goes on: no day is left', async () => {
    await world.moveClock({ advance: `P${MANY_DAYS}D` });
    const runs = await Promise.all([seal(), seal(), seal()]);
    assert.equal(
      runs.reduce((sum, { days }) => sum + days, 0),
      MANY_DAYS,
    );
  });
});
