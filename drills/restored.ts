// What an operator does with a restored database and its files, and what must be found then.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { LedgerProof } from '../src/features/operations/ledger-proof/prove-ledger.ts';
import type { ReconciliationReport } from '../src/features/operations/reconciliation/rules.ts';
import { clientAt, runMain, startProcess } from '../test/support/processes.ts';
import { expectStatus, type World } from '../test/support/world.ts';
import { compare } from './orders.ts';
import { undoAtProvider, unexplained, unlisted } from './provider-movements.ts';
import { countSeals, job, type Past, type Topology, underLoad } from './restore-topology.ts';
import { say, secondsSince, settled } from './stage.ts';
import { compareFiles, hashFiles, keysInRows } from './stored-files.ts';

const WORK_MS = 1_500;

/** What an operator does with a restored database, in the order of docs/guides/operating.md#restore. */
export async function takeUpWork(topology: Topology, past: Past, pool: pg.Pool): Promise<string[]> {
  const { world, admin, people, files } = topology;
  const keys = await keysInRows(pool);
  const faults = compareFiles(files, keys, past.hashes);
  say(`files: ${keys.size} are named by rows, ${faults.length} of them wrong; ${hashFiles(files).size} are there`);
  if (keys.size < 10) faults.push('rows name too few files for this to show anything');
  const { lost } = await compare(pool, people, past.before);
  const gone = await compare(pool, people, past.after);
  say(
    `acknowledged before the point: ${past.before.acknowledged.length}, lost: ${lost.length}; after it: ${past.after.acknowledged.length}, gone: ${gone.lost.length}`,
  );
  if (gone.lost.length === 0) faults.push('nothing is gone, so nothing was restored to the point');
  const seals = await countSeals(pool);
  if (seals === 0) faults.push('the seals are gone');

  const told = await runMain(world, 'admin', 'restored');
  say(told.output.trim());
  if (!/^[1-9]\d* payments/m.test(told.output)) faults.push(`no payment was waiting: ${told.output}`);
  const began = performance.now();
  await job<ReconciliationReport>(world, 'provider-reconciliation');
  say(`the first reconciliation, with nothing running: ${secondsSince(began)} s`);
  topology.worker = await startProcess(world, 'worker');
  topology.api = await startProcess(world, 'api');
  await settled(pool);

  const report = await job<ReconciliationReport>(world, 'provider-reconciliation');
  const { unknownMovements: listed } = report;
  const differences = report.differences.filter(({ accountId }) => !past.surplus.includes(accountId));
  const cents = listed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const count = (kind: string) => listed.filter((movement) => movement.kind === kind).length;
  say(
    `listed after the point: ${count('transfer')} transfers, ${count('money-out')} pay-outs, ${count('money-in')} wires; ${cents / 100} EUR, on ${differences.length} wallets that differ`,
  );
  if (count('transfer') === 0 || count('money-out') === 0) faults.push('a kind of payment was not made after the point');
  for (const { kind, providerId, fromAccountId, toAccountId, amountCents, reference } of [
    ...listed.slice(0, 2),
    ...listed.filter(({ kind }) => kind === 'money-out').slice(0, 1),
  ])
    say(
      `  ${kind} ${providerId}: ${amountCents} cents from ${fromAccountId ?? 'a bank'} to ${toAccountId ?? 'a bank'}, reference ${reference}`,
    );
  const client = clientAt(topology.api, admin.client);
  const page = expectStatus(
    await client.get<{ items: unknown[] }>('/administration/reconciliation/movements?status=open&limit=200'),
    200,
  ).body;
  if (page.items.length !== Math.min(listed.length, 200)) faults.push(`the page shows ${page.items.length} of ${listed.length}`);
  const accounts = differences.map(({ accountId }) => accountId);
  const proof = await prove(world, [...accounts, ...past.surplus]);
  say(`the proof: ${proof.faults.length === 0 ? 'every invariant and seal holds; only those wallets differ' : 'RED'}`);
  return [
    ...faults,
    ...lost.map((text) => `lost: ${text}`),
    ...(await unlisted(pool, past.moved, listed)),
    ...unexplained(differences, listed),
    ...proof.faults,
    ...(await makeGood(topology, listed, { pool, seals, surplus: past.surplus })),
  ];
}

/** The provider takes back what happened after the point; then the proof finds nothing and saves a checkpoint, and work goes on. */
async function makeGood(
  topology: Topology,
  listed: ReconciliationReport['unknownMovements'],
  known: { pool: pg.Pool; seals: number; surplus: readonly string[] },
): Promise<string[]> {
  const { world } = topology;
  await undoAtProvider(world, listed);
  const load = await underLoad(topology, [], () => pause(WORK_MS));
  await settled(known.pool);
  const report = await job<ReconciliationReport>(world, 'provider-reconciliation');
  const proof = await prove(world, known.surplus);
  const books = await world.control<{ ok: boolean }>('GET', '/proof');
  const seals = await countSeals(known.pool);
  say(
    `made good at the provider; ${load.acknowledged.length} new purchases; whole proof ${proof.ok ? 'green' : 'RED'}, ${known.seals} seals became ${seals}`,
  );
  return [
    ...load.failures.map((text) => `after the restore: ${text}`),
    ...report.differences
      .filter(({ accountId }) => !known.surplus.includes(accountId))
      .map((difference) => `still differs: ${JSON.stringify(difference)}`),
    ...proof.faults,
    ...(proof.ok && seals > known.seals ? [] : ['the proof did not seal further']),
    ...(books.ok ? [] : [`the provider's books do not close: ${JSON.stringify(books)}`]),
  ];
}

/** The whole proof; its differences must be only of these accounts. */
async function prove(world: World, differing: readonly string[]): Promise<{ ok: boolean; faults: string[] }> {
  const proof = await job<LedgerProof>(world, 'ledger-proof', '--all');
  const broken = proof.invariants.filter(({ ok }) => !ok);
  const strange = proof.providerDifferences.filter(({ accountId }) => !differing.includes(accountId));
  const faults = [...broken, ...strange].map((fault) => `the proof finds ${JSON.stringify(fault)}`);
  return { ok: proof.ok, faults };
}
