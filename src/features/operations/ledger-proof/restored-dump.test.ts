// The ledger in another cluster, as a dump brings it there: its checkpoint means nothing, until the owner resets it.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { type CopiedDatabase, copyToAnotherServer } from '../../../../test/support/copied-database.ts';
import { buyerOfBricks } from '../../../../test/support/payers.ts';
import { SEALED_CHANGES } from '../../../../test/support/planted-violations.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';
import type { Service } from '../../../service.ts';
import { ledgerProofJob } from './jobs.ts';
import type { LedgerProof } from './prove-ledger.ts';

let world: World;
let copy: CopiedDatabase;
let service: Service;
let owner: pg.Client;

/** What was proved and saved in a checkpoint, and a posting after it; then everything in another server. */
before(async () => {
  world = await startWorld({ worker: false });
  const buyer = await buyerOfBricks(world);
  expectStatus(await buyer.ask(), 201);
  await world.runJob('wallet-transactions');
  assert.equal((await world.runJob<LedgerProof>('whole-ledger-proof')).ok, true);
  await buyerOfBricks(world);
  copy = await copyToAnotherServer(world.environment.DATABASE_URL ?? '');
  service = await world.another({ api: false, worker: false, settings: { DATABASE_URL: copy.url } });
  owner = new pg.Client({ connectionString: copy.url });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await world.close();
  await copy?.remove();
});

const prove = async (asked: { all?: boolean } = {}) =>
  // Border: the job's report is the proof.
  (await ledgerProofJob.work(service.deps, asked, operatorRun('command-line'))) as LedgerProof;
const broken = (proof: LedgerProof) => proof.invariants.filter(({ ok }) => !ok);
const stateOf = async () =>
  (
    await owner.query<{ checkpoints: number; whole: boolean; numbered: number; postings: number }>(
      `select (select count(*)::integer from ledger_checkpoint) as checkpoints, whole_at is not null as whole,
         (select count(*)::integer from ledger_posting where transaction_number <> 0) as numbered,
         (select count(*)::integer from ledger_posting) as postings
       from ledger_proof_state`,
    )
  ).rows[0];

it('every proof says that it was restored from a dump, looks at everything, and saves no checkpoint', async () => {
  const before = await stateOf();
  for (const asked of [{}, { all: true }]) {
    const proof = await prove(asked);
    assert.equal(proof.scope, 'everything');
    const found = broken(proof);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['sealed-postings-are-unchanged'],
    );
    assert.ok(JSON.stringify(found).includes('ledger_reset_checkpoints'), 'and what to call');
  }
  assert.deepEqual(await stateOf(), before);
});

it('the service itself may not have them forgotten', async () => {
  await owner.query('begin');
  await owner.query('set local role mortar_app');
  await assert.rejects(owner.query('select ledger_reset_checkpoints()'), /permission denied/);
  await owner.query('rollback');
});

it('once the owner resets it the next proof is a whole one with a new checkpoint, and the one after goes on from there', async () => {
  await owner.query('select ledger_reset_checkpoints()');
  const forgotten = await stateOf();
  assert.deepEqual([forgotten?.checkpoints, forgotten?.whole, forgotten?.numbered], [0, false, 0]);
  const whole = await prove();
  assert.deepEqual([broken(whole), whole.providerDifferences, whole.ok, whole.scope], [[], [], true, 'everything']);
  const sealed = await stateOf();
  assert.deepEqual([sealed?.checkpoints, sealed?.whole], [1, true]);
  const daily = await prove();
  assert.deepEqual([daily.ok, daily.scope], [true, 'changes']);
  for (const statement of [...SEALED_CHANGES]) await assert.rejects(owner.query(statement), /append-only|permission denied/);
});
