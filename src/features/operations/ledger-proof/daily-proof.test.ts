// The proof of a day: what was posted or marked since the last one, and what it finds in the rest; the whole proof beside it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { ONE_MONTH, payFirst } from '../../../../test/support/finished-project.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { onlyInTheBooks } from '../../../../test/support/money-states.ts';
import { buyerOfBricks, buyerOfDeal } from '../../../../test/support/payers.ts';
import {
  forgeProvedPosting,
  forgeProvedSum,
  PLANTED,
  POSTING_WITHOUT_LINES,
  removePosting,
  SEALED_CHANGES,
} from '../../../../test/support/planted-violations.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { LedgerProof } from './prove-ledger.ts';

let world: World;
let admin: Person;

/** A coupon and capital that were paid out, a deal that was bought, everything proved and saved in a checkpoint. */
before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-25T10:00:00Z' });
  const holders = [{ investor: await verifiedInvestor(world), bricks: 2 }];
  const terms = { ...ONE_MONTH, annualInterestPercentage: 12, managementFeesPercentage: 6 };
  const own = await scheduledProperty(world, admin, { terms, holders });
  await payFirst(world, admin, own, 150, 'mensualite');
  await payFirst(world, admin, own, 10_000);
  await world.runJob('capital-payout');
  await world.runJob('coupon-payout');
  for (const buyer of [await buyerOfDeal(world), await buyerOfBricks(world)]) expectStatus(await buyer.ask(), 201);
  await buyerOfDeal(world);
  await world.runJob('wallet-transactions');
  await saveCheckpoint();
});
after(() => world.close());

const prove = (name: 'ledger-proof' | 'whole-ledger-proof') => world.runJob<LedgerProof>(name);
const broken = (proof: LedgerProof) => proof.invariants.filter(({ ok }) => !ok);

async function saveCheckpoint(): Promise<void> {
  const proof = await prove('whole-ledger-proof');
  assert.deepEqual([broken(proof), proof.ok, proof.scope], [[], true, 'everything']);
}

async function stateOf(): Promise<unknown> {
  return world.sql(
    'select until_transaction, until_posting, daily_at, whole_at, (select count(*) from ledger_checkpoint) as checkpoints from ledger_proof_state',
  );
}

describe('the proof of a day', () => {
  it('finds each planted violation, does not move on over it, and holds again without it', async () => {
    assert.deepEqual(
      new Set(PLANTED.map(({ invariant }) => invariant)),
      new Set((await prove('ledger-proof')).invariants.map(({ name }) => name)),
    );
    for (const { invariant, plant, undo } of PLANTED) {
      await prove('ledger-proof');
      const before = await stateOf();
      await world.sql(plant);
      const daily = await prove('ledger-proof');
      assert.equal(daily.scope, 'changes');
      const whole = await prove('whole-ledger-proof');
      const names = [daily, whole].map((proof) => broken(proof).map(({ name }) => name));
      assert.ok(
        names.every((found) => found.includes(invariant)),
        `${invariant} is found by both, not ${JSON.stringify(names)}: ${plant}`,
      );
      assert.deepEqual(await stateOf(), before, `${invariant}: nothing was sealed`);
      const details = broken(whole).flatMap(({ violations }) => violations.map(({ detail }) => detail));
      assert.ok(details.length > 0 && details.every((detail) => !detail.includes('{')), `each fact is there: ${details}`);
      await world.sql(undo);
      const healed = await prove('ledger-proof');
      assert.deepEqual([broken(healed), healed.scope], [[], 'changes'], invariant);
    }
  });

  it('moves on when nothing is wrong, and looks at nothing twice', async () => {
    await saveCheckpoint();
    const [before] = await world.sql<{ touches: number; at: Date }>(
      'select count(*)::integer as touches, (select daily_at from ledger_proof_state) as at from proof_dirty_row',
    );
    assert.equal(before?.touches, 0);
    await world.control('POST', `/accounts/${(await verifiedInvestor(world)).customerId}/credit`, { amountCents: 500 });
    await world.runJob('incoming-wires');
    const proof = await prove('ledger-proof');
    assert.deepEqual(
      [proof.ok, proof.scope, Temporal.Instant.from(proof.since ?? '').epochMilliseconds],
      [true, 'changes', before?.at.getTime()],
    );
    // A transaction that runs anywhere on the server, for another test too, keeps later postings out of the checkpoint.
    await world.until(async () => {
      await prove('ledger-proof');
      const [now] = await world.sql<{ unsaved: number }>(
        `select count(*)::integer as unsaved from ledger_posting, ledger_proof_state
         where (transaction_number, id) > (until_transaction, until_posting)`,
      );
      return now?.unsaved === 0;
    }, 'everything to be sealed');
  });

  it('a dry run and the page of the administrators move nothing', async () => {
    await verifiedInvestor(world, { fundsCents: 700 });
    const before = await stateOf();
    assert.equal((await world.runJob<LedgerProof>('ledger-proof', { dryRun: true })).ok, true);
    const page = expectStatus(await admin.client.get<LedgerProof>('/administration/ledger/proof'), 200).body;
    assert.deepEqual([page.ok, page.scope], [true, 'changes']);
    assert.deepEqual(await stateOf(), before);
  });

  it('a wallet that lacks money is missing in every proof until it is there', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 1_000 });
    await prove('ledger-proof');
    await onlyInTheBooks(world, customerId, 700);
    const before = await stateOf();
    for (const _ of [1, 2]) {
      const { ok, providerDifferences } = await prove('ledger-proof');
      const missing = providerDifferences.filter(({ kind }) => kind === 'missing').map(({ accountId }) => accountId);
      assert.deepEqual([ok, missing], [false, [customerId]]);
    }
    assert.deepEqual(await stateOf(), before);
    await onlyInTheBooks(world, customerId, -700);
    assert.equal((await prove('ledger-proof')).ok, true);
  });
});

describe('what a checkpoint has', () => {
  it('a transaction that commits late, with a lower id than the checkpoint has, is not passed over', async () => {
    const late = new pg.Client({ connectionString: world.environment.DATABASE_URL ?? '' });
    await late.connect();
    await late.query('begin');
    const [{ id = '' } = {}] = (await late.query<{ id: string }>(POSTING_WITHOUT_LINES)).rows;
    // Posted after it, and committed before.
    await verifiedInvestor(world, { fundsCents: 900 });
    const proof = await prove('ledger-proof');
    assert.equal(proof.ok, true);
    const [state] = await world.sql<{ until_posting: string }>('select until_posting from ledger_proof_state');
    assert.ok(Number(state?.until_posting) < Number(id), 'what may still come in between is not sealed');
    await late.query('commit');
    await late.end();
    const found = broken(await prove('ledger-proof'));
    assert.deepEqual(
      found.map(({ name, violations }) => [name, violations]),
      [
        [
          'postings-sum-to-zero',
          [{ subject: id, code: 'posting-without-line', facts: { sumCents: null }, detail: 'has no line' }],
        ],
      ],
    );
    await removePosting(world, id);
    assert.equal((await prove('ledger-proof')).ok, true);
  });

  it('two proofs at once: both find nothing, and the blocks continue each other', async () => {
    await verifiedInvestor(world, { fundsCents: 800 });
    const proofs = await Promise.all([prove('ledger-proof'), prove('ledger-proof'), prove('whole-ledger-proof')]);
    assert.deepEqual(
      proofs.map(({ ok }) => ok),
      [true, true, true],
    );
    assert.deepEqual(broken(await prove('whole-ledger-proof')), []);
  });

  it('a proof that dies half way has saved nothing, and the next one begins where it began', async () => {
    await verifiedInvestor(world, { fundsCents: 600 });
    const before = await stateOf();
    // Read by one of the last invariants.
    const held = await holdLock(world, 'lock table final_settlement in access exclusive mode');
    const dying = world.visitor().post('/dev/jobs/ledger-proof', {});
    await held.waiting(1);
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok((await dying).status >= 500);
    await held.release();
    assert.deepEqual(await stateOf(), before);
    assert.equal((await prove('ledger-proof')).ok, true);
    assert.notDeepEqual(await stateOf(), before);
  });

  it('postings and sums that were changed afterwards are found by the whole proof', async () => {
    await saveCheckpoint();
    for (const [forge, undo] of [
      [() => forgeProvedPosting(world, 1), () => forgeProvedPosting(world, -1)],
      [() => forgeProvedSum(world, 1), () => forgeProvedSum(world, -1)],
    ] as const) {
      await forge();
      const whole = broken(await prove('whole-ledger-proof')).map(({ name }) => name);
      await undo();
      assert.deepEqual(whole, ['sealed-postings-are-unchanged']);
    }
    await saveCheckpoint();
  });

  it('neither the service nor anybody else may change or delete a posting, a line or a checkpoint', async () => {
    for (const statement of [...SEALED_CHANGES]) await assert.rejects(world.sql(statement), /append-only|permission denied/);
  });

  it('a large ledger is proved by its own connections, with the same findings', async () => {
    // The ids of postings say how many there are. By SQL: so many take minutes.
    await world.sql(`select setval(pg_get_serial_sequence('ledger_posting', 'id'), 200000)`);
    await verifiedInvestor(world, { fundsCents: 900 });
    await forgeProvedPosting(world, 1);
    const held = await holdLock(world, 'lock table final_settlement in access exclusive mode');
    const proving = prove('whole-ledger-proof');
    await held.waiting(1);
    const [own] = await world.sql<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = 'mortar ledger proof'`,
    );
    await held.release();
    const proof = await proving;
    await forgeProvedPosting(world, -1);
    assert.equal(own?.count, 4);
    assert.deepEqual(
      broken(proof).map(({ name }) => name),
      ['sealed-postings-are-unchanged'],
    );
    await saveCheckpoint();
  });
});
