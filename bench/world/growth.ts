// What each path costs in a world, in blocks that the database touched and in time; and how both grow from one world to another.

import { randomUUID } from 'node:crypto';
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
] as const;
const WARM = 3;
const ASKED = 7;

/** Every path, after the whole proof has saved a checkpoint of what was seeded. */
export async function measureCosts(system: MeasuredSystem, size: Size, progress: (line: string) => void): Promise<Cost[]> {
  progress('proving everything, once');
  const began = performance.now();
  await system.run(['job', 'ledger-proof', '--all']);
  const costs: Cost[] = [{ what: 'whole proof, first seals included (job)', blocks: 0, ms: performance.now() - began }];
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
