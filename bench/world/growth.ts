// What each path costs in a world, in blocks that the database touched and in time; and how both grow from one world to another.

import { randomUUID } from 'node:crypto';
import { readConfig } from '../../src/config/index.ts';
import { operatorRun } from '../../src/core/jobs/jobs.ts';
import { createLog } from '../../src/core/telemetry/log.ts';
import { storeHistoryJob } from '../../src/features/operations/history/index.ts';
import { startService } from '../../src/service.ts';
import { openConnection } from '../load.ts';
import type { MeasuredSystem } from '../system.ts';
import { INVESTORS, type Path, pathsOf } from './paths.ts';
import type { Size } from './plan.ts';
import { readyToWithdraw } from './withdrawers.ts';

/** Of one request: blocks (hit or read) of all its statements, and the median of its milliseconds. */
export type Cost = { what: string; blocks: number; ms: number };
/** The same of a job, whose time includes the start of its process. */
const JOBS = [
  ['proof of a day (job)', 'ledger-proof'],
  ['coupon run, nothing to pay (job, dry run)', 'coupon-payout'],
  ['capital run, nothing to pay (job)', 'capital-payout'],
  ['verification of the sealed history (job)', 'verify-history'],
] as const;
const WARM = 3;
const ASKED = 7;

/** Every path, after the whole proof has saved a checkpoint of what was seeded. */
export async function measureCosts(system: MeasuredSystem, size: Size, progress: (line: string) => void): Promise<Cost[]> {
  progress('proving everything, once');
  const began = performance.now();
  await system.run(['job', 'ledger-proof', '--all']);
  const costs: Cost[] = [{ what: 'whole proof, first seals included (job)', blocks: 0, ms: performance.now() - began }];
  progress('sealing every day');
  costs.push(await costOf(system, 'sealing of all days (job)', 1, () => runJob(system, 'seal-history')));
  await keepCopies(system);
  for (const [what, job] of JOBS) costs.push(await costOf(system, what, 1, () => runJob(system, job)));
  for (const investor of Object.values(INVESTORS)) await readyToWithdraw(system, investor);
  const api = await system.start('api');
  try {
    const connection = await openConnection(api.url);
    for (const path of pathsOf(system, size)) {
      progress(`  ${path.what}`);
      costs.push(await costOfPath(system, path, connection));
    }
    connection.close();
  } finally {
    await api.stop();
  }
  return costs;
}

/** What a worker would do for each day; a worker would do everything else that is due in this world, too. */
async function keepCopies(system: MeasuredSystem): Promise<void> {
  const config = readConfig({ ...system.environment });
  const service = await startService({ config, log: createLog({ level: 'error', name: 'bench' }), api: false, worker: false });
  try {
    for (const { day } of await system.sql<{ day: string }>('select day::text from history_head'))
      await storeHistoryJob.work(service.deps, { day }, operatorRun('bench'));
  } finally {
    await service.close();
  }
}

async function runJob(system: MeasuredSystem, job: string): Promise<number> {
  const began = performance.now();
  await system.run(['job', job, ...(job === 'coupon-payout' ? ['--dry-run'] : [])]);
  return performance.now() - began;
}

async function costOfPath(
  system: MeasuredSystem,
  { what, request, status: expected = 200 }: Path,
  connection: Awaited<ReturnType<typeof openConnection>>,
): Promise<Cost> {
  const ask = async () => {
    const { status, tookMs } = await connection.ask({
      ...request,
      headers: { ...request.headers, 'x-request-id': randomUUID() },
    });
    if (status !== expected) throw new Error(`${what} was answered ${status}`);
    return tookMs;
  };
  for (let n = 0; n < WARM; n += 1) await ask();
  return costOf(system, what, ASKED, ask);
}

async function costOf(system: MeasuredSystem, what: string, times: number, work: () => Promise<number>): Promise<Cost> {
  await system.sql('select pg_stat_statements_reset()');
  const took: number[] = [];
  for (let n = 0; n < times; n += 1) took.push(await work());
  const [sum] = await system.sql<{ blocks: string }>(
    `select coalesce(sum(shared_blks_hit + shared_blks_read), 0) as blocks
     from pg_stat_statements
     where query not like '%pg_stat_statements%'`,
  );
  took.sort((a, b) => a - b);
  return { what, blocks: Math.round(Number(sum?.blocks) / times), ms: took[Math.floor(times / 2)] ?? 0 };
}

/** A row a path: its costs in both worlds, and how many times the one is the other. */
export function growthTable(
  from: { name: string; costs: readonly Cost[] },
  to: { name: string; costs: readonly Cost[] },
): string {
  const rows = to.costs.map((cost) => {
    const before = from.costs.find(({ what }) => what === cost.what);
    const times = (now: number, then = 0) => (then > 0 ? (now / then).toFixed(1) : '-');
    const [blocks, ms] = [before?.blocks ?? 0, before?.ms ?? 0];
    return `| ${cost.what} | ${blocks} | ${cost.blocks} | ${times(cost.blocks, blocks)} | ${ms.toFixed(1)} | ${cost.ms.toFixed(1)} | ${times(cost.ms, ms)} |`;
  });
  return [
    `| path | blocks, ${from.name} | blocks, ${to.name} | times | ms, ${from.name} | ms, ${to.name} | times |`,
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
